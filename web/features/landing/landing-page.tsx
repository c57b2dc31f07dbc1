import type { StaticPage } from './page-document.ts';
import { slot } from './slots.tsx';

export const landingPage: StaticPage = {
  path: '/',
  title: slot('schoolName'),
  description: slot('schoolSlogan'),
  body: (
    <main id="main">
      <h1>{slot('schoolName')}</h1>
      <a href="/auth">Entrar</a> <a href="/register">Quero minha vaga</a>
    </main>
  ),
};
