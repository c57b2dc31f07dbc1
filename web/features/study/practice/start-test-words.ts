import type { Practice } from '#contract/study/practice.ts';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { formatLongDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';

export type SubjectResult = { name: string; correct: number; total: number };

const NO_SUBJECT = 'Outras';

/** The answered questions of the start test by subject, the strongest first. */
export function subjectResults({ questions }: Pick<Practice, 'questions'>): SubjectResult[] {
  const answered = questions.filter(({ answer }) => answer !== null);
  return [...Map.groupBy(answered, ({ subject }) => subject ?? NO_SUBJECT)]
    .map(([name, of]) => ({
      name,
      correct: of.filter(({ answer }) => answer?.isCorrect || answer?.isAnnulled).length,
      total: of.length,
    }))
    .sort((a, b) => b.correct - a.correct || b.correct / b.total - a.correct / a.total || b.total - a.total);
}

/** '6 de 10, mais forte: Português' */
export function resultTitle(results: readonly SubjectResult[]): string {
  const correct = results.reduce((sum, one) => sum + one.correct, 0);
  const total = results.reduce((sum, one) => sum + one.total, 0);
  const [strongest, second] = results;
  const sum = `${correct} de ${total}`;
  if (!strongest || strongest.correct === 0) return sum;
  // Two that are equal in everything: neither is the strongest.
  if (second && second.correct === strongest.correct && second.total === strongest.total) return sum;
  return `${sum}, mais forte: ${strongest.name}`;
}

/** How far the sun is up. A single answer never fills it. */
const ONE_ANSWER_AT_MOST = 0.75;
export const riseOf = ({ correct, total }: SubjectResult): number =>
  total === 1 ? Math.min(correct, ONE_ANSWER_AT_MOST) : correct / total;

type Plan = Pick<StudyPlan, 'today' | 'days'>;
export type PlannedSubject = SubjectResult & { words: string };

const ONE_ANSWER = 'uma resposta só';

/**
 * The subjects in the order in which the plan begins them; those without planned work come last. Without a plan the
 * words say nothing about it.
 */
export function inOrderOfPlan(results: readonly SubjectResult[], plan: Plan | null): PlannedSubject[] {
  if (!plan) return results.map((result) => ({ ...result, words: result.total === 1 ? ONE_ANSWER : '' }));
  const days = [{ day: plan.today.day, items: plan.today.items }, ...plan.days];
  const first = new Map<string, { at: number; day: string }>();
  let at = 0;
  for (const { day, items } of days) {
    for (const { subjectName } of items) {
      if (subjectName !== null && !first.has(subjectName)) first.set(subjectName, { at, day });
      at += 1;
    }
  }
  const begin = Math.min(...[...first.values()].map((one) => one.at));
  return results
    .map((result) => ({ result, place: first.get(result.name) }))
    .sort((a, b) => (a.place?.at ?? Number.MAX_SAFE_INTEGER) - (b.place?.at ?? Number.MAX_SAFE_INTEGER))
    .map(({ result, place }) => ({
      ...result,
      words: [
        result.total === 1 && `${ONE_ANSWER}:`,
        !place
          ? 'entra na revisão'
          : place.at === begin
            ? 'é por aqui que o plano começa'
            : place.day === plan.today.day
              ? 'começa hoje'
              : `começa ${weekdayWords(place.day)}`,
      ]
        .filter(Boolean)
        .join(' '),
    }));
}

/** 'na quinta-feira', 'no sábado' */
function weekdayWords(day: string): string {
  const [weekday = ''] = formatLongDay(day).split(',');
  return `${weekday === 'sábado' || weekday === 'domingo' ? 'no' : 'na'} ${weekday}`;
}

const LONGEST_MINUTES = 60;

/** 'Teste de partida, 11 min'; without the minutes where the test was left and continued later. */
export function testName({ startedAt, finishedAt }: Pick<Practice, 'startedAt' | 'finishedAt'>): string {
  const minutes = finishedAt
    ? Math.max(1, Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / 60_000))
    : null;
  return minutes === null || minutes > LONGEST_MINUTES ? 'Teste de partida' : `Teste de partida, ${minutes} min`;
}

export const mistakesWords = (results: readonly SubjectResult[]): string | null => {
  const wrong = results.reduce((sum, { correct, total }) => sum + total - correct, 0);
  return wrong === 0
    ? null
    : `${plural(wrong, 'questão errada está comentada', 'questões erradas estão comentadas')} no`;
};
