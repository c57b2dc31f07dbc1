import { generatorParameters } from 'ts-fsrs';
import { memoryOf } from '#server/features/study/review/engine/memory.ts';

const memory = memoryOf(generatorParameters().w);

/** Practice itself happens days apart, so the estimates contain what is forgotten within these days. */
const DAYS_INCLUDED = 3;
/**
 * Logits that a topic loses when the memory of its questions falls by the factor e. An assumption: an exam asks other
 * questions of the topic, and part of what is known does not depend on the questions practised.
 */
const LOGITS_PER_MEMORY = 1.2;
/** The upper bound of forgetting. */
const FORGOTTEN_MOST = 1.5;
/** How far the forgetting of two students differs, as a share of it. */
const FORGETTING_SPREAD = 0.25;

/**
 * Logits that a student forgot of a topic since its last answer. `stability` is the typical stability of the memory of
 * the topic's questions: repeats over many days make it long, and the topic is forgotten slowly.
 */
export function forgottenOf(stability: number | null, days: number): number {
  if (stability === null || stability <= 0 || days <= DAYS_INCLUDED) return 0;
  const fall = Math.log(memory.recall(stability, DAYS_INCLUDED) / memory.recall(stability, days));
  return Math.min(FORGOTTEN_MOST, LOGITS_PER_MEMORY * fall);
}

export const forgettingVariance = (forgotten: number): number => (FORGETTING_SPREAD * forgotten) ** 2;
