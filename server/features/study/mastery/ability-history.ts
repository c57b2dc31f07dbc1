import { damped, type Estimate, logistic, paces, varianceOf, withGuess } from './mastery-model.ts';

/**
 * What the answers say about a student's ability over time. The history is cut into consecutive chunks. A chunk stores
 * the log likelihood of its answers on a grid of abilities, so its size does not grow with the number of answers.
 */
export type AbilityHistory = {
  /** Answers of a full chunk. It doubles when there are too many chunks. */
  chunkSize: number;
  chunks: Chunk[];
};
type Chunk = { answers: number; logs: number[] };

/** The ability today with its variance; `answers` counts different questions. */
export type Level = Estimate & { variance: number };

const LOWEST = -5;
const STEP = 0.5;
const POINTS = 21;
const grid = Array.from({ length: POINTS }, (_, at) => LOWEST + at * STEP);
const CHUNKS_MOST = 16;
const FIRST_CHUNK = 15;
/** No answer is impossible, whatever the difficulty says. */
const CHANCE_LEAST = 1e-4;

export const noHistory = (): AbilityHistory => ({ chunkSize: FIRST_CHUNK, chunks: [] });

/** Adds a first answer, in place. The ability looks at all topics alike, so the topic's offset counts as unknown. */
export function addToHistory(history: AbilityHistory, difficulty: Estimate, guess: number, right: boolean): void {
  const variance = paces.offset.variance + varianceOf(paces.difficulty, difficulty.answers);
  const chunk = openChunk(history);
  chunk.answers += 1;
  for (const [at, level] of grid.entries()) {
    const chance = withGuess(logistic(damped(level - difficulty.value, variance)), guess);
    chunk.logs[at] = (chunk.logs[at] ?? 0) + Math.log(Math.max(CHANCE_LEAST, right ? chance : 1 - chance));
  }
}

/** The chunk that the next answer belongs to. Neighbours are merged when there are too many chunks. */
function openChunk(history: AbilityHistory): Chunk {
  const last = history.chunks.at(-1);
  if (last && last.answers < history.chunkSize) return last;
  if (history.chunks.length === CHUNKS_MOST) {
    const { chunks } = history;
    history.chunks = chunks.flatMap((chunk, at) => (at % 2 === 0 ? [merged(chunk, chunks[at + 1])] : []));
    history.chunkSize *= 2;
  }
  const chunk: Chunk = { answers: 0, logs: grid.map(() => 0) };
  history.chunks.push(chunk);
  return chunk;
}

const merged = (one: Chunk, other: Chunk | undefined): Chunk =>
  other ? { answers: one.answers + other.answers, logs: one.logs.map((log, at) => log + (other.logs[at] ?? 0)) } : one;

/** The history as one row of numbers: the size of a full chunk, then each chunk with its answers and logarithms. */
export const storedHistory = ({ chunkSize, chunks }: AbilityHistory): number[] => [
  chunkSize,
  ...chunks.flatMap(({ answers, logs }) => [answers, ...logs]),
];

export function historyOf(stored: readonly number[]): AbilityHistory {
  const [chunkSize, ...numbers] = stored;
  if (chunkSize === undefined) return noHistory();
  const chunks = Array.from({ length: Math.floor(numbers.length / (POINTS + 1)) }, (_, at): Chunk => {
    const from = at * (POINTS + 1);
    return { answers: numbers[from] ?? 0, logs: numbers.slice(from + 1, from + 1 + POINTS) };
  });
  return { chunkSize, chunks };
}

/** What a student may have gained or lost between the first answer and the last, in logits. */
const GAINS = [-0.5, 0, 0.5, 1, 1.5] as const;
/** How likely each gain is before any answer. The nightly pass moves them by the school's own students. */
export const shippedGainWeights: readonly number[] = [0.08, 0.56, 0.16, 0.14, 0.06];
/** The shipped weights count like this many students. */
const PRIOR_STUDENTS = 15;
/** Abilities wander: an answer this many answers ago has a third of the weight. */
const WINDOW = 400;
/** The share of students who only guess. Their answers say that they know nothing, however many they are. */
const GUESSERS = 0.03;
const GUESSING_BELOW = LOWEST + 0.5;
const LEVELS = Array.from({ length: 2 * POINTS - 1 }, (_, at) => LOWEST + (at * STEP) / 2);
const guesserLevels = LEVELS.filter((level) => level <= GUESSING_BELOW).length;

