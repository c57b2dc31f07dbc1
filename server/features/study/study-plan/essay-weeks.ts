import type { EssayKind } from '#contract/exams/essay-themes.ts';
import { daysBetween } from '#contract/time.ts';
import type { PlannableTheme, PlannedEssay } from '#server/features/exams/essays/planning/planning.service.ts';
import { addDays, dayOf } from '#server/time/calendar.ts';
import type { PlannedDay } from './distribute.ts';
import { minutesOf, type PlanItem } from './plan-item.ts';

/** An essay is planned in each of these weeks, counted back from the exam. */
const ESSAY_WEEKS = 8;
const WEEK_DAYS = 7;
/** For a theme without minutes: a page of 30 lines in an hour. */
const MINUTES_PER_LINE = 2;

type PlannedEssays = {
  /** Each with its day. An essay of today that was not written on its day comes last. */
  planned: { day: string; isLate: boolean; item: PlanItem }[];
  /** Delivered today. */
  done: PlanItem[];
};

type Situation = {
  today: string;
  examDay: string | null;
  /** In the order in which they are to be written. */
  themes: readonly PlannableTheme[];
  /** In the last seven days. */
  delivered: readonly PlannedEssay[];
};

/**
 * One essay a week before the exam, on the weekday of the exam. What was not written on its day is asked for until its
 * week ends; then the next week has the same theme. A week in which an essay was delivered asks for no other.
 */
export function planEssays({ today, examDay, themes, delivered }: Situation): PlannedEssays {
  const done = delivered.filter(({ deliveredOn }) => deliveredOn === today).map((essay) => essayItem(essay, true));
  const planned: PlannedEssays['planned'] = [];
  const left = [...themes];
  const weeks = examDay === null ? 0 : Math.min(ESSAY_WEEKS, Math.ceil(daysBetween(today, examDay) / WEEK_DAYS));
  for (let week = weeks; examDay !== null && week >= 1; week -= 1) {
    const own = addDays(examDay, -week * WEEK_DAYS);
    const day = own < today ? today : own;
    if (delivered.some(({ deliveredOn }) => deliveredOn >= own && day === today)) continue;
    const at = left.findIndex((theme) => isOpenOn(theme, day));
    const [theme] = at < 0 ? [] : left.splice(at, 1);
    if (theme) planned.push({ day, isLate: own < today && !theme.isBegun, item: essayItem(theme, false) });
  }
  return { planned, done };
}

const isOpenOn = ({ opensAt, closesAt }: PlannableTheme, day: string) =>
  (opensAt === null || dayOf(new Date(opensAt)) <= day) && (closesAt === null || day <= dayOf(new Date(closesAt)));

const kindNames: Record<EssayKind, string> = { essay: 'Redação', question: 'Discursiva', document: 'Peça' };

const essayItem = ({ id, title, kind, maxLines, minutes }: PlannableTheme | PlannedEssay, done: boolean): PlanItem => ({
  kind: 'essay',
  id,
  title: `${kindNames[kind]}: ${title}`,
  courseId: 0,
  courseTitle: '',
  subjectId: null,
  subjectName: null,
  position: 0,
  questionCount: null,
  passingScore: null,
  minutes: minutes ?? maxLines * MINUTES_PER_LINE,
  done,
  // No map knows its points; it has a reason without them.
  worth: { points: 0, isAtMost: false, reason: 'sua prova tem redação: uma por semana até lá' },
});

/** The share that essays have of every day until the exam, in minutes. */
export function essayShare({ planned, done }: PlannedEssays, today: string, examDay: string | null): number {
  const days = examDay === null ? 0 : daysBetween(today, examDay);
  return days > 0 ? minutesOf([...planned.map(({ item }) => item), ...done]) / days : 0;
}

/** The days with the essays among their work. */
export function withEssays(days: readonly PlannedDay<PlanItem>[], { planned }: PlannedEssays): PlannedDay<PlanItem>[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  for (const { day, isLate, item } of planned) {
    const { minutes, work } = byDay.get(day) ?? { minutes: 0, work: [] };
    byDay.set(day, { day, minutes: minutes + item.minutes, work: isLate ? [...work, item] : [item, ...work] });
  }
  return [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}
