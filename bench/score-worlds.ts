import { judge, type Tally } from '#server/features/exams/mock-exams/grading/exam-rules.ts';
import { missingEvidence } from '#server/features/study/mastery/evidence.ts';
import { newcomer } from '#server/features/study/mastery/mastery-model.ts';
import { type PaperLine, type PaperRules, scoreOf } from '#server/features/study/mastery/paper.ts';
import { beginner, continued, type StudentAnswer } from '#server/features/study/mastery/student-replay.ts';
import { type Random, seeded } from '#server/features/study/review/engine/random.ts';
import { normal } from './normal.ts';

const TOPICS = 20;
const QUESTIONS_EACH = 120;
const EXAM_QUESTIONS = 3;
/** What the product believes of a question is off by this much, and it believes it from this many answers. */
const WRONG_BY = 0.4;
const BELIEVED_ANSWERS = 40;
const ANSWERS_LEAST = 60;
const ANSWERS_MOST = 2000;

type Question = { id: number; topic: number; difficulty: number; slope: number; believed: number };

/** How a made-up school differs from the model that the product believes in. */
type World = {
  options: number;
  /** Spread of how well a question separates students (2PL): the logarithm's deviation. */
  slopes: number;
  /** Every second answer repeats an earlier question, which is then mostly remembered. */
  repeats: boolean;
  /** Everybody guesses, always. */
  guessers: boolean;
  /** Logits gained from the first answer to the last, evenly. */
  gain: number;
  /** Logits forgotten between the last answer and the exam. */
  forgotten: number;
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
  'half a logit forgotten in 60 days': { ...plain, forgotten: 0.5 },
  'a paper 0.4 logit harder': { ...plain, harder: 0.4 },
  'topics unevenly practised': { ...plain, uneven: true },
  'negative marking': { ...plain, options: 2, wrong: -1 },
};

/** The score shown to one student, and the result of the exam. */
export type Sitting = { answers: number; score: number; low: number; high: number; result: number };

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

function bankOf(world: World, random: Random): Question[] {
  return Array.from({ length: TOPICS * QUESTIONS_EACH }, (_, id) => {
    const difficulty = 0.9 * normal(random) + 0.3 * Math.sin(id % TOPICS);
    const slope = Math.exp(world.slopes * normal(random));
    return { id, topic: id % TOPICS, difficulty, slope, believed: difficulty + WRONG_BY * normal(random) };
  });
}

/** What an exam asks of each topic, as the product sees it. */
function linesOf(questions: readonly Question[], guess: number): Omit<PaperLine, 'offset'>[] {
  return Array.from({ length: TOPICS }, (_, topic) => {
    const own = questions.filter((one) => one.topic === topic).map(({ believed }) => believed);
    const mean = own.reduce((sum, one) => sum + one, 0) / own.length;
    const spread = own.reduce((sum, one) => sum + (one - mean) ** 2, 0) / own.length;
    return { subjectId: 1, questions: EXAM_QUESTIONS, points: 1, difficulty: mean, spread, guess };
  });
}

/** The chance that a student who answered a question before still knows the key. */
const REMEMBERED = 0.85;

/** Students of one world, each with an exam after their answers; those with too little evidence get no score. */
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
  const told: Sitting[] = [];
  let fewData = 0;
  for (let student = 0; student < students; student += 1) {
    let ability = normal(random);
    const offsets = Array.from({ length: TOPICS }, () => 0.5 * normal(random));
    const chance = ({ topic, difficulty, slope }: Question, shift: number) => {
      if (world.guessers) return guess;
      const logit = slope * (ability + (offsets[topic] ?? 0) - difficulty + shift);
      return guess + (1 - guess) / (1 + Math.exp(-logit));
    };
    const count = Math.round(ANSWERS_LEAST * (ANSWERS_MOST / ANSWERS_LEAST) ** random());
    const met: Question[] = [];
    const known = new Set<number>();
    const answers = Array.from({ length: count }, (_, id): StudentAnswer => {
      ability += world.gain / count;
      const isRepeat = world.repeats && id % 2 === 1;
      const topic =
        world.uneven && random() < 0.8 ? Math.floor((random() * TOPICS) / 2) : Math.floor(random() * TOPICS);
      const question = isRepeat ? pick(met, random) : pick(byTopic[topic] as Question[], random);
      const isFirst = !known.has(question.id);
      const right = random() < (isFirst ? chance(question, 0) : Math.max(REMEMBERED, chance(question, 0)));
      known.add(question.id);
      met.push(question);
      return {
        id,
        topicId: question.topic,
        right,
        options: world.options,
        difficulty: question.believed,
        difficultyAnswers: BELIEVED_ANSWERS,
        day: '2026-11-15',
        isFirst,
        isNewQuestion: isFirst,
      };
    });
    const state = continued(beginner(), answers, 0);
    const own = lines.map((line, topic) => ({ ...line, offset: state.topics.get(topic) ?? newcomer.offset }));
    const evidence = own.map(({ questions: of, offset }) => ({ of, answers: offset.answers }));
    if (missingEvidence(evidence).missing > 0) {
      fewData += 1;
      continue;
    }
    const { score, low, high } = scoreOf(state.ability, own, rules);
    const tally: Tally = { subjectId: 1, right: 0, wrong: 0, blank: 0, annulled: 0, helped: 0 };
    for (const bank of byTopic) {
      for (let at = 0; at < EXAM_QUESTIONS; at += 1) {
        const isRight = random() < chance(pick(bank, random), -world.harder - world.forgotten);
        if (isRight) tally.right += 1;
        else tally.wrong += 1;
      }
    }
    const result = judge(examRulesOf(world), [tally], 0).points / 100;
    told.push({ answers: state.ability.answers, score, low, high, result });
  }
  return { told, fewData };
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
