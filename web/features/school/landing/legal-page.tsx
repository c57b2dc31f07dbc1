import type { LandingContent, LegalContent, LegalPage } from '#contract/school/site-content.ts';
import { readInline } from '#web/lib/markdown.ts';
import privacyText from './legal/privacy.md?raw';
import refundText from './legal/refund.md?raw';
import termsText from './legal/terms.md?raw';
import { LegalText, Words } from './legal-text.tsx';
import type { StaticPage } from './page-document.tsx';
import type { PageText } from './page-text.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import legalCss from './styles/legal.css?inline';

const about: Record<LegalPage, { path: string; title: string; description: (school: string) => string }> = {
  terms: {
    path: '/terms',
    title: 'Termos de Uso',
    description: (school) =>
      `As regras de uso da plataforma ${school}: cadastro, pagamento, acesso, conteúdo e garantias.`,
  },
  privacy: {
    path: '/privacy',
    title: 'Política de Privacidade',
    description: (school) =>
      `Quais dados a plataforma ${school} trata, para quê, por quanto tempo, e como exercer seus direitos pela LGPD.`,
  },
  refund: {
    path: '/refund',
    title: 'Política de Reembolso',
    description: () =>
      'Garantia incondicional de 7 dias: como pedir o reembolso, em quanto tempo o dinheiro volta e o que acontece com a conta.',
  },
};

/** The default texts of the legal pages. */
export const defaultLegalTexts: Record<LegalPage, LegalContent> = {
  terms: {
    brief:
      'Em poucas palavras: a conta é só sua, o pagamento é único, o acesso vai até a sua prova e por mais 3 meses, e você tem 7 dias para desistir e receber tudo de volta.',
    text: termsText.trim(),
  },
  privacy: {
    brief:
      'Em poucas palavras: usamos seus dados para criar sua conta, conferir seu pagamento e acompanhar seus estudos. Não vendemos dados, não mostramos anúncios e não usamos rastreadores de terceiros.',
    text: privacyText.trim(),
  },
  refund: {
    brief: 'Em poucas palavras: você tem 7 dias. Não gostou, escreva para nós e devolvemos tudo, sem perguntas.',
    text: refundText.trim(),
  },
};

const longDate = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' });
/** '2026-11-15', and '2026-11-15.2' for the second one of that day. */
const dayOf = (label: string) => label.slice(0, 10);

/** A text with the version label that students agree to; `isOld`: a newer version exists. */
export type LabelledText = LegalContent & { label: string; isOld?: boolean };

export function legalPage(
  page: LegalPage,
  { brief, text, label, isOld }: LabelledText,
  site: LandingContent,
  { values: { schoolName } }: PageText,
): StaticPage {
  const { path, title, description } = about[page];
  return {
    path: isOld ? `${path}/${label}` : path,
    title: `${title} | ${schoolName}`,
    description: description(schoolName),
    css: legalCss,
    body: (
      <>
        <SiteHeader header={site.header} />
        <main id="main" className="wrap legal">
          <h1>{title}</h1>
          <p className="meta">
            Versão de <time dateTime={dayOf(label)}>{longDate.format(new Date(`${dayOf(label)}T00:00:00Z`))}</time>
            {isOld && (
              <>
                , já substituída. <a href={path}>Ler a versão atual</a>
              </>
            )}
          </p>
          <p className="brief">
            <Words words={readInline(brief)} />
          </p>
          <LegalText text={text} />
        </main>
        <SiteFooter content={site} />
      </>
    ),
  };
}
