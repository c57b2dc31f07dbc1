import { REVIEW_QUESTIONS_MAX } from '../../../contract/limits.ts';
import { type Desk, MINUTES_RIGHT, MINUTES_WRONG, NEVER, recallToday } from './engine/desk.ts';
import { type Memory, memoryOf } from './engine/memory.ts';
import { type PolicyName, policies } from './engine/policies.ts';
import { seeded } from './engine/random.ts';
import { emptyDesk } from './engine/simulation.ts';
import { memoryWeights } from './memory-replay.ts';

/** What is known of a question the student has seen. Days as numbers. */
export type Seen = {
  questionId: number;
  stability: number;
  difficulty: number;
  lastDay: number;
  lastRight: boolean;
};
export type Fresh = { questionId: number; label: string };
export type Chosen = { questionId: number; reason: string; isNew: boolean };

/** Preparing for an exam takes about so long; the last third of it goes by the gain on the day. */
const PREPARATION_DAYS = 90;
/** Below this share a question is about to be forgotten. */
const SLIPPING = 0.9;
/** Half of the answers are taken for wrong, whoever answers: how long a day is must not tell how it went. */
export const MINUTES_EACH = (MINUTES_RIGHT + MINUTES_WRONG) / 2;

const memory: Memory = memoryOf(memoryWeights);

/** A quarter of a day's studying, and never more than a list that can be done. */
export const dailyQuestions = (weeklyHours: number): number =>
  Math.min(REVIEW_QUESTIONS_MAX, Math.max(5, Math.round((weeklyHours * 60) / 7 / 4 / MINUTES_EACH)));

/** With an exam: what brings most of the syllabus to its day. Without one: FSRS at nine of ten, without an end. */
export function chooseToday(
  about: { today: number; examDay: number | null; questions: number },
  seen: readonly Seen[],
  fresh: readonly Fresh[],
): Chosen[] {
  if (about.questions <= 0) return [];
  const desk = deskOf(about, seen, fresh.length);
  const policy: PolicyName = about.examDay === null ? 'retention90' : 'wrongThenGain';
  return policies[policy](desk, seeded(about.today))
    .slice(0, about.questions)
    .map((place) => {
      const known = seen[place];
      if (known) return { questionId: known.questionId, reason: reasonFor(desk, known, place), isNew: false };
      const { questionId, label } = fresh[place - seen.length] as Fresh;
      return { questionId, reason: label ? `nova: ${label}` : 'nova', isNew: true };
    });
}

function deskOf(
  { today, examDay, questions }: { today: number; examDay: number | null; questions: number },
  seen: readonly Seen[],
  fresh: number,
): Desk {
  const end = examDay ?? today + PREPARATION_DAYS;
  const desk = emptyDesk(seen.length + fresh, {
    memory,
    today,
    firstDay: Math.min(today, end - PREPARATION_DAYS),
    examDay: end,
    minutes: questions,
    firstRight: 0.5,
  });
  for (const [place, one] of seen.entries()) {
    desk.stability[place] = one.stability;
    desk.difficulty[place] = one.difficulty;
    desk.last[place] = one.lastDay;
    desk.wrong[place] = one.lastRight ? 0 : 1;
  }
  for (let place = seen.length; place < seen.length + fresh; place++) desk.last[place] = NEVER;
  return desk;
}

function reasonFor(desk: Desk, { lastRight, lastDay }: Seen, place: number): string {
  const days = desk.today - lastDay;
  if (!lastRight) return days === 1 ? 'você errou ontem' : `você errou há ${days} dias`;
  if (recallToday(desk, place) < SLIPPING) return 'prestes a esquecer';
  return 'para chegar firme à prova';
}
