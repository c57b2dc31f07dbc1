import { type Estimate, type MasteryState, type Paces, paces, varianceOf } from './mastery-model.ts';
import { type Answer, learn, nothingLearnt } from './replay.ts';

/** A first answer to a question: the student's level at that time with its variance, and the outcome. */
type Meeting = { level: number; variance: number; guess: number; right: boolean };

/** Abilities and difficulties explain each other; after three rounds neither moves by more than a hundredth. */
const ROUNDS = 3;
const NEWTON_STEPS = 6;

/** The difficulty of a question, and how many of its first answers were right. */
type Counted = Estimate & { rights: number };

/**
 * The nightly pass: estimates difficulties from all first answers at once, with each student's ability at the time of
 * the answer. Unlike the online steps it does not depend on the order of the answers, and it also learns the prior of
 * a new question.
 */
export function estimateDifficulties<Id>(
  answers: readonly Answer<Id>[],
  pace: Paces = paces,
): { difficulties: Map<Id, Counted>; newQuestion: Estimate } {
  const share = (answers.filter((answer) => answer.right).length + 1) / (answers.length + 2);
  let newQuestion: Estimate = { value: Math.log((1 - share) / share), answers: 0 };
  let difficulties = new Map<Id, Counted>();
  for (let round = 0; round < ROUNDS; round++) {
    const mastery = { ...nothingLearnt<Id>(), difficulties, newQuestion };
    const meetings = new Map<Id, Meeting[]>();
    for (const answer of answers) {
      const { first, before } = learn(mastery, answer, { pace, difficultiesStand: true });
      if (first) note(meetings, answer, before, pace);
    }
    difficulties = new Map();
    let sum = 0;
    for (const [question, met] of meetings) {
      const value = likeliest(met, newQuestion.value, pace.difficulty.variance);
      difficulties.set(question, { value, answers: met.length, rights: met.filter(({ right }) => right).length });
      sum += value;
    }
    if (difficulties.size > 0) newQuestion = { value: sum / difficulties.size, answers: 0 };
  }
  return { difficulties, newQuestion };
}

function note<Id>(meetings: Map<Id, Meeting[]>, answer: Answer<Id>, before: MasteryState, pace: Paces): void {
  const meeting: Meeting = {
    level: before.ability.value + before.offset.value,
    variance: varianceOf(pace.ability, before.ability.answers) + varianceOf(pace.offset, before.offset.answers),
    guess: answer.guess,
    right: answer.right,
  };
  const met = meetings.get(answer.question);
  if (met) met.push(meeting);
  else meetings.set(answer.question, [meeting]);
}

/** The maximum a posteriori difficulty for these answers, with the difficulty of a new question as the prior. */
function likeliest(meetings: readonly Meeting[], prior: number, priorVariance: number): number {
  let difficulty = prior;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    let slope = (prior - difficulty) / priorVariance;
    let bend = 1 / priorVariance;
    for (const { level, variance, guess, right } of meetings) {
      const scale = 1 / Math.sqrt(1 + (Math.PI / 8) * variance);
      const known = 1 / (1 + Math.exp(-(level - difficulty) * scale));
      const chance = guess + (1 - guess) * known;
      const share = known / chance;
      slope -= scale * share * ((right ? 1 : 0) - chance);
      // Fisher's information: never negative, so every step goes towards the top.
      bend += scale * scale * share * share * chance * (1 - chance);
    }
    difficulty += slope / bend;
  }
  return difficulty;
}
