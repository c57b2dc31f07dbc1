import {
  afterAnswer,
  difficultyAfter,
  type Estimate,
  type MasteryState,
  newcomer,
  type Paces,
  paces,
  probability,
} from './mastery-model.ts';

/** One graded answer. Ids are whatever names a student, a question version and a topic. */
export type Answer<Id = number> = {
  student: Id;
  question: Id;
  topic: Id | null;
  right: boolean;
  /** The chance of guessing right. */
  guess: number;
  /** The day it was given, as a number; unknown in recorded data. */
  day?: number;
};

export type StudentMastery<Id = number> = { ability: Estimate; topics: Map<Id, Estimate> };

/** Everything that was learnt so far. What is not in a map is as new as on the first day. */
export type Mastery<Id = number> = {
  students: Map<Id, StudentMastery<Id>>;
  difficulties: Map<Id, Estimate>;
  /** The prior difficulty of a question without answers. */
  newQuestion: Estimate;
  /** Questions that a student has answered: only first answers move an ability or a difficulty. */
  met: Map<Id, Set<Id>>;
};

export const nothingLearnt = <Id>(newQuestion = 0): Mastery<Id> => ({
  students: new Map(),
  difficulties: new Map(),
  newQuestion: { value: newQuestion, answers: 0 },
  met: new Map(),
});

export function masteryStateOf<Id>(mastery: Mastery<Id>, student: Id, topic: Id | null): MasteryState {
  const known = mastery.students.get(student);
  if (!known) return newcomer;
  return { ability: known.ability, offset: (topic === null ? null : known.topics.get(topic)) ?? newcomer.offset };
}

const difficultyOf = <Id>(mastery: Mastery<Id>, question: Id): Estimate =>
  mastery.difficulties.get(question) ?? mastery.newQuestion;

export function expected<Id>(mastery: Mastery<Id>, answer: Omit<Answer<Id>, 'right'>, pace: Paces = paces): number {
  const standing = masteryStateOf(mastery, answer.student, answer.topic);
  return probability(standing, difficultyOf(mastery, answer.question), answer.guess, pace);
}

/**
 * Updates the state with one answer, in place. A repeat changes no estimate. With `difficultiesStand` the difficulties
 * stay unchanged.
 */
export function learn<Id>(
  mastery: Mastery<Id>,
  answer: Answer<Id>,
  options: { pace?: Paces; difficultiesStand?: boolean } = {},
): { first: boolean; before: MasteryState } {
  const pace = options.pace ?? paces;
  const { student, question, topic, guess, right } = answer;
  const before = masteryStateOf(mastery, student, topic);
  const met = mastery.met.get(student) ?? new Set<Id>();
  if (met.has(question)) return { first: false, before };
  mastery.met.set(student, met.add(question));
  const difficulty = difficultyOf(mastery, question);
  const after = afterAnswer(before, difficulty, guess, right, pace);

  const known = mastery.students.get(student);
  const topics = known?.topics ?? new Map<Id, Estimate>();
  if (topic !== null) topics.set(topic, after.offset);
  if (known) known.ability = after.ability;
  else mastery.students.set(student, { ability: after.ability, topics });

  if (!options.difficultiesStand)
    mastery.difficulties.set(question, difficultyAfter(difficulty, before, guess, right, pace));
  return { first: true, before };
}
