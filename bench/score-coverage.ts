import { levelOf, shippedGainWeights } from '#server/features/study/mastery/ability-history.ts';
import { newcomer } from '#server/features/study/mastery/mastery-model.ts';
import { type PaperLine, type PaperRules, scoreOf } from '#server/features/study/mastery/paper.ts';
import { beginner, continued, type StudentAnswer } from '#server/features/study/mastery/student-replay.ts';
import { type Random, seeded } from '#server/features/study/review/engine/random.ts';
import { normal } from './normal.ts';

const STUDENTS = 1000;
const TOPICS = 20;
const QUESTIONS_EACH = 40;
const EXAM_QUESTIONS = 3;
const OPTIONS = 5;
const GUESS = 1 / OPTIONS;
/** The error of the product's estimate of a question, and the number of answers it is based on. */
const WRONG_BY = 0.4;
const BELIEVED_ANSWERS = 40;

const rules: PaperRules = { wrong: 0, blank: 0, passMark: null, subjects: [], isFromBank: true };

type Question = { topic: number; difficulty: number; believed: number };
type Quarter = { quarter: number; covered: number; width: number };

/**
 * Made-up students with 60 to 2,000 answers, whose ability wanders, against questions whose difficulty the product has
 * wrong; then a simulado of 60 questions. How often its result lies in the 80 % interval, by quarters of ability.
 */
export function coverage(seed = 20_261_115): Quarter[] {
  const random = seeded(seed);
  const questions = Array.from({ length: TOPICS * QUESTIONS_EACH }, (_, at): Question => {
    const difficulty = 0.9 * normal(random) + 0.3 * Math.sin(at % TOPICS);
    return { topic: at % TOPICS, difficulty, believed: difficulty + WRONG_BY * normal(random) };
  });
  const lines = linesOf(questions);
  const students = Array.from({ length: STUDENTS }, () => sitting(questions, lines, random));
  const ordered = students.toSorted((a, b) => a.ability - b.ability);
  return [0, 1, 2, 3].map((quarter) => {
    const own = ordered.slice((quarter * STUDENTS) / 4, ((quarter + 1) * STUDENTS) / 4);
    return {
      quarter: quarter + 1,
      covered: own.filter(({ isWithin }) => isWithin).length / own.length,
      width: own.reduce((sum, { width }) => sum + width, 0) / own.length,
    };
  });
}

/** What an exam asks of each topic, as the product sees it. */
function linesOf(questions: readonly Question[]): Omit<PaperLine, 'offset'>[] {
  return Array.from({ length: TOPICS }, (_, topic) => {
    const own = questions.filter((one) => one.topic === topic).map(({ believed }) => believed);
    const mean = own.reduce((sum, one) => sum + one, 0) / own.length;
    const spread = own.reduce((sum, one) => sum + (one - mean) ** 2, 0) / own.length;
    return { subjectId: 1, questions: EXAM_QUESTIONS, points: 1, difficulty: mean, spread, guess: GUESS, forgotten: 0 };
  });
}

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

function sitting(questions: readonly Question[], lines: readonly Omit<PaperLine, 'offset'>[], random: Random) {
  let ability = normal(random);
  const offsets = Array.from({ length: TOPICS }, () => 0.5 * normal(random));
  const isRight = ({ topic, difficulty }: Question) => {
    const known = 1 / (1 + Math.exp(-(ability + (offsets[topic] ?? 0) - difficulty)));
    return random() < GUESS + (1 - GUESS) * known;
  };
  const count = Math.round(60 * (2000 / 60) ** random());
  const answers = Array.from({ length: count }, (_, id): StudentAnswer => {
    ability += 0.02 * normal(random);
    const question = pick(questions, random);
    return {
      id,
      topicId: question.topic,
      right: isRight(question),
      options: OPTIONS,
      difficulty: question.believed,
      difficultyAnswers: BELIEVED_ANSWERS,
      day: '2026-11-15',
      isFirst: true,
      isNewQuestion: true,
    };
  });
  const standing = continued(beginner(), answers, 0);
  const { low, high } = scoreOf(
    levelOf(standing.history, standing.ability.answers, shippedGainWeights),
    lines.map((line, topic) => ({ ...line, offset: standing.topics.get(topic) ?? newcomer.offset })),
    rules,
  );
  const byTopic = Array.from({ length: TOPICS }, (_, topic) => questions.filter((one) => one.topic === topic));
  let result = 0;
  for (const own of byTopic) {
    for (let at = 0; at < EXAM_QUESTIONS; at += 1) result += isRight(pick(own, random)) ? 1 : 0;
  }
  return { ability, isWithin: result >= low && result <= high, width: high - low };
}
