import { generatorParameters } from 'ts-fsrs';
import { DAY_MS } from '#contract/time.ts';
import { judge, type Tally } from '#server/features/exams/mock-exams/grading/exam-rules.ts';
import { fitGainWeights, gainLikelihoods, levelOf } from '#server/features/study/mastery/ability-history.ts';
import { missingEvidence } from '#server/features/study/mastery/evidence.ts';
import { forgottenOf } from '#server/features/study/mastery/forgetting.ts';
import {
  damped,
  logistic,
  newcomer,
  paces,
  varianceOf,
  withGuess,
} from '#server/features/study/mastery/mastery-model.ts';
import { type PaperLine, type PaperRules, scoreOf } from '#server/features/study/mastery/paper.ts';
import {
  beginner,
  continued,
  type StudentAnswer,
  type StudentMastery,
} from '#server/features/study/mastery/student-replay.ts';
import { memoryOf } from '#server/features/study/review/engine/memory.ts';
import { type Random, seeded } from '#server/features/study/review/engine/random.ts';
import { normal } from './normal.ts';

const TOPICS = 20;
const QUESTIONS_EACH = 120;
const EXAM_QUESTIONS = 3;
/** The error of the product's estimate of a question, and the number of answers it is based on. */
const WRONG_BY = 0.4;
const BELIEVED_ANSWERS = 40;
const ANSWERS_LEAST = 60;
const ANSWERS_MOST = 2000;

type Question = { id: number; topic: number; difficulty: number; slope: number; believed: number };

/** How a simulated school differs from the model that the product assumes. */
type World = {
  options: number;
  /** Spread of how well a question separates students (2PL): the logarithm's deviation. */
  slopes: number;
  /** Every second answer repeats an earlier question, which is then mostly remembered. */
  repeats: boolean;
  /** Every student guesses every answer. */
  guessers: boolean;
  /** Logits gained from the first answer to the last, evenly. */
  gain: number;
  /** Logits forgotten between the last answer and the exam, and the days between them. */
  forgotten: number;
  days: number;
  /** How much harder the exam is than the bank. */
  harder: number;
  /** Half of the topics have nine tenths of the answers. */
  uneven: boolean;
  /** Points of a wrong answer. */
  wrong: number;
};

const plain: World = {
  options: 5,
  slopes: 0,
  repeats: false,
  guessers: false,
  gain: 0,
  forgotten: 0,
  days: 1,
  harder: 0,
  uneven: false,
  wrong: 0,
};

export const worlds: Record<string, World> = {
  "the model's own": plain,
  '2PL': { ...plain, slopes: 0.3 },
  'every second answer a repeat': { ...plain, repeats: true },
  guessers: { ...plain, guessers: true },
  'a learner who gains 1 logit': { ...plain, gain: 1 },
  'half a logit forgotten in 60 days': { ...plain, forgotten: 0.5, days: 60 },
  'a paper 0.4 logit harder': { ...plain, harder: 0.4 },
  'topics unevenly practised': { ...plain, uneven: true },
  'negative marking': { ...plain, options: 2, wrong: -1 },
};

/** The score shown to one student, the width of the interval before this round, and the result of the exam. */
export type Sitting = {
  answers: number;
  score: number;
  low: number;
  high: number;
  formerWidth: number;
  result: number;
};

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

function bankOf(world: World, random: Random): Question[] {
  return Array.from({ length: TOPICS * QUESTIONS_EACH }, (_, id) => {
    const difficulty = 0.9 * normal(random) + 0.3 * Math.sin(id % TOPICS);
    const slope = Math.exp(world.slopes * normal(random));
    return { id, topic: id % TOPICS, difficulty, slope, believed: difficulty + WRONG_BY * normal(random) };
  });
}

/** What an exam asks of each topic, as the product sees it. */
function linesOf(questions: readonly Question[], guess: number): Omit<PaperLine, 'offset' | 'forgotten'>[] {
  return Array.from({ length: TOPICS }, (_, topic) => {
    const own = questions.filter((one) => one.topic === topic).map(({ believed }) => believed);
    const mean = own.reduce((sum, one) => sum + one, 0) / own.length;
    const spread = own.reduce((sum, one) => sum + (one - mean) ** 2, 0) / own.length;
    return { subjectId: 1, questions: EXAM_QUESTIONS, points: 1, difficulty: mean, spread, guess };
  });
}

/** The chance that a student who answered a question before still knows the key. */
const REMEMBERED = 0.85;
const ANSWERS_PER_DAY = 20;
const FIRST_DAY = Date.UTC(2026, 0, 5);
const dayAt = (index: number) => new Date(FIRST_DAY + index * DAY_MS).toISOString().slice(0, 10);

type Student = { state: StudentMastery; stabilities: (number | null)[]; result: number };

/**
 * Simulates students of one world, each with an exam after their answers. Students with too little evidence get no
 * score. The gains are fitted to all students first, as the nightly job does.
 */
export function sittings(world: World, students: number, seed: number): { told: Sitting[]; fewData: number } {
  const random = seeded(seed);
  const guess = 1 / world.options;
  const questions = bankOf(world, random);
  const byTopic = Array.from({ length: TOPICS }, (_, topic) => questions.filter((one) => one.topic === topic));
  const lines = linesOf(questions, guess);
  const rules: PaperRules = {
    wrong: world.wrong,
    blank: 0,
    passMark: null,
    subjects: [{ subjectId: 1, points: 1, minimum: null }],
  };
  const all = Array.from({ length: students }, () => studentOf(world, byTopic, random));
  const gainWeights = fitGainWeights(all.map(({ state }) => gainLikelihoods(state.history)));
  const told: Sitting[] = [];
  for (const { state, stabilities, result } of all) {
    const own = lines.map((line, topic) => ({
      ...line,
      offset: state.topics.get(topic) ?? newcomer.offset,
      forgotten: forgottenOf(stabilities[topic] ?? null, world.days),
    }));
    const evidence = own.map(({ questions: of, offset }) => ({ of, answers: offset.answers }));
    if (missingEvidence(evidence).missing > 0) continue;
    const { score, low, high } = scoreOf(levelOf(state.history, state.ability.answers, gainWeights), own, rules);
    const formerWidth = formerWidthOf(state, own, rules);
    told.push({ answers: state.ability.answers, score, low, high, formerWidth, result });
  }
  return { told, fewData: students - told.length };
}

