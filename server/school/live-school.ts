import type { Config } from '#server/config.ts';
import type { Bus } from '#server/db/bus.ts';
import type { Db } from '#server/db/handle.ts';
import { ConfigError } from '#server/environment.ts';
import type { Log } from '#server/log.ts';
import { requireSettings } from './required-settings.ts';
import { readSettings } from './school.store.ts';
import { type School, schoolOf, valuesOf } from './school.ts';

/** Read `now` at every use: the settings may change at any moment. */
export type LiveSchool = {
  readonly now: School;
  /** Reads the current settings; the process that changes one does so before it answers. */
  renew(): Promise<void>;
  /** For caches of values derived from it. */
  onChange(listener: () => void): void;
};

export const SETTINGS_TOPIC = 'settings';

type Needs = { db: Db; config: Pick<Config, 'fixedSettings' | 'isProduction'> };

export async function readSchool({ db, config }: Needs): Promise<School> {
  const { stored } = await readSettings(db);
  requireSettings(config, stored);
  const school = schoolOf(valuesOf(config.fixedSettings, stored), config.isProduction);
  if ('problem' in school) throw new ConfigError(school.problem);
  return school;
}

/** Reloads when the bus reports a change by any process. */
export async function watchSchool(deps: Needs & { bus: Bus; log: Log }): Promise<LiveSchool> {
  let now = await readSchool(deps);
  const listeners: (() => void)[] = [];
  // Reads may overtake each other: none replaces the result of one that began later. After `renew`, `now` is at least
  // as new as its read, also when the bus triggered another one in between.
  let begun = 0;
  let taken = 0;
  const renew = async () => {
    begun += 1;
    const own = begun;
    const school = await readSchool(deps);
    if (own < taken) return;
    taken = own;
    now = school;
    for (const listener of listeners) listener();
  };
  const take = () =>
    void renew().catch((error: unknown) => deps.log.error({ err: error }, 'the settings could not be read'));
  deps.bus.subscribe(SETTINGS_TOPIC, take, take);
  return {
    get now() {
      return now;
    },
    renew,
    onChange: (listener) => void listeners.push(listener),
  };
}
