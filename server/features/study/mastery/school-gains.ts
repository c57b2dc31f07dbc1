import { type AbilityHistory, addToHistory, fitGainWeights, gainLikelihoods, noHistory } from './ability-history.ts';
import type { Estimate } from './mastery-model.ts';
import type { Answer } from './replay.ts';

/** Fewer first answers say nothing about a gain. */
const ANSWERS_NEEDED = 30;

/** How likely each gain is among these students, by their first answers and the night's difficulties. */
export function gainWeightsOf<Id>(
  answers: readonly Answer<Id>[],
  difficulties: ReadonlyMap<Id, Estimate>,
  newQuestion: Estimate,
): number[] {
  const students = new Map<Id, { history: AbilityHistory; met: Set<Id> }>();
  for (const { student, question, guess, right } of answers) {
    const known = students.get(student) ?? { history: noHistory(), met: new Set<Id>() };
    students.set(student, known);
    if (known.met.has(question)) continue;
    known.met.add(question);
    addToHistory(known.history, difficulties.get(question) ?? newQuestion, guess, right);
  }
  const enough = [...students.values()].filter(({ met }) => met.size >= ANSWERS_NEEDED);
  return fitGainWeights(enough.map(({ history }) => gainLikelihoods(history)));
}
