import type { StaticPage } from './page-document.ts';

const page = (path: string, title: string): StaticPage => ({
  path,
  title,
  description: title,
  body: (
    <main id="main">
      <h1>{title}</h1>
    </main>
  ),
});

export const privacyPage = page('/privacy', 'Política de Privacidade');
export const termsPage = page('/terms', 'Termos de Uso');
export const refundPage = page('/refund', 'Política de Reembolso');
