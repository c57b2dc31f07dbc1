import type { FSRSAlgorithm, FSRSState, Grade } from 'ts-fsrs';
import { dayNumber } from '#server/time/calendar.ts';

/** De novo, Com esforço, Bem, Fácil: the grades of FSRS. */
export const grades = [1, 2, 3, 4] as const;
export type CardGrade = (typeof grades)[number];

export type GradedAnswer = { grade: CardGrade; day: string };
/** What another program knew of the memory before the first answer. */
export type CardSeed = { stability: number; difficulty: number; day: string };

export type CardState = {
  stability: number;
  difficulty: number;
  lastDay: string;
  lastGrade: CardGrade;
  answers: number;
  lapses: number;
};

/**
 * The state of a card after its answers, in the order of their days. As for questions, the first answer of a day moves
 * the memory and a repeat on the same day does not.
 */
export function replayCard(
  answers: readonly GradedAnswer[],
  seed: CardSeed | null,
  model: FSRSAlgorithm,
): CardState | null {
  let memory: FSRSState | null = seed ? { stability: seed.stability, difficulty: seed.difficulty } : null;
  let lastDay = seed?.day ?? null;
  let state: CardState | null = seed
    ? { stability: seed.stability, difficulty: seed.difficulty, lastDay: seed.day, lastGrade: 3, answers: 0, lapses: 0 }
    : null;
  for (const { grade, day } of answers) {
    const days = lastDay === null ? 0 : dayNumber(day) - dayNumber(lastDay);
    const moves = memory === null || days > 0;
    if (moves) {
      memory = model.next_state(memory, Math.max(0, days), grade as Grade);
      lastDay = day;
    }
    if (!memory || lastDay === null) continue;
    state = {
      stability: memory.stability,
      difficulty: memory.difficulty,
      lastDay,
      lastGrade: grade,
      answers: (state?.answers ?? 0) + 1,
      lapses: (state?.lapses ?? 0) + (moves && grade === 1 ? 1 : 0),
    };
  }
  return state;
}

/** In how many days nine of ten cards are still known, for each grade given on `today`. */
export function daysAfterGrades(state: CardState | null, today: string, model: FSRSAlgorithm): number[] {
  return grades.map((grade) => {
    const days = state ? dayNumber(today) - dayNumber(state.lastDay) : 0;
    const before = state && { stability: state.stability, difficulty: state.difficulty };
    // An answer of today has moved the memory already.
    const after = before && days <= 0 ? before : model.next_state(before, days, grade as Grade);
    return Math.max(1, Math.round(after.stability));
  });
}
