import type { ComponentType } from 'react';

/** Who may see a screen, besides having a session. */
export type Guard = 'teacher' | 'publish' | 'office' | 'admin';

export type Route = {
  path: string;
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

/** With a session. */
export const userRoutes: Route[] = [
  { path: '/', load: () => import('./home-screen.tsx'), title: 'Dashboard' },
  {
    path: '/teacher',
    load: () => import('./features/courses/teacher-screen.tsx'),
    title: 'Área do professor',
    guard: 'teacher',
  },
  {
    path: '/teacher/courses/:id',
    load: () => import('./features/courses/edit-course-screen.tsx'),
    title: 'Editar curso',
    guard: 'teacher',
  },
  {
    path: '/teacher/courses/:id/stats',
    load: () => import('./features/courses/course-stats-screen.tsx'),
    title: 'Estatísticas do curso',
    guard: 'teacher',
  },
  { path: '/courses', load: () => import('./features/courses/courses-screen.tsx'), title: 'Cursos' },
  { path: '/courses/:id', load: () => import('./features/courses/course-screen.tsx'), title: 'Curso' },
  { path: '/study', load: () => import('./features/lessons/study-screen.tsx'), title: 'Estudar' },
  { path: '/articles/:id', load: () => import('./features/lessons/lesson-screen.tsx'), title: 'Aula' },
  {
    path: '/annotations',
    load: () => import('./features/lessons/reader/annotations-screen.tsx'),
    title: 'Minhas anotações',
  },
  {
    path: '/admin/publish',
    load: () => import('./features/lessons/publish-screen.tsx'),
    title: 'Publicar',
    guard: 'publish',
  },
  {
    path: '/admin/users',
    load: () => import('./features/accounts/admin-users-screen.tsx'),
    title: 'Usuários',
    guard: 'office',
  },
  {
    path: '/admin/users/:id',
    load: () => import('./features/accounts/people/person-screen.tsx'),
    title: 'Pessoa',
    guard: 'office',
  },
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
  {
    path: '/teacher/sample',
    load: () => import('./features/trial/trial-screen.tsx'),
    title: 'Amostra grátis',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/bank',
    load: () => import('./features/question-bank/bank-screen.tsx'),
    title: 'Banco de questões',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/bank/new',
    load: () => import('./features/question-bank/question-screen.tsx'),
    title: 'Nova questão',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/bank/:id',
    load: () => import('./features/question-bank/question-screen.tsx'),
    title: 'Questão',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/reported',
    load: () => import('./features/doubts/doubts-screen.tsx'),
    title: 'Questões reportadas',
    guard: 'teacher',
  },
  {
    path: '/teacher/doubts',
    load: () => import('./features/doubts/doubts-screen.tsx'),
    title: 'Dúvidas',
    guard: 'teacher',
  },
  {
    path: '/teacher/topics',
    load: () => import('./features/topics/topics-screen.tsx'),
    title: 'Assuntos',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/import',
    load: () => import('./features/question-bank/import-screen.tsx'),
    title: 'Importar questões',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/import/:id',
    load: () => import('./features/question-bank/import-screen.tsx'),
    title: 'Conferir importação',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/:id/print',
    load: () => import('./features/quizzes/paper/print-screen.tsx'),
    title: 'Imprimir simulado',
    guard: 'teacher',
  },
  {
    path: '/teacher/papers',
    load: () => import('./features/quizzes/paper/typing-screen.tsx'),
    title: 'Digitar respostas do papel',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/:id/compose',
    load: () => import('./features/quizzes/authoring/compose-screen.tsx'),
    title: 'Compor simulado',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/:id/rules',
    load: () => import('./features/quizzes/authoring/rules-screen.tsx'),
    title: 'Regras do simulado',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/:id/window',
    load: () => import('./features/quizzes/authoring/window-screen.tsx'),
    title: 'Horário do simulado',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/:id/statistics',
    load: () => import('./features/quiz-statistics/statistics-screen.tsx'),
    title: 'Estatísticas do simulado',
    guard: 'teacher',
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
    path: '/admin/payments',
    load: () => import('./features/payments/admin-payments-screen.tsx'),
    title: 'Pagamentos',
    guard: 'office',
  },
  {
    path: '/admin/payments/offers',
    load: () => import('./features/payments/offers/offers-screen.tsx'),
    title: 'Ofertas e cupons',
    guard: 'admin',
  },
  {
    path: '/admin/payments/money',
    load: () => import('./features/payments/money/money-screen.tsx'),
    title: 'Financeiro',
    guard: 'office',
  },
  {
    path: '/admin/payments/statements',
    load: () => import('./features/payments/reconcile/reconcile-screen.tsx'),
    title: 'Conciliação',
    guard: 'admin',
  },
  {
    path: '/admin/payments/statements/:id',
    load: () => import('./features/payments/reconcile/reconcile-screen.tsx'),
    title: 'Conciliação',
    guard: 'admin',
  },
  {
    path: '/admin/exams',
    load: () => import('./features/exams/admin-exams-screen.tsx'),
    title: 'Provas',
    guard: 'admin',
  },
  {
    path: '/admin/exams/:id/syllabus',
    load: () => import('./features/syllabus/syllabus-screen.tsx'),
    title: 'Edital',
    guard: 'admin',
  },
  {
    path: '/teacher/courses/:id/map',
    load: () => import('./features/exam-map/class-map-screen.tsx'),
    title: 'Mapa da turma',
    guard: 'teacher',
  },
  {
    path: '/teacher/syllabi',
    load: () => import('./features/syllabus/gaps-screen.tsx'),
    title: 'Editais',
    guard: 'teacher',
  },
  {
    path: '/admin/announcements',
    load: () => import('./features/announcements/announcements-screen.tsx'),
    title: 'Avisos',
    guard: 'office',
  },
  {
    path: '/admin/landing',
    load: () => import('./features/site-pages/landing-screen.tsx'),
    title: 'Página de vendas',
    guard: 'admin',
  },
  {
    path: '/admin/landing/:page',
    load: () => import('./features/site-pages/landing-screen.tsx'),
    title: 'Textos legais',
    guard: 'admin',
  },
  {
    path: '/admin/settings',
    load: () => import('./features/settings/school-settings-screen.tsx'),
    title: 'Configurações da escola',
    guard: 'admin',
  },
  {
    path: '/admin/settings/mails',
    load: () => import('./features/settings/mails-screen.tsx'),
    title: 'E-mails da escola',
    guard: 'admin',
  },
  { path: '/admin/audit', load: () => import('./features/audit/audit-screen.tsx'), title: 'Auditoria', guard: 'admin' },
  {
    path: '/admin/system',
    load: () => import('./features/system/system-screen.tsx'),
    title: 'Sistema',
    guard: 'admin',
  },
  {
    path: '/teacher/quizzes',
    load: () => import('./features/quizzes/authoring/authored-quizzes-screen.tsx'),
    title: 'Simulados do professor',
    guard: 'teacher',
  },
  {
    path: '/teacher/quizzes/:id',
    load: () => import('./features/quizzes/authoring/quiz-editor-screen.tsx'),
    title: 'Editar simulado',
    guard: 'teacher',
  },
  {
    path: '/teacher/reports',
    load: () => import('./features/reports/reports-screen.tsx'),
    title: 'Relatórios',
    guard: 'teacher',
  },
  {
    path: '/teacher/reports/courses/:id',
    load: () => import('./features/reports/course-report-screen.tsx'),
    title: 'Alunos do curso',
    guard: 'teacher',
  },
  {
    path: '/teacher/media',
    load: () => import('./features/media/media-screen.tsx'),
    title: 'Imagens',
    guard: 'teacher',
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
