import type { StudyPlan, TodaysItem } from '#contract/study/study-plan.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';

/** A row of today's plan. Short practices of several topics are one row. */
export type PlanRow = TodaysItem & { joined?: readonly TodaysItem[] };

/** Practices up to this long are joined. */
const SHORT_MINUTES = 5;

const sum = (items: readonly TodaysItem[], of: (item: TodaysItem) => number) =>
  items.reduce((all, item) => all + of(item), 0);

/** Home, its head and the plan card count and name the same rows. */
export function planRows(items: readonly TodaysItem[]): PlanRow[] {
  const short = items.filter(({ kind, done, minutes }) => kind === 'practice' && !done && minutes <= SHORT_MINUTES);
  const [first] = short;
  if (!first || short.length === 1) return [...items];
  const questions = sum(short, ({ questionCount }) => questionCount ?? 0);
  const mixed: PlanRow = {
    ...first,
    title: `Treino misto: ${plural(questions, 'questão', 'questões')}`,
    subjectName: null,
    questionCount: questions,
    minutes: sum(short, ({ minutes }) => minutes),
    minutesLeft: sum(short, ({ minutesLeft }) => minutesLeft),
    worth: first.worth && {
      ...first.worth,
      points: sum(short, ({ worth }) => worth?.points ?? 0),
      isAtMost: short.some(({ worth }) => worth?.isAtMost),
    },
    joined: short,
  };
  return items.flatMap((item) => (item === first ? mixed : short.includes(item) ? [] : item));
}

/** The most rows of a day, and of the first days. The others follow if there is time left. */
const DAY_ROWS = 5;
const FIRST_DAYS_ROWS = 3;

/** The rows of the day and those for which there may be time left. */
export function dayRows(items: readonly TodaysItem[], isFirst: boolean): { rows: PlanRow[]; more: PlanRow[] } {
  const all = planRows(items);
  const most = isFirst ? FIRST_DAYS_ROWS : DAY_ROWS;
  return { rows: all.slice(0, most), more: all.slice(most) };
}

/** The plan with the rows of the day instead of its items. */
export const withRows = (plan: StudyPlan, isFirst: boolean): StudyPlan & { today: { items: PlanRow[] } } => ({
  ...plan,
  today: { ...plan.today, items: dayRows(plan.today.items, isFirst).rows },
});

/** The rows of a short day: those that are done, and the first open ones that fit into `minutes`, at least one. */
export function shortDay(rows: readonly PlanRow[], minutes: number): PlanRow[] {
  const fits = new Set<PlanRow>();
  let used = 0;
  for (const row of rows.filter(({ done }) => !done)) {
    if (fits.size > 0 && used + row.minutesLeft > minutes) break;
    fits.add(row);
    used += row.minutesLeft;
  }
  return rows.filter((row) => row.done || fits.has(row));
}

/** The target of a row: for a mixed practice its topics, ready to start. */
export function rowAddress(
  { kind, id, questionCount, joined }: Pick<PlanRow, 'kind' | 'id' | 'questionCount' | 'joined'>,
  examId: number,
): string {
  if (kind === 'review') return paths.review;
  if (kind !== 'practice') return paths[kind === 'essay' ? 'essayTheme' : kind](id);
  if (!joined) return paths.examMapTopic(examId, id);
  const topics = joined.map((item) => item.id).join(',');
  return `${paths.freePractice}?${new URLSearchParams({ assunto: topics, quantas: String(questionCount ?? '') })}`;
}
