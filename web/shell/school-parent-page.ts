import { lawScreens } from '#contract/law-screens.ts';
import { paths } from '#web/lib/paths.ts';
import { type Nearer, nearerOf, type Parent, toHome } from './parent-page.ts';

const nearer: Nearer = [
  [/^(\/teacher\/quizzes\/import\/\d+)\//, ([, found = '']) => found],
  [/^(\/teacher\/quizzes\/(?:bank|import))\//, ([, list = '']) => list],
  [/^\/teacher\/quizzes\/(?:import|duplicates|reported)$/, () => paths.questionBank],
  [/^(\/teacher\/quizzes\/\d+)\//, ([, quiz = '']) => quiz],
  [/^\/teacher\/quizzes\//, () => paths.teacherQuizzes],
  [/^\/teacher\/papers/, () => paths.teacherQuizzes],
  [/^\/teacher\/courses\//, () => paths.teacher],
  [/^\/teacher\/essay-themes\//, () => paths.teacherEssayThemes],
  [/^\/(?:teacher\/(?:essays\/|essay-themes)|admin\/essay-readers)/, () => paths.teacherEssays],
  [/^\/teacher\/reports\//, () => paths.teacherReports],
  [/^\/admin\/publish\//, () => paths.publish],
  [/^\/admin\/users\/import\//, () => paths.adminImport],
  [/^\/admin\/users\//, () => paths.adminUsers],
  [/^\/admin\/payments\/(?:statements\/|cases)/, () => paths.adminStatements],
  [/^\/admin\/payments\//, () => paths.adminPayments],
  [/^\/admin\/(?:laws|law-changes)\//, () => lawScreens.taking],
  [/^\/admin\/exams\//, () => paths.adminExams],
  [/^\/admin\/landing\//, () => paths.adminLanding],
  [/^\/admin\/settings\//, () => paths.adminSettings],
];

/** The target of the back link in a phone's header, for pages of the school. */
export const schoolParentOf = (location: string): Parent => nearerOf(nearer, location) ?? toHome;
