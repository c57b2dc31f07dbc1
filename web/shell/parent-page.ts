import { lawScreens } from '#contract/law-screens.ts';
import { paths } from '#web/lib/paths.ts';

export type Parent = { path: string; label: string };

const toStudy: Parent = { path: paths.study, label: 'Voltar para Central de Estudos' };
const toPractice: Parent = { path: paths.freePractice, label: 'Voltar para Questões' };
const toQuizzes: Parent = { path: paths.quizzes, label: 'Voltar para Simulados' };
const toMe: Parent = { path: paths.me, label: 'Voltar para Eu' };
export const toHome: Parent = { path: paths.home, label: 'Voltar ao início' };

/** By the first segment of the address, for pages without a page directly above them. */
const bySegment: Readonly<Record<string, Parent>> = {
  articles: toStudy,
  courses: toStudy,
  essays: toStudy,
  laws: toStudy,
  annotations: toStudy,
  review: toPractice,
  mistakes: toPractice,
  cards: toPractice,
  practice: toPractice,
  questions: toPractice,
  'question-lists': toPractice,
  quiz: toQuizzes,
  quizzes: toQuizzes,
  profile: toMe,
  settings: toMe,
  security: toMe,
  offline: toMe,
  certificates: toMe,
  'my-purchase': toMe,
  help: toMe,
};

export type Nearer = readonly [pattern: RegExp, path: (match: RegExpExecArray) => string][];

export function nearerOf(list: Nearer, location: string): Parent | undefined {
  for (const [pattern, path] of list) {
    const match = pattern.exec(location);
    if (match) return { path: path(match), label: 'Voltar' };
  }
  return undefined;
}

/** Addresses whose parent page is not that of their first segment. */
const nearer: Nearer = [
  [/^(\/quizzes\/\d+)\//, ([, quiz = '']) => quiz],
  [/^(\/exams\/\d+\/map)\//, ([, map = '']) => map],
  [/^\/courses\//, () => paths.courses],
  [/^(\/laws\/\d+)\//, ([, law = '']) => law],
  [/^\/laws\//, () => lawScreens.list],
  [/^(\/(?:question-lists|cards)(?:\/\d+)?)\//, ([, above = '']) => above],
  [/^\/essays\//, () => paths.essayThemes],
  [/^\/my-purchase\//, () => paths.myPurchase],
  [/^\/help\//, () => paths.help],
];

/** The target of the back link in a phone's header, except for pages of the school. */
export function parentOf(location: string): Parent {
  return nearerOf(nearer, location) ?? bySegment[location.split('/')[1] ?? ''] ?? toHome;
}
