import { runSeed } from './run-seed.ts';
import type { Played, ToPlay } from './runs.ts';
import { seedCrypto } from './seeded-crypto.ts';

/** One run in one process, because modules of the product keep state in memory, as in a real process. */
process.once('message', async ({ connection, seed, steps, keepTrace }: ToPlay) => {
  seedCrypto();
  const { used, ...outcome } = await runSeed(connection, seed, steps, { keepTrace });
  const names = [...used].filter(([, times]) => times > 0).map(([name]) => name);
  const played: Played = { ...outcome, used: names, cpuSeconds: process.cpuUsage().user / 1e6 };
  process.send?.(played, () => process.exit(0));
});
