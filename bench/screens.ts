export type Screen = { name: string; path: string; visitor?: true };

/** The most visited screens, in a school with the sample content. */
export const screens: readonly Screen[] = [
  { name: 'landing', path: '/', visitor: true },
  { name: 'login', path: '/auth', visitor: true },
  { name: 'dashboard', path: '/' },
  { name: 'study hub', path: '/study' },
  { name: 'lesson', path: '/articles/1' },
  { name: 'course', path: '/courses/1' },
  { name: 'simulado', path: '/quizzes/1' },
  { name: 'review', path: '/review' },
  { name: 'practice', path: '/practice' },
  { name: 'essays', path: '/essays' },
];
