import { type ExamRules, plainRules } from '#contract/exams/exam-rules.ts';
import { judge, type Tally } from '#server/features/exams/mock-exams/grading/exam-rules.ts';
import { type Random, seeded } from '#server/features/study/review/engine/random.ts';
import type { Level } from './ability-history.ts';
import { chanceOnPaper, type Line, type Uncertainty, uncertaintyOf } from './expected-score.ts';
import { damped, logistic } from './mastery-model.ts';

/** A line of the syllabus with the subject that its points belong to. */
export type PaperLine = Line & { subjectId: number };

/** How the exam counts. `wrong` and `blank` are in questions: −1 takes a right answer back. */
export type PaperRules = {
  /** Null: the edital's rule is unknown; wrong answers are assumed to cost no points. */
  wrong: number | null;
  blank: number;
  passMark: number | null;
  subjects: readonly { subjectId: number; points: number; minimum: number | null }[];
  /** Whether its questions are those of the bank. Those of an exam are new, and may be harder. */
  isFromBank?: boolean;
};

/** The chance that an exam is harder than the bank, and by how many logits. A prior: the next paper is unknown. */
const HARDER = { chance: 0.25, by: 0.4 };
const difficultiesOf = ({ isFromBank }: PaperRules) =>
  isFromBank
    ? [{ chance: 1, harder: 0 }]
    : [
        { chance: 1 - HARDER.chance, harder: 0 },
        { chance: HARDER.chance, harder: HARDER.by },
      ];

/** Whether answering without knowing brings more than leaving the question blank. */
type Guessing = 'pays' | 'even' | 'costs';

export function guessingOf(rules: Pick<PaperRules, 'wrong' | 'blank'>, guess: number): Guessing {
  const answered = guess + (1 - guess) * (rules.wrong ?? 0);
  if (Math.abs(answered - rules.blank) < 1e-9) return 'even';
  return answered > rules.blank ? 'pays' : 'costs';
}

export type PaperScore = {
  /** Expected net points, with the interval that holds eight of ten results. */
  score: number;
  low: number;
  high: number;
  of: number;
  /** The chance to reach the pass mark and every minimum; null where the exam has neither. */
  passChance: number | null;
  minimums: { subjectId: number; minimum: number; expected: number; low: number; high: number; chance: number }[];
};

/** The rules as the engine of mock exams counts them. A minimum is in right answers, net of what wrong ones cost. */
const engineRules = ({ wrong, blank, passMark, subjects }: PaperRules): ExamRules => ({
  ...plainRules,
  wrong: wrong ?? 0,
  blank,
  weights: subjects.map(({ subjectId, points }) => ({ subjectId, weight: points })),
  minimums: subjects.flatMap(({ subjectId, points, minimum }) =>
    minimum === null ? [] : [{ name: String(subjectId), subjectIds: [subjectId], points: minimum * points }],
  ),
  passLine: passMark ?? 0,
});

/** Net points that one question of a line is expected to bring. What does not pay is left blank. */
export function expectedOf(line: Line, chance: number, rules: PaperRules): number {
  const wrong = rules.wrong ?? 0;
  if (guessingOf(rules, line.guess) !== 'costs') return line.points * (chance + (1 - chance) * wrong);
  const known = line.guess < 1 ? (chance - line.guess) / (1 - line.guess) : 0;
  return line.points * (known + (1 - known) * rules.blank);
}

/** Expected net points alone: exact and cheap, for the map and for every list. */
export const expectedNet = (ability: Level, lines: readonly Line[], rules: PaperRules): number =>
  difficultiesOf(rules).reduce(
    (all, { chance, harder }) =>
      all +
      chance *
        lines.reduce((sum, line) => {
          return sum + line.questions * expectedOf(line, chanceOnPaper(ability, line, harder), rules);
        }, 0),
    0,
  );

const PAPERS_MOST = 1000;
const PAPERS_LEAST = 150;
/** Lines times papers: what the event loop bears, also with the longest syllabus. */
const WORK_MOST = 100_000;
const papersFor = (lines: number) =>
  Math.max(PAPERS_LEAST, Math.min(PAPERS_MOST, Math.floor(WORK_MOST / Math.max(1, lines))));
