/**
 * How long a restart of the product takes, with its own PostgreSQL and a filled database:
 *   npm run bench -- start [--size S|M|L] [--times 5]
 * From the start of the process until it reports that it listens, including PostgreSQL, migrations and caches: seconds,
 * and the CPU of the server with its children.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#server/db/embedded.ts';
import { connectionUrl } from '#server/db/embedded-socket.ts';
import { migrate } from '#server/db/migrate.ts';
import { cpuOfFamily } from './cpu.ts';
import { generate } from './data.ts';
import { startProduct } from './product.ts';
import { saveAs } from './report.ts';
import { type SizeName, sizes } from './sizes.ts';

const BAR_SECONDS = 3;
const { values } = parseArgs({
  options: { size: { type: 'string', default: 'S' }, times: { type: 'string', default: '5' } },
});
const sizeName = values.size as SizeName;
if (!(sizeName in sizes)) throw new Error('--size takes S, M or L.');

async function fill(dataDir: string): Promise<void> {
  const postgres = await startEmbedded({ dataDir, log: () => undefined, settings: { shared_buffers: '1GB' } });
  try {
    const connection = { connectionString: connectionUrl(postgres.connection) };
    await migrate(connection);
    await generate(connection, sizes[sizeName], 'nobody logs in', (line) => console.log(`  ${line}`));
  } finally {
    await postgres.stop();
  }
}

async function startOnce(dataDir: string): Promise<{ seconds: number; cpu: number }> {
  const begun = performance.now();
  const product = await startProduct({ DATABASE_URL: undefined, DATA_DIR: dataDir });
  const seconds = (performance.now() - begun) / 1000;
  const cpu = await cpuOfFamily(product.child.pid ?? 0);
  await product.stop();
  return { seconds: Number(seconds.toFixed(2)), cpu: Number(cpu.toFixed(2)) };
}

const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
try {
  await chmod(dataDir, 0o711);
  await fill(dataDir);
  // Warm-up: the first start creates the accounts of a new school and compiles the code.
  await startOnce(dataDir);
  const starts: Awaited<ReturnType<typeof startOnce>>[] = [];
  for (let i = 0; i < Number(values.times); i += 1) starts.push(await startOnce(dataDir));
  const seconds = starts.map((start) => start.seconds);
  const cpu = starts.map((start) => start.cpu);
  const result = {
    size: sizeName,
    seconds,
    cpu,
    worst: Math.max(...seconds),
    worstCpu: Math.max(...cpu),
    bar: BAR_SECONDS,
  };
  console.log(result);
  await saveAs('start', result);
  if (result.worst > BAR_SECONDS) process.exitCode = 1;
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20 });
}
