import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readAll } from '#server/backup/archive.ts';
import { connect } from '#server/db/connect.ts';
import type { Db } from '#server/db/handle.ts';
import type { Files } from '#server/files/files.ts';
import { s3Files } from '#server/files/s3.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { startOutsidePostgres } from '#server/testing/outside-postgres.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { startS3 } from '#server/testing/s3.ts';
import { type ServerProcess, startServerProcess } from '#server/testing/server-process.ts';
import { startSmtp, type TestSmtp } from '#server/testing/smtp.ts';

/** The bucket, the mail server and the disk fail one after the other; no acknowledged work is lost. */
let directory: string;
let database: Awaited<ReturnType<typeof startOutsidePostgres>>;
let db: Db;
let s3: Awaited<ReturnType<typeof startS3>>;
let bucket: Files;
let smtp: TestSmtp;
let server: ServerProcess;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-stores-'));
  await chmod(directory, 0o711);
  [database, s3, smtp] = await Promise.all([startOutsidePostgres(join(directory, 'outside')), startS3(), startSmtp()]);
  bucket = s3Files(s3.settings);
  server = await startServerProcess(join(directory, 'data'), {
    DATABASE_URL: database.url,
    S3_BUCKET: s3.settings.bucket,
    S3_ENDPOINT: s3.settings.endpoint ?? '',
    S3_ACCESS_KEY_ID: s3.settings.credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: s3.settings.credentials?.secretAccessKey ?? '',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Alvorada <a@exemplo.com.br>',
  });
  db = connect(database.connection, { warn: () => undefined }, 1).db;
}, 60_000);

afterAll(async () => {
  server?.kill('SIGTERM');
  await server?.ended;
  await db?.destroy();
  await Promise.all([database?.stop(), s3?.stop(), smtp?.stop()]);
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

const newStudent = () => createPerson(db, { status: 'pending', payment: 'pending', now: new Date() });

async function sendProof(to: ServerProcess, { paymentCode = '' }: Person) {
  const form = new FormData();
  form.set('paymentCode', paymentCode);
  form.set('file', new File([await receiptPhoto()], 'comprovante.jpg', { type: 'image/jpeg' }));
  const response = await fetch(`${to.url}/api/payments/upload-proof-by-code`, { method: 'POST', body: form });
  await response.arrayBuffer();
  return { status: response.status };
}

const stateOf = async ({ id }: Person) =>
  (await db.selectFrom('payments').select('status').where('user_id', '=', id).executeTakeFirstOrThrow()).status;

describe('the bucket', () => {
  test('has every acknowledged file and nothing of refused ones after an outage', async () => {
    const before = await newStudent();
    expect((await sendProof(server, before)).status).toBe(200);

    await s3.pause();
    const during = await newStudent();
    expect((await sendProof(server, during)).status).toBe(503);
    expect(await stateOf(during)).toBe('pending');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);

    await s3.resume();
    expect((await sendProof(server, during)).status).toBe(200);
    expect(await stateOf(during)).toBe('analyzing');
    const proofs = await db.selectFrom('payment_proofs').select(['file_key', 'sha256']).execute();
    expect(proofs).toHaveLength(2);
    for (const { file_key, sha256 } of proofs) {
      const file = await bucket.read(file_key ?? '');
      const content = file && (await readAll(file.stream));
      expect(content && createHash('sha256').update(content).digest().equals(sha256)).toBe(true);
    }
  });
});

describe('the mail server', () => {
  test('gets every queued e-mail once after an outage', async () => {
    const admin = await createPerson(db, { role: 'admin', now: new Date() });
    await smtp.stop();
    const teachers = await Promise.all(
      Array.from({ length: 3 }, () => createPerson(db, { role: 'teacher', status: 'pending', now: new Date() })),
    );
    for (const { id } of teachers) {
      const response = await fetch(`${server.url}/api/admin/users/${id}/status`, {
        method: 'PATCH',
        headers: { cookie: admin.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'active' }),
      });
      expect(response.status).toBe(200);
    }
    await vi.waitFor(
      () => expect(server.lines.filter((line) => line.includes('a job failed')).length).toBeGreaterThan(2),
      {
        timeout: 20_000,
      },
    );
    await smtp.start();
    const addresses = new Set(teachers.map(({ email }) => email));
    const arrived = () =>
      smtp.received
        .map(({ to }) => to)
        .filter((to) => addresses.has(to))
        .sort();
    // The queue's pauses grow with each failure; the operator's button does the same as this.
    const retryNow = sql`UPDATE pgboss.job SET start_after = now() WHERE name = 'mail' AND state = 'retry'`;
    await vi.waitFor(
      async () => {
        await retryNow.execute(db);
        expect(arrived()).toEqual([...addresses].sort());
      },
      { timeout: 60_000, interval: 250 },
    );
    for (const line of server.lines) for (const address of addresses) expect(line).not.toContain(address);
  });
});

/** Mounting a file system needs rights that not every account has. */
const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0 && tryMount();

function tryMount(): boolean {
  const probe = execFileSync('mktemp', ['-d']).toString().trim();
  const works = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', probe]).status === 0;
  if (works) spawnSync('umount', [probe]);
  spawnSync('rmdir', [probe]);
  return works;
}

describe('the disk', () => {
  test.runIf(canMount)('is full: uploads are refused, nothing half is left, and room is all it takes', async () => {
    const files = join(directory, 'disk/files');
    await mkdir(files, { recursive: true });
    spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', files]);
    const second = await startServerProcess(join(directory, 'disk'), { DATABASE_URL: database.url });
    try {
      const student = await newStudent();
      execFileSync('dd', ['if=/dev/zero', `of=${files}/filler`, 'bs=4k', 'count=16'], { stdio: 'ignore' });
      expect((await sendProof(second, student)).status).toBe(503);
      expect(await stateOf(student)).toBe('pending');
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
      spawnSync('mount', ['-o', 'remount,size=32m', files]);
      expect((await sendProof(second, student)).status).toBe(200);
      expect(execFileSync('find', [files, '-name', '*.part-*']).toString()).toBe('');
    } finally {
      second.kill('SIGTERM');
      await second.ended;
      spawnSync('umount', [files]);
    }
  });
});
