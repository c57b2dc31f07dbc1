import type { ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import { Logo, LogoSymbol } from './brand.tsx';
import { IconSymbols } from './icons.tsx';
import { usePageText } from './page-text.ts';

export function SiteHeader({ header }: Pick<LandingContent, 'header'>): ReactNode {
  const { fill } = usePageText();
  return (
    <>
      <a className="skip" href="#main">
        Ir para o conteúdo
      </a>
      <LogoSymbol />
      <IconSymbols />
      <header className="site-header on-night">
        <div className="wrap">
          <Logo />
          <nav aria-label="Conta">
            <a className="btn btn-night" href="/auth">
              {fill(header.login)}
            </a>
            <a className="btn btn-paper" href="/register">
              {fill(header.action)}
            </a>
          </nav>
        </div>
      </header>
    </>
  );
}
