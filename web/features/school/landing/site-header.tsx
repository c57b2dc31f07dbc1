import type { ReactNode } from 'react';
import type { LandingContent } from '#contract/school/site-content.ts';
import { Logo, LogoSymbol } from './brand.tsx';
import { IconSymbols } from './icons.tsx';
import { slotted } from './written.tsx';

export function SiteHeader({ header }: Pick<LandingContent, 'header'>): ReactNode {
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
              {slotted(header.login)}
            </a>
            <a className="btn btn-paper" href="/register">
              {slotted(header.action)}
            </a>
          </nav>
        </div>
      </header>
    </>
  );
}
