import { extendedMinutes } from '#contract/exams/exam-time.ts';
import { PRACTICE_QUESTIONS_MAX } from '#contract/limits.ts';
import {
  TIMED_MINUTES_MAX,
  TIMED_MINUTES_MIN,
  TIMED_MINUTES_PER_QUESTION,
  TIMED_PRACTICE_QUESTIONS,
} from '#contract/study/timed-limits.ts';
import type { TimedPracticeOffer } from '#contract/study/timed-practice.ts';

/** How many may be asked at once. */
export const mostOf = ({ available }: Pick<TimedPracticeOffer, 'available'>) =>
  Math.min(available, PRACTICE_QUESTIONS_MAX);

export const proposedCount = (offer: Pick<TimedPracticeOffer, 'available'>) =>
  Math.min(TIMED_PRACTICE_QUESTIONS, mostOf(offer));

/** The pace of an exam, within the limits; for a person with extra time, as long as their exams are. */
export const proposedMinutes = (count: number, { extraTime }: Pick<TimedPracticeOffer, 'extraTime'>) => {
  const plain = Math.max(TIMED_MINUTES_MIN, count * TIMED_MINUTES_PER_QUESTION);
  return Math.min(TIMED_MINUTES_MAX, extraTime ? extendedMinutes(plain, extraTime) : plain);
};

/** What is left out of the simulado, and why; null: nothing. */
export function leftOutWords({ withheld, leavesOutExam }: Pick<TimedPracticeOffer, 'withheld' | 'leavesOutExam'>) {
  const words = [
    withheld === 1 &&
      '1 questão fica de fora: é de um simulado que você ainda vai fazer, de um curso que você não tem, ou não está no banco.',
    withheld > 1 &&
      `${withheld} questões ficam de fora: são de simulados que você ainda vai fazer, de cursos que você não tem, ou não estão no banco.`,
    leavesOutExam && 'Questões de um simulado em andamento ficam de fora até o resultado.',
  ].filter(Boolean);
  return words.length > 0 ? words.join(' ') : null;
}
