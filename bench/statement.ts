import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/http/logging.ts';
import { openDeps } from '#server/start.ts';
import { startTestCluster } from '#server/testing/cluster.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { ofxOf, statementForm } from '#server/testing/statements.ts';
import { cpuOfDatabase, cpuOfProcess } from './cpu.ts';
import { makeStudents } from './payment-school.ts';
import { postmasterOf } from './server.ts';
import { watchStalls } from './stalls.ts';

const DAY = '2026-11-15';

/** A typical bank statement: most entries name their order code, some only the payer, and the rest are unrelated. */
function fileOf(lines: number, orders: readonly Person[]): string {
  return ofxOf(
    Array.from({ length: lines }, (_, at) => {
      const order = orders[at];
      const fitId = String(1_000_000 + at);
      if (!order) return { day: DAY, amount: `${(at % 900) + 1}.00`, fitId, memo: `PIX RECEBIDO DE FULANO ${at}` };
      const named = `PIX RECEBIDO ${order.firstName} ${order.lastName}`.toUpperCase();
      const memo = at % 10 === 0 ? named : `PIX RECEBIDO ${order.paymentCode}`;
      return { day: DAY, amount: '297.00', fitId, memo };
    }),
  );
}

/** Runs the server's code in this process, so that its longest stall can be measured. */
export async function measureStatement({ lines, orders: count }: { lines: number; orders: number }) {
  const { cluster, stop } = await startTestCluster();
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-bench-'));
  try {
    await migrate(cluster.admin);
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'error', DATA_DIR: dataDir, RATE_LIMIT: 'off' });
    const clock = { now: () => new Date(`${DAY}T18:00:00.000Z`) };
    const opened = await openDeps(config, cluster.admin, createLog(config, process.stderr), clock);
    const app = await buildApp(opened.deps);
    try {
      const admin = await createPerson(opened.deps.db, { role: 'admin', now: clock.now() });
      const orders = await makeStudents(cluster.admin, count, clock.now());
      const send = async (file: string) => {
        const form = await statementForm(file);
        const headers = { ...form.headers, cookie: admin.cookie };
        const reply = await app.inject({ method: 'POST', url: '/api/admin/statements', ...form, headers });
        if (reply.statusCode >= 300) throw new Error(reply.body);
        return reply.json() as { entries: number; matched: number; doubtful: number; unmatched: number };
      };
      // Warm-up: the first run starts the worker and compiles the code.
      await send(fileOf(10, []));
      const file = fileOf(lines, orders);
      const postmaster = await postmasterOf(cluster.admin);
      const cpu = async () => (await cpuOfProcess(process.pid)) + (await cpuOfDatabase(postmaster));
      const before = await cpu();
      const { result, took, stall, computed } = await watchStalls(() => send(file));
      const spent = (await cpu()) - before;
      const { entries, matched, doubtful, unmatched } = result;
      const round = (ms: number) => Number(ms.toFixed(0));
      return {
        lines,
        orders: count,
        tookMs: round(took),
        cpuMs: round(spent * 1000),
        longestStallMs: round(stall),
        longestComputingMs: round(computed),
        entries,
        matched,
        doubtful,
        unmatched,
      };
    } finally {
      await app.close();
      await opened.close();
    }
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
