import type { Route } from './route.ts';

const login: Route = { path: '/auth', load: () => import('./features/accounts/login-screen.tsx'), title: 'Entrar' };

/** Open to everybody, logged in or not. */
export const openRoutes: Route[] = [
  {
    path: '/forgot-password',
    load: () => import('./features/accounts/forgot-password-screen.tsx'),
    title: 'Esqueci minha senha',
  },
  {
    path: '/certificates/:code',
    load: () => import('./features/certificates/certificate-screen.tsx'),
    title: 'Certificado',
  },
  {
    path: '/confirm-email',
    load: () => import('./features/accounts/confirm-email-screen.tsx'),
    title: 'Confirmar e-mail',
  },
  { path: '/help', load: () => import('./features/help/help-screen.tsx'), title: 'Ajuda' },
  { path: '/help/:role', load: () => import('./features/help/help-screen.tsx'), title: 'Ajuda' },
  { path: '/not-me', load: () => import('./features/accounts/not-me-screen.tsx'), title: 'Não fui eu' },
  { path: '/reset-password', load: () => import('./features/accounts/reset-password-screen.tsx'), title: 'Nova senha' },
];

/** Without a session. Any other path shows the login in its place. */
export const visitorRoutes: Route[] = [
  login,
  { path: '/register', load: () => import('./features/accounts/register-screen.tsx'), title: 'Cadastro' },
  { path: '/payment', load: () => import('./features/payments/payment-screen.tsx'), title: 'Pagamento' },
  {
    path: '/payment-status',
    load: () => import('./features/payments/payment-status-screen.tsx'),
    title: 'Situação do pagamento',
  },
];
export const visitorFallback: Route = login;

/** With a session. Those of the school's own people are a part of their own (shell/school-screens.tsx). */
export const userRoutes: Route[] = [
  { path: '/', load: () => import('./home-screen.tsx'), title: 'Dashboard' },
  { path: '/courses', load: () => import('./features/courses/courses-screen.tsx'), title: 'Cursos' },
  { path: '/courses/:id', load: () => import('./features/courses/course-screen.tsx'), title: 'Curso' },
  { path: '/study', load: () => import('./features/lessons/study-screen.tsx'), title: 'Estudar' },
  { path: '/articles/:id', load: () => import('./features/lessons/lesson-screen.tsx'), title: 'Aula' },
  {
    path: '/annotations',
    load: () => import('./features/lessons/reader/annotations-screen.tsx'),
    title: 'Minhas anotações',
  },
  { path: '/offline', load: () => import('./features/offline/offline-screen.tsx'), title: 'Estudar offline' },
  { path: '/quizzes', load: () => import('./features/quizzes/taking/quizzes-screen.tsx'), title: 'Simulados' },
  { path: '/quizzes/:id', load: () => import('./features/quizzes/taking/quiz-screen.tsx'), title: 'Simulado' },
  { path: '/quiz/:id', load: () => import('./features/quizzes/taking/quiz-screen.tsx'), title: 'Simulado' },
  {
    path: '/quizzes/:id/attempts/:attemptId',
    load: () => import('./features/quizzes/taking/review-screen.tsx'),
    title: 'Resultado do simulado',
  },
  {
    path: '/quizzes/:id/ranking',
    load: () => import('./features/quizzes/ranking/ranking-screen.tsx'),
    title: 'Ranking',
  },
  { path: '/practice', load: () => import('./features/practice/practice-screen.tsx'), title: 'Treino livre' },
  { path: '/practice/:id', load: () => import('./features/practice/practice-screen.tsx'), title: 'Treino' },
  {
    path: '/review',
    load: () => import('./features/practice/review/daily-review-screen.tsx'),
    title: 'Revisão de hoje',
  },
  { path: '/questions/:id', load: () => import('./features/practice/practice-screen.tsx'), title: 'Questão' },
  {
    path: '/mistakes',
    load: () => import('./features/practice/review/daily-review-screen.tsx'),
    title: 'Caderno de erros',
  },
  { path: '/exams/:id/map', load: () => import('./features/exam-map/map-screen.tsx'), title: 'Edital' },
  {
    path: '/exams/:id/map/:topicId',
    load: () => import('./features/exam-map/map-topic-screen.tsx'),
    title: 'Assunto do edital',
  },
  {
    path: '/certificates',
    load: () => import('./features/certificates/certificates-screen.tsx'),
    title: 'Meus certificados',
  },
  {
    path: '/my-purchase',
    load: () => import('./features/payments/purchase/my-purchase-screen.tsx'),
    title: 'Minha compra',
  },
  {
    path: '/my-purchase/:id/receipt',
    load: () => import('./features/payments/purchase/receipt-screen.tsx'),
    title: 'Recibo',
  },
  { path: '/profile', load: () => import('./features/accounts/profile-screen.tsx'), title: 'Perfil' },
  { path: '/settings', load: () => import('./features/accounts/settings-screen.tsx'), title: 'Configurações' },
  { path: '/security', load: () => import('./features/security/security-screen.tsx'), title: 'Segurança' },
  { path: '/settings/privacy', load: () => import('./features/privacy/privacy-screen.tsx'), title: 'Privacidade' },
];
export const userFallback: Route = {
  path: '*',
  load: () => import('./not-found-screen.tsx'),
  title: '404 Page Not Found',
};

/** Paths of visitors that lead a logged-in user home. */
export const visitorOnlyPaths = ['/auth', '/register', '/payment', '/payment-status'];
