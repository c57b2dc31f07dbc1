import { FSRSAlgorithm, type FSRSState, generatorParameters, Rating } from 'ts-fsrs';
import { dayNumber } from '#server/time/calendar.ts';

/** One row of the log, of one student and one question. */
export type LoggedAnswer = {
  source: string;
  sourceKey: string;
  optionId: number;
  isRight: boolean;
  /** The calendar day, '2026-11-15'. */
  day: string;
  /** Given to another question of the topic, which was asked in its place. */
  isStandIn?: boolean;
};

export type MemoryState = {
  stability: number;
  difficulty: number;
  lastDay: string;
  lastRight: boolean;
  answers: number;
  wrongs: number;
  lastWrongDay: string | null;
  wrongOptionId: number | null;
  rightDays: number;
};

export const memoryWeights: readonly number[] = generatorParameters().w;

const byDefault = new FSRSAlgorithm(generatorParameters());

/** The model of a student: with individually fitted weights, or with the default ones. */
export const modelOf = (weights: readonly number[] | null): FSRSAlgorithm =>
  weights === null ? byDefault : new FSRSAlgorithm(generatorParameters({ w: [...weights] }));

/**
 * What the log says, from its first row to its last. Whatever comes on a day that has moved the memory already (or on an
 * earlier one, when a clock was wrong) counts for the notebook and leaves the memory alone.
 */
export function replay(rows: readonly LoggedAnswer[], model: FSRSAlgorithm = byDefault): MemoryState | null {
  const guesses = new Set(rows.filter((row) => row.source === 'guess').map((row) => row.sourceKey));
  const answers = rows.filter((row) => row.source !== 'guess');
  return (
    answers.reduce<Replayed | null>((before, row) => {
      return after(model, before, row, row.isRight && !guesses.has(row.sourceKey));
    }, null)?.state ?? null
  );
}

/** An intermediate state, with what only the next row needs. */
type Replayed = { state: MemoryState; memory: FSRSState; lastRightDay: string | null };

function after(
  fsrs: FSRSAlgorithm,
  before: Replayed | null,
  { day, optionId, isStandIn }: LoggedAnswer,
  right: boolean,
): Replayed | null {
  const grade = right ? Rating.Good : Rating.Again;
  if (!before) {
    // A substitute cannot refresh a question that was never asked.
    if (isStandIn) return null;
    const memory = fsrs.next_state(null, 0, grade);
    const nothing = { answers: 0, wrongs: 0, lastWrongDay: null, wrongOptionId: null, rightDays: 0 };
    return { memory, ...noted({ ...memoryOf(memory, day), ...nothing, lastRight: right }, day, optionId, right, null) };
  }
  const days = dayNumber(day) - dayNumber(before.state.lastDay);
  const memory = days > 0 ? fsrs.next_state(before.memory, days, grade) : before.memory;
  const state = { ...before.state, ...memoryOf(memory, days > 0 ? day : before.state.lastDay), lastRight: right };
  const note = isStandIn ? noteSubstitute : noted;
  return { memory, ...note(state, day, optionId, right, before.lastRightDay) };
}

const memoryOf = ({ stability, difficulty }: FSRSState, lastDay: string) => ({ stability, difficulty, lastDay });

/** What the notebook makes of an answer. */
function noted(state: MemoryState, day: string, optionId: number, right: boolean, lastRightDay: string | null) {
  const answers = state.answers + 1;
  if (right) {
    const rightDays = state.rightDays + (lastRightDay === day ? 0 : 1);
    return { state: { ...state, answers, rightDays }, lastRightDay: day };
  }
  const wrong = { wrongs: state.wrongs + 1, lastWrongDay: day, wrongOptionId: optionId, rightDays: 0 };
  return { state: { ...state, answers, ...wrong }, lastRightDay: null };
}

/** A right answer to the substitute counts towards leaving the notebook; a wrong one is a mistake of the substitute. */
function noteSubstitute(
  state: MemoryState,
  day: string,
  optionId: number,
  right: boolean,
  lastRightDay: string | null,
) {
  if (right) {
    const { state: next, lastRightDay: rightOn } = noted(state, day, optionId, right, lastRightDay);
    return { state: { ...next, answers: state.answers }, lastRightDay: rightOn };
  }
  return { state: { ...state, rightDays: 0 }, lastRightDay: null };
}
