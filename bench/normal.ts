import type { Random } from '#server/features/study/review/engine/random.ts';

/** Standard normal (Box and Muller). */
export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