/**
 * About 80 % of results lie inside the interval. More of the others lie above it: an estimate that is too high does
 * more harm.
 */
const EXAM: Shares = [0.08, 0.87];
/** For a paper from the bank the difficulty is known, so as many results lie above the interval as below. */
const BANK: Shares = [0.08, 0.92];
type Shares = readonly [number, number];

/**
 * Simulates the paper: each run has an ability, an offset per line and a difficulty of the paper as far as they are
 * unknown, then an answer per question, counted by the engine of mock exams. The seed is fixed, so the same student is
 * shown the same interval until something changes.
 */
export function scoreOf(ability: Level, lines: readonly PaperLine[], rules: PaperRules): PaperScore {
  const random = seeded(SEED);
  const papers = papersFor(lines.length);
  const engine = engineRules(rules);
  const unknown = uncertaintyOf(ability, lines);
  const subjects = [...new Set(lines.map(({ subjectId }) => subjectId))];
  const results: number[] = [];
  const bySubject = new Map<number, number[]>(subjects.map((id) => [id, []]));
  let passes = 0;
  for (let paper = 0; paper < papers; paper += 1) {
    const judged = judge(engine, simulated({ ability, lines, rules, unknown, random }), 0);
    results.push(judged.points / 100);
    if (judged.passed) passes += 1;
    for (const { subjectId, points } of judged.subjects) {
      if (subjectId !== null) bySubject.get(subjectId)?.push(points / 100);
    }
  }
  const of = lines.reduce((sum, { questions, points }) => sum + questions * points, 0);
  const score = expectedNet(ability, lines, rules);
  const shares = rules.isFromBank ? BANK : EXAM;
  const [low, high] = quantiles(results, shares);
  const minimums = rules.subjects.flatMap(({ subjectId, points, minimum }) => {
    const own = bySubject.get(subjectId);
    if (minimum === null || !own) return [];
    const hits = own.map((one) => one / points);
    const [least, most] = quantiles(hits, shares);
    const ownLines = lines.filter((line) => line.subjectId === subjectId);
    const expected = expectedNet(ability, ownLines, rules) / points;
    const chance = hits.filter((one) => one >= minimum - 1e-9).length / papers;
    return [{ subjectId, minimum, expected, low: least, high: most, chance }];
  });
  const canFail = rules.passMark !== null || minimums.length > 0;
  return {
    score,
    low: Math.min(low, score),
    high: Math.min(of, Math.max(high, score)),
    of,
    passChance: canFail ? passes / papers : null,
    minimums,
  };
}

const SEED = 20_261_117;

/** Standard normal (Box and Muller). */
const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

function quantiles(values: readonly number[], [low, high]: Shares): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return [at(low), at(high)];
}

type Simulated = {
  ability: Level;
  lines: readonly PaperLine[];
  rules: PaperRules;
  unknown: Uncertainty;
  random: Random;
};

/** One paper, answered. Fractions of questions are rounded so that the whole paper has the right number. */
function simulated({ ability, lines, rules, unknown, random }: Simulated): Tally[] {
  const harder = !rules.isFromBank && random() < HARDER.chance ? HARDER.by : 0;
  const level = ability.value + Math.sqrt(unknown.together) * normal(random) - harder;
  const tallies = new Map<number, Tally>();
  let through = random();
  for (const line of lines) {
    const before = Math.floor(through);
    through += line.questions;
    const count = Math.floor(through + 1e-9) - before;
    const offset = line.offset.value + Math.sqrt(unknown.offset(line)) * normal(random);
    const known = logistic(damped(level + offset - line.difficulty - line.forgotten, line.spread));
    const leavesBlank = guessingOf(rules, line.guess) === 'costs';
    const tally = tallies.get(line.subjectId) ?? emptyTally(line.subjectId);
    tallies.set(line.subjectId, tally);
    for (let question = 0; question < count; question += 1) {
      if (random() < known) tally.right += 1;
      else if (leavesBlank) tally.blank += 1;
      else if (random() < line.guess) tally.right += 1;
      else tally.wrong += 1;
    }
  }
  return [...tallies.values()];
}

const emptyTally = (subjectId: number): Tally => ({ subjectId, right: 0, wrong: 0, blank: 0, annulled: 0, helped: 0 });
