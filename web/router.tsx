import type { Route } from './route.ts';

const help = () => import('./features/school/help/help-screen.tsx');

const login: Route = {
  path: '/auth',
  load: () => import('./features/people/accounts/login-screen.tsx'),
  title: 'Entrar',
};

/** Open to everybody, with or without a session. */
export const openRoutes: Route[] = [
  {
    path: '/acessibilidade',
    load: () => import('./features/school/help/accessibility-screen.tsx'),
    title: 'Acessibilidade',
  },
  {
    path: '/forgot-password',
    load: () => import('./features/people/accounts/forgot-password-screen.tsx'),
    title: 'Esqueci minha senha',
  },
  {
    path: '/certificates/:code',
    load: () => import('./features/content/certificates/certificate-screen.tsx'),
    title: 'Certificado',
  },
  {
    path: '/confirm-email',
    load: () => import('./features/people/accounts/confirm-email-screen.tsx'),
    title: 'Confirmar e-mail',
  },
  { path: '/help', load: help, title: 'Ajuda' },
  { path: '/help/:role', load: help, title: 'Ajuda' },
  {
    path: '/invitation',
    load: () => import('./features/people/accounts/invitation-screen.tsx'),
    title: 'Escolher senha',
  },
  { path: '/not-me', load: () => import('./features/people/accounts/not-me-screen.tsx'), title: 'Não fui eu' },
  {
    path: '/reset-password',
    load: () => import('./features/people/accounts/reset-password-screen.tsx'),
    title: 'Nova senha',
  },
  {
    path: '/stop-reminders',
    load: () => import('./features/money/payments/unpaid/stop-reminders-screen.tsx'),
    title: 'Parar os lembretes',
  },
];

/** Screens without a session. Any other path shows the login instead. */
export const visitorRoutes: Route[] = [
  login,
  { path: '/register', load: () => import('./features/people/accounts/register-screen.tsx'), title: 'Cadastro' },
  { path: '/payment', load: () => import('./features/money/payments/payment-screen.tsx'), title: 'Pagamento' },
  {
    path: '/payment-status',
    load: () => import('./features/money/payments/payment-status-screen.tsx'),
    title: 'Situação do pagamento',
  },
];
export const visitorFallback: Route = login;

/** Paths of visitors; a user with a session is redirected home. */
export const visitorOnlyPaths = ['/auth', '/register', '/payment', '/payment-status'];

/** Whether the screen at this path is more likely opened by a visitor. */
export const isForVisitors = (path: string): boolean =>
  visitorOnlyPaths.includes(path) || openRoutes.some((route) => route.path === path);
