import { logistic, paces, varianceOf, withGuess } from '#server/features/study/mastery/mastery-model.ts';

/** A question that may be asked. */
export type Candidate = {
  questionId: number;
  questionVersionId: number;
  /** A line of the syllabus; without one the subject itself. */
  line: number;
  subject: number;
  /** How hard it is, and how many first answers say so. */
  difficulty: number;
  answers: number;
  guess: number;
};

/** What each line weighs in the exam. */
export type Weights = ReadonlyMap<number, number>;

/** Abilities that a newcomer may have, and how likely each is: a normal distribution in seven steps. */
const ABILITIES = [-2.25, -1.5, -0.75, 0, 0.75, 1.5, 2.25].map((at) => ({ at, share: Math.exp(-(at ** 2) / 2) }));
const ALL = ABILITIES.reduce((sum, { share }) => sum + share, 0);

/** The expected information of an answer from an unknown student (Fisher information, guesses included). */
export function informationOf({ difficulty, answers, guess }: Pick<Candidate, 'difficulty' | 'answers' | 'guess'>) {
  const told = ABILITIES.reduce((sum, { at, share }) => {
    const known = logistic(at - difficulty);
    const right = withGuess(known, guess);
    return sum + (share / ALL) * known ** 2 * ((1 - right) / right);
  }, 0);
  // A question with an uncertain difficulty is less informative.
  return told / (1 + varianceOf(paces.difficulty, answers));
}

/**
 * The most informative questions: one of every subject first, heaviest subject first, then by weight (Sainte-Laguë).
 * Within a subject by the weight of its lines, within a line by the information of an answer.
 */
export function chooseStartTest(candidates: readonly Candidate[], weights: Weights, size: number): Candidate[] {
  const subjects = [...Map.groupBy(candidates, ({ subject }) => subject).values()].map((own) => {
    const lines = [...Map.groupBy(own, ({ line }) => line)].map(([line, questions]) => ({
      weight: weights.get(line) ?? 0,
      taken: 0,
      questions: questions.toSorted((a, b) => informationOf(b) - informationOf(a) || a.questionId - b.questionId),
    }));
    return { weight: lines.reduce((sum, { weight }) => sum + weight, 0), taken: 0, lines };
  });
  const chosen: Candidate[] = [];
  while (chosen.length < size) {
    const open = subjects.filter(({ lines }) => lines.some(({ questions }) => questions.length > 0));
    const untouched = open.filter(({ taken }) => taken === 0);
    const subject = heaviest(untouched.length > 0 ? untouched : open);
    const line = subject && heaviest(subject.lines.filter(({ questions }) => questions.length > 0));
    const question = line?.questions.shift();
    if (!subject || !line || !question) break;
    subject.taken += 1;
    line.taken += 1;
    chosen.push(question);
  }
  // Subject after subject, as in an exam.
  const place = new Map(chosen.toReversed().map(({ subject }, at) => [subject, chosen.length - at]));
  return chosen.toSorted((a, b) => (place.get(a.subject) ?? 0) - (place.get(b.subject) ?? 0));
}

function heaviest<T extends { weight: number; taken: number }>(list: readonly T[]): T | undefined {
  const due = ({ weight, taken }: T) => weight / (2 * taken + 1);
  return list.reduce<T | undefined>(
    (best, one) => (best === undefined || due(one) > due(best) ? one : best),
    undefined,
  );
}
