import { type Memory, rightChance } from '../engine/memory.ts';

/** An answer that moved the memory: its day as a number, and whether it was right. */
export type AnsweredDay = readonly [day: number, right: boolean];

export type QuestionTrace = {
  stability: number;
  difficulty: number;
  lastDay: number;
  lastRight: boolean;
  /** How likely the memory makes the answers after the first one, as a logarithm. */
  likelihood: number;
};

/**
 * Replays the answers to one question in a memory. `told` receives the expected chance of a right answer before each
 * answer but the first: what is forgotten is right by a guess with the chance `guess`.
 */
export function traceOf(
  memory: Memory,
  answers: readonly AnsweredDay[],
  guess = 0,
  told?: (expected: number, right: boolean, day: number) => void,
): QuestionTrace {
  const trace: QuestionTrace = { stability: 0, difficulty: 0, lastDay: 0, lastRight: false, likelihood: 0 };
  for (const [at, [day, right]] of answers.entries()) {
    if (at === 0) Object.assign(trace, memory.first(right));
    else {
      const recall = memory.recall(trace.stability, day - trace.lastDay);
      const expected = rightChance(recall, guess);
      told?.(expected, right, day);
      trace.likelihood += Math.log(chanceOf(expected, right));
      trace.stability = right
        ? memory.stabilityAfterRight(trace.stability, trace.difficulty, recall)
        : memory.stabilityAfterWrong(trace.stability, trace.difficulty, recall);
      trace.difficulty = memory.difficultyAfter(trace.difficulty, right);
    }
    trace.lastDay = day;
    trace.lastRight = right;
  }
  return trace;
}

const SURE = 1e-4;

/** The likelihood of the outcome, never 0: one surprise must not outweigh a year. */
export const chanceOf = (expected: number, right: boolean): number =>
  Math.min(1 - SURE, Math.max(SURE, right ? expected : 1 - expected));

/** The columns of a log row that a memory uses. */
export type LogRow = { questionId: number; day: number; right: boolean };

/** Each question's answers, one per day: later answers on the same day, and those dated earlier, are ignored. */
export function answersByQuestion(rows: readonly LogRow[]): Map<number, AnsweredDay[]> {
  const byQuestion = new Map<number, AnsweredDay[]>();
  for (const { questionId, day, right } of rows) {
    const answers = byQuestion.get(questionId);
    if (!answers) byQuestion.set(questionId, [[day, right]]);
    else if (day > (answers.at(-1)?.[0] ?? 0)) answers.push([day, right]);
  }
  return byQuestion;
}
