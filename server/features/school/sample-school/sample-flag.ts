import type { Deps } from '#server/deps.ts';
import { findSampleSchool } from './sample-school.store.ts';

export const SAMPLE_TOPIC = 'sample-school';

/**
 * Whether the sample school is loaded, for the document of every screen. Cached: read at the start, and again when it
 * was loaded or removed in any process.
 */
export async function sampleFlag(deps: Pick<Deps, 'db' | 'bus' | 'log'>): Promise<() => boolean> {
  const read = async () => {
    const state = await findSampleSchool(deps.db);
    return Boolean(state && !state.removedAt);
  };
  let isThere = await read();
  const renew = () => {
    read().then(
      (now) => {
        isThere = now;
      },
      (error: unknown) => deps.log.warn({ err: error }, 'whether there is an example school could not be read'),
    );
  };
  deps.bus.subscribe(SAMPLE_TOPIC, renew, renew);
  return () => isThere;
}
