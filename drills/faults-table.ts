import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { freePort, untilOpen } from '#server/parts/testing/ports.ts';
import { installed } from '#server/parts/testing/program.ts';
import { createPerson } from '#server/testing/factories.ts';
import { clockWrong } from './faults-table/clock.ts';
import { haLines } from './faults-table/ha-lines.ts';
import { type Line, underLoad } from './faults-table/round.ts';
import { bucketAway, diskFull, mailServerAway } from './faults-table/stores.ts';
import {
  openDb,
  startCaddy,
  startNginx,
  startOutsidePostgres,
  startPlainPostgres,
  startPooler,
  startS3,
  startSmtp,
} from './parts.ts';
import { startServer } from './start-server.ts';
import { END_MS, stopServer, within } from './wait.ts';

/** One fault with its load and its recovery; the faults of three nodes are one line of the run. */
const LINE_MS = 1_800_000;

/**
 * npm run test:faults:table [-- --no-ha]: every fault once over real parts, as a table: acknowledged, lost, what users saw, how long
 * until all was well. A part that is not installed here is listed as missing, never as passed. About ten minutes.
 */
const { values } = parseArgs({ options: { ha: { type: 'boolean', default: true } }, allowNegative: true });
// A signal ends the process normally, so that the exit handlers stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const directory = await mkdtemp(join(tmpdir(), 'alvorada-table-'));
await chmod(directory, 0o711);
const [database, s3, smtp] = await Promise.all([
  startOutsidePostgres(join(directory, 'outside')),
  startS3(),
  startSmtp(),
]);
const start = (index: number, port = '0') =>
  startServer(join(directory, String(index)), {
    DATABASE_URL: database.url,
    SESSION_SECRET: 'the same secret in every process',
    S3_BUCKET: s3.settings.bucket,
    S3_ENDPOINT: s3.settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: s3.settings.credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: s3.settings.credentials?.secretAccessKey ?? '',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Alvorada <a@exemplo.com.br>',
    TRUST_PROXY: 'on',
    PORT: port,
    LOG_LEVEL: 'silent',
  });
const first = await start(0);
let second = await start(1);
const { db, close } = openDb(database.connection, 4);
const { cookie } = await createPerson(db, { role: 'teacher', now: new Date() });
const both = { urls: [first.url, second.url], cookie, connection: database.connection };
const ports = both.urls.map((url) => Number(new URL(url).port));
const place = { db, connection: database.connection };
const lines: Line[] = [];

/** A fault that cannot be tried is a line, too: nothing is passed over. */
async function line(fault: string, work: () => Promise<Line | Line[]>): Promise<void> {
  const made = await within(fault, LINE_MS, work()).catch(
    (error: Error): Line => ({ fault, here: true, seen: error.message, isWrong: true }),
  );
  for (const each of [made].flat()) {
    lines.push(each);
    console.error(
      `${each.fault}: ${each.here ? `${each.acknowledged ?? 'FAILED'} acknowledged, ${each.lost ?? '?'} lost, ${each.seen}` : 'not here'}`,
    );
  }
}

const isHere = (program: string) => {
  try {
    return installed(program).length > 0;
  } catch {
    return false;
  }
};

const restartSecond = async () => {
  await within('the end of the second server', END_MS, second.ended);
  second = await start(1, String(ports[1]));
};
await line('a server killed', () =>
  underLoad('one of two servers killed', both, { strike: async () => second.kill('SIGKILL'), heal: restartSecond }),
);
await line('a server stopped', () =>
  underLoad('one of two servers stopped in good order', both, {
    strike: async () => second.kill('SIGTERM'),
    heal: restartSecond,
  }),
);
await line('a server hangs', () =>
  underLoad('one of two servers hangs for 3 s', both, {
    strike: async () => second.kill('SIGSTOP'),
    lastsMs: 3000,
    heal: async () => second.kill('SIGCONT'),
  }),
);
await line('database killed', () =>
  underLoad('database killed', both, { strike: database.crash, heal: database.bringBack }),
);
await line('database stopped', () =>
  underLoad('database away for 5 s', both, { strike: database.stop, lastsMs: 5000, heal: database.bringBack }),
);
await line('database hangs', () =>
  underLoad('database hangs for 5 s, connections open', both, {
    strike: database.freeze,
    lastsMs: 5000,
    heal: database.thaw,
  }),
);

for (const [name, startProxy] of [
  ['caddy', startCaddy],
  ['nginx', startNginx],
] as const) {
  const fault = `proxy (${name}) restarted`;
  await line(fault, async () => {
    if (!isHere(name)) return { fault, here: false };
    const port = await freePort();
    let proxy = await startProxy(directory, port, ports);
    await untilOpen(port);
    try {
      return await underLoad(
        fault,
        { ...both, urls: [`http://127.0.0.1:${port}`] },
        {
          strike: () => proxy.stop(),
          async heal() {
            proxy = await startProxy(directory, port, ports);
            await untilOpen(port);
          },
        },
      );
    } finally {
      await proxy.stop();
    }
  });
}

await line('pooler killed', async () => {
  const fault = 'pooler (PgBouncer) killed';
  if (!isHere('pgbouncer')) return { fault, here: false };
  const postgres = await startPlainPostgres();
  const port = await freePort();
  let pooler = await startPooler(postgres, port);
  const server = await startServer(join(postgres.directory, 'data'), {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.url,
    LOG_LEVEL: 'silent',
  });
  const connection = { connectionString: postgres.url };
  const own = openDb(connection);
  const teacher = await createPerson(own.db, { role: 'teacher', now: new Date() });
  await own.close();
  try {
    return await underLoad(
      fault,
      { urls: [server.url], cookie: teacher.cookie, connection },
      {
        async strike() {
          pooler.child.kill('SIGKILL');
          await pooler.stop();
        },
        lastsMs: 2000,
        async heal() {
          pooler = await startPooler(postgres, port);
        },
      },
    );
  } finally {
    await stopServer(server);
    await pooler.stop();
    await postgres.stop();
  }
});

await line('bucket away', () => bucketAway(place, first, s3));
await line('mail server away', () => mailServerAway(place, first, smtp));
await line('disk full', () => diskFull(place, directory, database.url));
for (const direction of ['ahead of', 'behind'] as const) {
  await line(`clock ${direction}`, () => clockWrong(place, directory, database.url, direction));
}

for (const server of [first, second]) await stopServer(server);
await close();
await Promise.all([database.stop(), s3.stop(), smtp.stop()]);
if (values.ha) await line('primary of three nodes', () => haLines(directory));

await rm(directory, { recursive: true, force: true, maxRetries: 20 });

console.log('| fault | acknowledged | lost | seen by users | recovery |\n|---|---|---|---|---|');
for (const { fault, here, acknowledged, lost, seen, recovery } of lines) {
  console.log(
    here
      ? `| ${fault} | ${acknowledged ?? 'FAILED'} | ${lost ?? ''} | ${seen} | ${recovery ?? ''} |`
      : `| ${fault} | not here | | | |`,
  );
}
process.exit(lines.some(({ isWrong }) => isWrong) ? 1 : 0);
