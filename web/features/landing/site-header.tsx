import type { ReactNode } from 'react';
import { Logo, LogoDrawing } from './brand.tsx';
import { header } from './content.ts';
import { IconDrawings } from './icons.tsx';

export function SiteHeader(): ReactNode {
  return (
    <>
      <a className="skip" href="#main">
        Ir para o conteúdo
      </a>
      <LogoDrawing />
      <IconDrawings />
      <header className="site-header on-night">
        <div className="wrap">
          <Logo />
          <nav aria-label="Conta">
            <a className="btn btn-night" href="/auth">
              {header.login}
            </a>
            <a className="btn btn-paper" href="/register">
              {header.action}
            </a>
          </nav>
        </div>
      </header>
    </>
  );
}
