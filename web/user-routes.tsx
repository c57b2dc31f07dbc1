import type { Route } from './route.ts';

const questionLists = () => import('./features/study/question-lists/question-lists-screen.tsx');
const essays = () => import('./features/exams/essays/writing/essays-screen.tsx');
const quiz = () => import('./features/exams/mock-exams/taking/quiz-screen.tsx');
const anki = () => import('./features/study/anki/anki-screen.tsx');
const practice = () => import('./features/study/practice/practice-screen.tsx');
const review = () => import('./features/study/practice/review/daily-review-screen.tsx');
const laws = () => import('./features/content/laws/reading/laws-screen.tsx');

/** Screens that need a session. Those of teachers and of the office are a separate chunk (shell/school-screens.tsx). */
export const userRoutes: Route[] = [
  { path: '/', load: () => import('./home-screen.tsx'), title: 'Dashboard' },
  { path: '/courses', load: () => import('./features/content/courses/courses-screen.tsx'), title: 'Cursos' },
  { path: '/courses/:id', load: () => import('./features/content/courses/course-screen.tsx'), title: 'Curso' },
  { path: '/study', load: () => import('./features/content/lessons/study-screen.tsx'), title: 'Estudar' },
  { path: '/articles/:id', load: () => import('./features/content/lessons/lesson-screen.tsx'), title: 'Aula' },
  { path: '/laws', load: laws, title: 'Leis' },
  { path: '/laws/:id', load: laws, title: 'Leis' },
  { path: '/laws/:id/:article', load: laws, title: 'Leis' },
  {
    path: '/annotations',
    load: () => import('./features/content/lessons/reader/annotations-screen.tsx'),
    title: 'Minhas anotações',
  },
  { path: '/offline', load: () => import('./features/study/offline/offline-screen.tsx'), title: 'Estudar offline' },
  { path: '/quizzes', load: () => import('./features/exams/mock-exams/taking/quizzes-screen.tsx'), title: 'Simulados' },
  { path: '/quizzes/:id', load: quiz, title: 'Simulado' },
  { path: '/quiz/:id', load: quiz, title: 'Simulado' },
  {
    path: '/quizzes/:id/attempts/:attemptId',
    load: () => import('./features/exams/mock-exams/taking/review-screen.tsx'),
    title: 'Resultado do simulado',
  },
  {
    path: '/quizzes/:id/ranking',
    load: () => import('./features/exams/mock-exams/ranking/ranking-screen.tsx'),
    title: 'Ranking',
  },
  { path: '/essays', load: essays, title: 'Redação' },
  {
    path: '/essays/themes/:id',
    load: essays,
    title: 'Redação',
  },
  {
    path: '/essays/themes/:id/sheet',
    load: essays,
    title: 'Folha para imprimir',
  },
  {
    path: '/essays/:id',
    load: essays,
    title: 'Redação',
  },
  { path: '/practice', load: practice, title: 'Treino livre' },
  { path: '/practice/:id', load: practice, title: 'Treino' },
  {
    path: '/review',
    load: review,
    title: 'Revisão de hoje',
  },
  { path: '/cards', load: () => import('./features/study/cards/cards-screen.tsx'), title: 'Meus cartões' },
  { path: '/cards/anki', load: anki, title: 'Cartões e Anki' },
  { path: '/cards/anki/:id', load: anki, title: 'Trazer do Anki' },
  { path: '/questions/:id', load: practice, title: 'Questão' },
  {
    path: '/mistakes',
    load: review,
    title: 'Caderno de erros',
  },
  { path: '/question-lists', load: questionLists, title: 'Cadernos' },
  { path: '/question-lists/:id', load: questionLists, title: 'Caderno' },
  { path: '/question-lists/:id/:more', load: questionLists, title: 'Caderno' },
  { path: '/exams', load: () => import('./features/study/exam-map/syllabus-screen.tsx'), title: 'Edital' },
  { path: '/exams/:id/map', load: () => import('./features/study/exam-map/map-screen.tsx'), title: 'Edital' },
  {
    path: '/exams/:id/map/:topicId',
    load: () => import('./features/study/exam-map/map-topic-screen.tsx'),
    title: 'Assunto do edital',
  },
  {
    path: '/certificates',
    load: () => import('./features/content/certificates/certificates-screen.tsx'),
    title: 'Meus certificados',
  },
  {
    path: '/my-purchase',
    load: () => import('./features/money/payments/purchase/my-purchase-screen.tsx'),
    title: 'Minha compra',
  },
  {
    path: '/my-purchase/:id/receipt',
    load: () => import('./features/money/payments/purchase/receipt-screen.tsx'),
    title: 'Recibo',
  },
  { path: '/me', load: () => import('./shell/me-screen.tsx'), title: 'Eu' },
  { path: '/profile', load: () => import('./features/people/accounts/profile-screen.tsx'), title: 'Perfil' },
  { path: '/settings', load: () => import('./features/people/accounts/settings-screen.tsx'), title: 'Configurações' },
  { path: '/security', load: () => import('./features/people/security/security-screen.tsx'), title: 'Segurança' },
  {
    path: '/settings/exam-time',
    load: () => import('./features/exams/exam-time/own-exam-time-screen.tsx'),
    title: 'Acessibilidade em provas',
  },
  {
    path: '/settings/privacy',
    load: () => import('./features/people/privacy/privacy-screen.tsx'),
    title: 'Privacidade',
  },
];
export const userFallback: Route = {
  path: '*',
  load: () => import('./not-found-screen.tsx'),
  title: '404 Page Not Found',
};
