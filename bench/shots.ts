/** A picture of README.md or of the guides. `press` leads from `path` to the page that is shown. */
export type Shot = {
  name: string;
  who: 'rafaela' | 'professora' | 'admin';
  path: string;
  press?: { role: 'link' | 'button'; name: string | RegExp };
};

export const shots: readonly Shot[] = [
  { name: 'home', who: 'rafaela', path: '/' },
  { name: 'courses', who: 'rafaela', path: '/courses' },
  { name: 'teacher', who: 'professora', path: '/teacher/reports' },
  { name: 'payments', who: 'admin', path: '/admin/payments' },
  { name: 'phone-home', who: 'rafaela', path: '/' },
  { name: 'phone-lesson', who: 'rafaela', path: '/study', press: { role: 'link', name: /Era Vargas/ } },
  { name: 'phone-practice', who: 'rafaela', path: '/practice' },
  { name: 'phone-quizzes', who: 'rafaela', path: '/quizzes' },
  { name: 'phone-essays', who: 'rafaela', path: '/essays' },
  { name: 'phone-map', who: 'rafaela', path: '/exams' },
  { name: 'owner', who: 'admin', path: '/' },
  { name: 'people', who: 'admin', path: '/admin/users' },
  { name: 'system', who: 'admin', path: '/admin/system' },
  { name: 'bank', who: 'professora', path: '/teacher/quizzes/bank' },
  { name: 'import-questions', who: 'professora', path: '/teacher/quizzes/import' },
  { name: 'essays', who: 'professora', path: '/teacher/essays' },
  { name: 'lessons', who: 'professora', path: '/admin/publish' },
];
