import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '#server/db/connect.ts';
import type { Db } from '#server/db/handle.ts';
import { s3Files } from '#server/files/s3.ts';
import { createPerson } from '#server/testing/factories.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import type { TestS3 } from '#server/testing/s3.ts';
import type { ServerProcess } from '#server/testing/server-process.ts';
import type { TestSmtp } from '#server/testing/smtp.ts';
import { ask, run } from '../parts.ts';
import { startServer } from '../start-server.ts';
import { request, stopServer, until } from '../wait.ts';
import type { Line } from './round.ts';

const PROOFS = 5;

/** For making people, and for looking afterwards. */
type Place = { db: Db; connection: Connection };

async function sendProof(db: Db, server: ServerProcess): Promise<number> {
  const { paymentCode = '' } = await createPerson(db, { status: 'pending', payment: 'pending', now: new Date() });
  const form = new FormData();
  form.set('paymentCode', paymentCode);
  form.set('file', new File([await receiptPhoto()], 'comprovante.jpg', { type: 'image/jpeg' }));
  const response = await request(`${server.url}/api/payments/upload-proof-by-code`, { method: 'POST', body: form });
  await response.arrayBuffer();
  return response.status;
}

/** Proofs of payment before, during and after; every acknowledged one has to be a file afterwards. */
async function proofs(
  fault: string,
  { db, connection }: Place,
  server: ServerProcess,
  work: { strike(): unknown; heal(): unknown; has(key: string): Promise<boolean> },
): Promise<Line> {
  const listKeys = async () =>
    (await ask<{ key: string }>(connection, 'SELECT file_key AS key FROM payment_proofs')).map(({ key }) => key);
  const known = new Set(await listKeys());
  const statuses: number[] = [];
  const send = async () => {
    for (let count = 0; count < PROOFS; count += 1) statuses.push(await sendProof(db, server));
  };
  await send();
  await work.strike();
  await send();
  const isReady = (await request(`${server.url}/readyz`)).ok;
  await work.heal();
  const healed = performance.now();
  await until('an upload after the bucket came back', 120_000, async () => (await sendProof(db, server)) === 200, 50);
  const recovery = (performance.now() - healed) / 1000;
  statuses.push(200);
  const keys = (await listKeys()).filter((key) => !known.has(key));
  const there = (await Promise.all(keys.map((key) => work.has(key)))).filter(Boolean).length;
  const acknowledged = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 503).length;
  const wrong = statuses.length - acknowledged - refused;
  return {
    fault,
    here: true,
    acknowledged,
    lost: acknowledged - there,
    seen: `${refused} uploads 503, the rest ${isReady ? 'works' : 'DOES NOT WORK'}`,
    recovery: `${recovery.toFixed(1)} s`,
    isWrong: acknowledged !== there || wrong > 0 || !isReady,
  };
}

export const bucketAway = (place: Place, server: ServerProcess, s3: TestS3): Promise<Line> =>
  proofs('bucket (S3) away', place, server, {
    strike: () => s3.pause(),
    heal: () => s3.resume(),
    has: async (key) => {
      const file = await s3Files(s3.settings).read(key);
      file?.stream.destroy();
      return file !== null && file !== undefined;
    },
  });

export async function diskFull(place: Place, directory: string, url: string): Promise<Line> {
  const fault = 'disk of the files full';
  const files = join(directory, 'disk/files');
  await mkdir(files, { recursive: true });
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', files]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return { fault, here: false };
  const server = await startServer(join(directory, 'disk'), { DATABASE_URL: url, LOG_LEVEL: 'silent' });
  try {
    return await proofs(fault, place, server, {
      // Until it says that nothing fits any more.
      strike: () => run('dd', ['if=/dev/zero', `of=${files}/filler`, 'bs=4k', 'count=2000']).catch(() => undefined),
      heal: () => run('rm', [join(files, 'filler')]),
      has: async (key) => (await run('find', [files, '-type', 'f'])).includes(key),
    });
  } finally {
    await stopServer(server).finally(() => run('umount', [files]));
  }
}

export async function mailServerAway({ db, connection }: Place, server: ServerProcess, smtp: TestSmtp): Promise<Line> {
  await smtp.stop();
  const people = await Promise.all(
    Array.from({ length: 10 }, () => createPerson(db, { role: 'student', now: new Date() })),
  );
  const began = performance.now();
  for (const { email } of people) {
    await request(`${server.url}/api/password/forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    }).then(({ ok }) => {
      if (!ok) throw new Error('A new password was asked for and refused.');
    });
  }
  const slowest = (performance.now() - began) / people.length;
  const waiting = async () =>
    (await ask(connection, "SELECT id FROM pgboss.job WHERE name = 'mail' AND state = 'retry'")).length;
  await until('an e-mail of every person in the queue', 120_000, async () => (await waiting()) >= people.length);
  await smtp.start();
  const back = performance.now();
  const arrived = () => people.map(({ email }) => smtp.received.filter(({ to }) => to === email).length);
  while (arrived().some((count) => count === 0) && performance.now() - back < 60_000) {
    // As "Reenviar todos" at /admin/system does; without it the queue's own pauses hold.
    await ask(connection, "UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND state = 'retry'");
    await pause(200);
  }
  const lost = arrived().filter((count) => count === 0).length;
  const twice = arrived().filter((count) => count > 1).length;
  return {
    fault: 'mail server away',
    here: true,
    acknowledged: people.length,
    lost,
    seen: `nothing (${slowest.toFixed(0)} ms per call), ${twice} e-mails twice`,
    recovery: `${((performance.now() - back) / 1000).toFixed(1)} s after "Reenviar todos"`,
    isWrong: lost > 0 || twice > 0,
  };
}