/** Students spread normally before their first answer, apart from those who only guess. */
function priorOf(first: number, gain: number): number {
  const usual = ((1 - GUESSERS) * Math.exp((-first * first) / 2) * (STEP / 2)) / Math.sqrt(2 * Math.PI);
  return Math.log(usual + (gain === 0 && first <= GUESSING_BELOW ? GUESSERS / guesserLevels : 0));
}

/** Log of prior and likelihood for every level today, given a gain. `window` null gives all answers the same weight. */
function logsGiven({ chunks }: AbilityHistory, gain: number, window: number | null): number[] {
  const all = chunks.reduce((sum, { answers }) => sum + answers, 0);
  let through = 0;
  const placed = chunks.map(({ answers, logs }) => {
    const middle = through + answers / 2;
    through += answers;
    return { logs, below: gain * (1 - middle / all), weight: window === null ? 1 : Math.exp((middle - all) / window) };
  });
  return LEVELS.map((level) =>
    placed.reduce(
      (sum, { logs, below, weight }) => sum + weight * interpolated(logs, level - below),
      priorOf(level - gain, gain),
    ),
  );
}

/** The ability after the last answer. */
export function levelOf(history: AbilityHistory, answers: number, weights: readonly number[]): Level {
  const logs = GAINS.map((gain, at) => {
    const prior = Math.log(Math.max(1e-9, weights[at] ?? 0));
    return logsGiven(history, gain, WINDOW).map((log) => log + prior);
  });
  const most = Math.max(...logs.flat());
  let [mass, sum, square] = [0, 0, 0];
  for (const given of logs) {
    for (const [at, log] of given.entries()) {
      const share = Math.exp(log - most);
      const level = LEVELS[at] ?? 0;
      mass += share;
      sum += share * level;
      square += share * level * level;
    }
  }
  const value = sum / mass;
  return { value, answers, variance: Math.max(0, square / mass - value * value) };
}

/** How well each gain explains one student's answers. */
export function gainLikelihoods(history: AbilityHistory): number[] {
  const logs = GAINS.map((gain) => {
    const given = logsGiven(history, gain, null);
    const most = Math.max(...given);
    return most + Math.log(given.reduce((sum, log) => sum + Math.exp(log - most), 0));
  });
  const most = Math.max(...logs);
  return logs.map((log) => Math.exp(log - most));
}

const EM_ROUNDS = 60;

/**
 * Estimates the probability of each gain in this school by expectation maximisation. Starts from the shipped weights
 * and is regularised towards them.
 */
export function fitGainWeights(likelihoods: readonly (readonly number[])[]): number[] {
  let weights = [...shippedGainWeights];
  for (let round = 0; round < EM_ROUNDS; round += 1) {
    const counts = shippedGainWeights.map((weight) => weight * PRIOR_STUDENTS);
    for (const own of likelihoods) {
      const total = weights.reduce((sum, weight, at) => sum + weight * (own[at] ?? 0), 0);
      for (const [at, weight] of weights.entries()) counts[at] = (counts[at] ?? 0) + (weight * (own[at] ?? 0)) / total;
    }
    weights = counts.map((count) => count / (PRIOR_STUDENTS + likelihoods.length));
  }
  return weights;
}

/** Between the points of the grid (Catmull and Rom): exact for parabolas, which log likelihoods nearly are. */
function interpolated(logs: readonly number[], level: number): number {
  const position = Math.min(POINTS - 1.000001, Math.max(0, (level - LOWEST) / STEP));
  const at = Math.floor(position);
  const t = position - at;
  const p1 = logs[at] ?? 0;
  const p2 = logs[at + 1] ?? p1;
  const p0 = logs[at - 1] ?? 2 * p1 - p2;
  const p3 = logs[at + 2] ?? 2 * p2 - p1;
  return p1 + 0.5 * t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * (p1 - p2) + p3 - p0)));
}
