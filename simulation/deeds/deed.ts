import type { Chance } from '../chance.ts';
import type { School } from '../school.ts';

/**
 * Something that a person or a machine does. It looks for what it needs in the school as it is now and does nothing
 * where that is missing, so that any subset of the steps of a run can be played.
 */
export type Deed = (school: School, chance: Chance) => Promise<void>;
export type Deeds = Record<string, { /** How often it happens beside the others. */ weight: number; run: Deed }>;
