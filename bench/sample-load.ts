/**
 * What the sample school adds to the first start:
 *   npm run bench -- sample [--times 3]
 * The server's code loads it in this process, into a new database each time. On a busy machine the seconds depend on
 * the other work, so the CPU time of server and database is reported as well.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { firstStart } from '#server/first-start.ts';
import { createLog } from '#server/http/logging.ts';
import { openDeps } from '#server/start.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { cpuOfDatabase } from './cpu.ts';
import { saveAs } from './report.ts';
import { postmasterOf } from './server.ts';

const BAR_SECONDS = 3;
const { values } = parseArgs({ options: { times: { type: 'string', default: '3' } } });

/** Measures one first start, with or without the sample school. */
async function start(sample: 'on' | 'off') {
  const { cluster, stop } = await startTestCluster();
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
  try {
    await migrate(cluster.admin);
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, SAMPLE_CONTENT: sample });
    const clock = { now: () => new Date() };
    const opened = await openDeps(config, cluster.admin, createLog(config, process.stderr), clock);
    try {
      const postmaster = await postmasterOf(cluster.admin);
      const database = await cpuOfDatabase(postmaster);
      const own = process.cpuUsage();
      const begun = performance.now();
      await firstStart(opened.deps, { isNewEmbedded: true });
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(own);
      return { seconds, server: (user + system) / 1e6, database: (await cpuOfDatabase(postmaster)) - database };
    } finally {
      await opened.close();
    }
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Cost = Awaited<ReturnType<typeof start>>;
const round = (seconds: number) => Number(seconds.toFixed(2));
const added: Cost[] = [];
for (let i = 0; i < Number(values.times); i += 1) {
  const [without, withSchool] = [await start('off'), await start('on')];
  added.push({
    seconds: round(withSchool.seconds - without.seconds),
    server: round(withSchool.server - without.server),
    database: round(withSchool.database - without.database),
  });
  console.log(added.at(-1));
}
const best = Math.min(...added.map(({ seconds }) => seconds));
const result = { added, best, bar: BAR_SECONDS };
await saveAs('sample', result);
if (best > BAR_SECONDS) process.exitCode = 1;