/**
 * The width of the interval before this round: the running ability's variance by a formula, without simulation. Net
 * points were unknown to it; they are as much wider as a wrong answer costs.
 */
function formerWidthOf({ ability }: StudentMastery, lines: readonly PaperLine[], { wrong }: PaperRules): number {
  const abilityVariance = varianceOf(paces.ability, ability.answers);
  const sums = { score: 0, variance: 0, together: 0, of: 0 };
  for (const line of lines) {
    const offsetVariance = varianceOf(paces.offset, line.offset.answers);
    const logit = ability.value + line.offset.value - line.difficulty;
    const known = logistic(damped(logit, abilityVariance + offsetVariance + line.spread));
    const chance = withGuess(known, line.guess);
    const slope = line.questions * (1 - line.guess) * known * (1 - known);
    sums.score += line.questions * chance;
    sums.of += line.questions;
    sums.variance += line.questions * chance * (1 - chance) + slope ** 2 * offsetVariance;
    sums.together += slope;
  }
  const reach = 1.2816 * Math.sqrt(sums.variance + sums.together ** 2 * abilityVariance * 0.6);
  const width = Math.min(sums.of, sums.score + reach) - Math.max(0, sums.score - reach);
  return width * (1 - (wrong ?? 0));
}

function studentOf(world: World, byTopic: readonly (readonly Question[])[], random: Random): Student {
  const guess = 1 / world.options;
  let ability = normal(random);
  const offsets = Array.from({ length: TOPICS }, () => 0.5 * normal(random));
  const chance = ({ topic, difficulty, slope }: Question, shift: number) => {
    if (world.guessers) return guess;
    const logit = slope * (ability + (offsets[topic] ?? 0) - difficulty + shift);
    return guess + (1 - guess) / (1 + Math.exp(-logit));
  };
  const count = Math.round(ANSWERS_LEAST * (ANSWERS_MOST / ANSWERS_LEAST) ** random());
  const met: Question[] = [];
  const memories = new Memories();
  const answers = Array.from({ length: count }, (_, id): StudentAnswer => {
    ability += world.gain / count;
    const isRepeat = world.repeats && id % 2 === 1;
    const topic = world.uneven && random() < 0.8 ? Math.floor((random() * TOPICS) / 2) : Math.floor(random() * TOPICS);
    const question = isRepeat ? pick(met, random) : pick(byTopic[topic] as Question[], random);
    const isFirst = !memories.has(question);
    const right = random() < (isFirst ? chance(question, 0) : Math.max(REMEMBERED, chance(question, 0)));
    met.push(question);
    const day = Math.floor(id / ANSWERS_PER_DAY);
    memories.answer(question, right, day);
    return {
      id,
      topicId: question.topic,
      right,
      options: world.options,
      difficulty: question.believed,
      difficultyAnswers: BELIEVED_ANSWERS,
      day: dayAt(day),
      isFirst,
      isNewQuestion: isFirst,
    };
  });
  const state = continued(beginner(), answers, 0);
  const tally: Tally = { subjectId: 1, right: 0, wrong: 0, blank: 0, annulled: 0, helped: 0 };
  for (const bank of byTopic) {
    for (let at = 0; at < EXAM_QUESTIONS; at += 1) {
      const isRight = random() < chance(pick(bank, random), -world.harder - world.forgotten);
      if (isRight) tally.right += 1;
      else tally.wrong += 1;
    }
  }
  const stabilities = byTopic.map((bank) => memories.stabilityOf(bank));
  return { state, stabilities, result: judge(examRulesOf(world), [tally], 0).points / 100 };
}

const memory = memoryOf(generatorParameters().w);

/** The memory of each question that a student answered, as the review stores it. */
class Memories {
  readonly #states = new Map<number, { stability: number; difficulty: number; day: number }>();

  has = ({ id }: Question): boolean => this.#states.has(id);

  answer({ id }: Question, right: boolean, day: number): void {
    const before = this.#states.get(id);
    if (!before) {
      this.#states.set(id, { ...memory.first(right), day });
      return;
    }
    if (before.day === day) return;
    const { stability, difficulty } = before;
    const recall = memory.recall(stability, day - before.day);
    const after = right ? memory.stabilityAfterRight : memory.stabilityAfterWrong;
    const next = {
      stability: after(stability, difficulty, recall),
      difficulty: memory.difficultyAfter(difficulty, right),
    };
    this.#states.set(id, { ...next, day });
  }

  /** The typical stability in a topic: the geometric mean. */
  stabilityOf(bank: readonly Question[]): number | null {
    const logs = bank.flatMap(({ id }) => {
      const state = this.#states.get(id);
      return state ? Math.log(state.stability) : [];
    });
    return logs.length === 0 ? null : Math.exp(logs.reduce((sum, one) => sum + one, 0) / logs.length);
  }
}

const examRulesOf = (world: World) => ({
  right: 1,
  wrong: world.wrong,
  blank: 0,
  annulment: 'point' as const,
  weights: [],
  minimums: [],
  totalMinimum: null,
  passLine: null,
  tieBreaks: [],
});
