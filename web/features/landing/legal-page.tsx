import type { ReactNode } from 'react';
import { TERMS_VERSION } from '../../../contract/limits.ts';
import type { StaticPage } from './page-document.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { slot, When } from './slots.tsx';
import legalCss from './styles/legal.css?inline';

type Legal = { path: string; title: string; description: string; brief: ReactNode; text: ReactNode };

const version = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' }).format(
  new Date(`${TERMS_VERSION}T00:00:00Z`),
);

export function legalPage({ path, title, description, brief, text }: Legal): StaticPage {
  return {
    path,
    title: `${title} | ${slot('schoolName')}`,
    description,
    css: legalCss,
    body: (
      <>
        <SiteHeader />
        <main id="main" className="wrap legal">
          <h1>{title}</h1>
          <p className="meta">
            Versão de <time dateTime={TERMS_VERSION}>{version}</time>
          </p>
          <p className="brief">{brief}</p>
          {text}
        </main>
        <SiteFooter />
      </>
    ),
  };
}

/** The company as the law wants it named. */
export function Company(): ReactNode {
  return (
    <>
      {slot('schoolName')}
      <When has="companyId"> (CNPJ {slot('companyId')})</When>
    </>
  );
}

export function SupportEmail(): ReactNode {
  return <a href={`mailto:${slot('supportEmail')}`}>{slot('supportEmail')}</a>;
}
