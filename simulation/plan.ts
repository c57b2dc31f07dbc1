import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { chanceOf } from './chance.ts';
import { anyCalls } from './deeds/any-call.ts';
import { atOnceDeeds } from './deeds/at-once.ts';
import { belongings } from './deeds/belongings.ts';
import { buying } from './deeds/buying.ts';
import type { Deed, Deeds } from './deeds/deed.ts';
import { desk } from './deeds/desk.ts';
import { essays } from './deeds/essays.ts';
import { everyday } from './deeds/everyday.ts';
import { examDays } from './deeds/exam-days.ts';
import { faults } from './deeds/faults.ts';
import { files } from './deeds/files.ts';
import { office } from './deeds/office.ts';
import { ownLists } from './deeds/own-lists.ts';
import { owning } from './deeds/owning.ts';
import { publishing } from './deeds/publishing.ts';
import { studying } from './deeds/studying.ts';
import { teaching } from './deeds/teaching.ts';

/** One step of a run: what happens, and when, in milliseconds after the start. Its chance comes from seed and id. */
export type Step = { id: number; at: number; deed: string };

export const deeds: Deeds = {
  ...buying,
  ...office,
  ...studying,
  ...teaching,
  ...everyday,
  ...belongings,
  ...files,
  ...essays,
  ...examDays,
  ...owning,
  ...ownLists,
  ...publishing,
  ...desk,
  ...atOnceDeeds,
  ...anyCalls,
  ...faults,
};

export function deedOf(name: string): Deed {
  const found = deeds[name];
  if (!found) throw new Error(`There is no deed ${name}.`);
  return found.run;
}

/** More happens in the evening than in the morning, and some minutes have several deeds. */
const STEPS_A_DAY = { least: 24, most: 64 };

/** The steps of a seed. They do not depend on what the school does, so that any subset can be played again. */
export function planOf(seed: number, days: number): Step[] {
  const chance = chanceOf('plan', seed);
  const names = Object.keys(deeds);
  const total = names.reduce((sum, name) => sum + (deeds[name]?.weight ?? 0), 0);
  const deedAt = (share: number) => {
    let left = share * total;
    for (const name of names) {
      left -= deeds[name]?.weight ?? 0;
      if (left < 0) return name;
    }
    return names[0] as string;
  };
  const steps: Step[] = [];
  for (let day = 0; day < days; day += 1) {
    const count = STEPS_A_DAY.least + chance.int(STEPS_A_DAY.most - STEPS_A_DAY.least);
    const times = Array.from({ length: count }, () => Math.floor(chance.next() * 15 * 60) * MINUTE_MS);
    for (const time of times.sort((one, other) => one - other)) {
      steps.push({ id: steps.length + 1, at: day * DAY_MS + time, deed: deedAt(chance.next()) });
    }
  }
  return steps;
}
