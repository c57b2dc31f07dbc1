import type { ComponentType } from 'react';

/** Who may see a screen, besides having a session. */
export type Guard = 'teacher' | 'publish' | 'admin';

export type Route = {
  path: string;
  /** Loads the screen's own chunk. */
  load: () => Promise<{ default: ComponentType }>;
  title: string;
  guard?: Guard;
};

const login: Route = { path: '/auth', load: () => import('./features/accounts/login-screen.tsx'), title: 'Entrar' };

/** Open to everybody, logged in or not. */
export const openRoutes: Route[] = [
  {
    path: '/forgot-password',
    load: () => import('./features/accounts/forgot-password-screen.tsx'),
    title: 'Esqueci minha senha',
  },
  { path: '/reset-password', load: () => import('./features/accounts/reset-password-screen.tsx'), title: 'Nova senha' },
];

/** Without a session. Any other path shows the login in its place. */
export const visitorRoutes: Route[] = [
  login,
  { path: '/register', load: () => import('./features/accounts/register-screen.tsx'), title: 'Cadastro' },
];
export const visitorFallback: Route = login;

/** With a session. */
export const userRoutes: Route[] = [
  { path: '/', load: () => import('./features/home/home-screen.tsx'), title: 'Dashboard' },
  {
    path: '/admin/users',
    load: () => import('./features/accounts/admin-users-screen.tsx'),
    title: 'Usuários',
    guard: 'admin',
  },
  { path: '/profile', load: () => import('./features/accounts/profile-screen.tsx'), title: 'Perfil' },
  { path: '/settings', load: () => import('./features/accounts/settings-screen.tsx'), title: 'Configurações' },
];
export const userFallback: Route = {
  path: '*',
  load: () => import('./shell/not-found-screen.tsx'),
  title: '404 Page Not Found',
};

/** Paths of visitors that lead a logged-in user home. */
export const visitorOnlyPaths = ['/auth', '/register', '/payment', '/payment-status'];
