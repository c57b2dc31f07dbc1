import { startWriters } from '../parts.ts';
import { until } from '../wait.ts';

export type Acknowledged = { name: string; at: number };

const POLL_MS = 20;

/** Writes under load that remembers what was acknowledged, and when. */
export function createJournal(cookie: string) {
  const acknowledged: Acknowledged[] = [];
  return {
    acknowledged,
    /** Resolves once this many more writes are acknowledged and the work beside them is done. */
    async write(url: string, name: string, count: number, meanwhile: () => Promise<unknown> = async () => undefined) {
      const writers = startWriters({ urls: [url], cookie, clients: 4, name });
      let seen = 0;
      const note = () => {
        for (const fresh of writers.acknowledged.slice(seen)) acknowledged.push({ name: fresh, at: performance.now() });
        seen = writers.acknowledged.length;
      };
      const watch = setInterval(note, POLL_MS);
      try {
        await meanwhile();
        await until(
          `${count} acknowledged writes of ${name}`,
          600_000,
          () => writers.acknowledged.length >= count,
          POLL_MS,
        );
      } finally {
        await writers.stop();
        clearInterval(watch);
        note();
      }
    },
  };
}

/** How many acknowledged writes are not there, how long before the loss the first of them was, and whether they are the last ones. */
export function lossOf(acknowledged: readonly Acknowledged[], kept: ReadonlySet<string>, lostAt: number) {
  const lost = acknowledged.filter(({ name }) => !kept.has(name));
  const first = Math.min(...lost.map(({ at }) => at));
  return {
    lost: lost.length,
    seconds: lost.length > 0 ? (lostAt - first) / 1000 : 0,
    disorder: acknowledged.filter(({ name, at }) => kept.has(name) && at > first + 1000).length,
  };
}
