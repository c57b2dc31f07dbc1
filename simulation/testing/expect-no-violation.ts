import { expect, inject } from 'vitest';
import type { Step } from '../plan.ts';
import { playOnNewDatabase } from '../runs.ts';

/** Plays the steps of a seed and expects that every law holds. */
export async function expectNoViolation(seed: number, steps: readonly Step[]): Promise<void> {
  const { violations } = await playOnNewDatabase(inject('cluster'), { seed, steps });
  expect(violations).toEqual([]);
}
