import type { QueryInput } from '#contract/endpoint.ts';
import type { getQuizStatistics } from '#contract/exams/quiz-statistics.ts';
import { useAddressChoices } from '#web/lib/use-address.ts';

export type AttemptChoice = 'first' | 'all';
export type StatisticsChoice = QueryInput<typeof getQuizStatistics>;

export const periods = { '30': 'Últimos 30 dias', '90': 'Últimos 90 dias', '365': 'Último ano' } as const;
export type Period = keyof typeof periods;

/** The first day of a period that ends today; today counts as one of its days. */
export function firstDayOf(period: Period, today: string): string {
  const day = new Date(`${today}T12:00:00.000Z`);
  day.setUTCDate(day.getUTCDate() - Number(period) + 1);
  return day.toISOString().slice(0, 10);
}

/** Which attempts are counted, as the address has it. */
export function useStatisticsChoice(today: string) {
  const [asked, choose] = useAddressChoices({ attempts: 'tentativas', course: 'turma', period: 'periodo' });
  const attempts: AttemptChoice = asked.attempts === 'all' ? 'all' : 'first';
  const courseId = /^\d{1,9}$/.test(asked.course) ? Number(asked.course) : null;
  const period = asked.period in periods ? (asked.period as Period) : null;
  const query: StatisticsChoice = {
    attempts,
    ...(courseId === null ? {} : { courseId }),
    ...(period === null ? {} : { from: firstDayOf(period, today) }),
  };
  return { attempts, courseId, period, query, choose };
}
