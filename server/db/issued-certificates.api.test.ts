import { expect, inject, test } from 'vitest';
import { withEmptyDatabase } from '#server/testing/cluster.ts';
import type { Connection } from './connect.ts';
import { listMigrations, migrate } from './migrate.ts';
import { oneClient } from './one-client.ts';

const COUNTED = '0810_certificate_hours.sql';

async function migrateTo(connection: Connection, isIncluded: (name: string) => boolean): Promise<void> {
  const names = (await listMigrations()).map(({ name }) => name).filter(isIncluded);
  await migrate(connection, undefined, new Set(names));
}

type Issued = { duration: number | null; minutes: number | null; issuedAt: string; courseSavedAt: string };

/** Certificates of one student each; the course of each has the duration that is given. */
async function issue(connection: Connection, all: readonly Issued[]): Promise<void> {
  const client = await oneClient(connection, 'issue');
  try {
    for (const [index, { duration, minutes, issuedAt, courseSavedAt }] of all.entries()) {
      const { rows } = await client.query<{ id: number }>(
        `INSERT INTO courses (title, description, search_key, category, difficulty, duration, is_published, created_at, updated_at)
         VALUES ('Curso', '', '', 'GERAL', 'beginner', $1, true, $2, $2) RETURNING id`,
        [duration, courseSavedAt],
      );
      await client.query(
        `INSERT INTO certificates (code, course_id, student_name, course_title, minutes, completed_at, issued_at)
         VALUES ($1, $2, 'Ana', 'Curso', $3, $4, $4)`,
        [String(index).padStart(12, '0'), rows[0]?.id, minutes, issuedAt],
      );
    }
  } finally {
    await client.end();
  }
}

/** Dates the table of certificates back: the school was installed then, and upgraded now. */
async function installAt(connection: Connection, at: string): Promise<void> {
  const client = await oneClient(connection, 'install');
  await client.query("UPDATE migrations SET applied_at = $1 WHERE name = '0604_certificates.sql'", [at]);
  await client.end();
}

async function minutesIn(connection: Connection): Promise<(number | null)[]> {
  const client = await oneClient(connection, 'read');
  try {
    const { rows } = await client.query<{ minutes: number | null }>('SELECT minutes FROM certificates ORDER BY code');
    return rows.map(({ minutes }) => minutes);
  } finally {
    await client.end();
  }
}

test('an upgrade over the counting of hours leaves what issued certificates say, also where they say nothing', async () => {
  await withEmptyDatabase(inject('cluster'), `certificates-first-${process.pid}`, async (connection) => {
    await migrateTo(connection, (name) => name < '0809');
    const [issuedAt, courseSavedAt] = ['2025-03-01T12:00:00Z', '2025-09-01T12:00:00Z'];
    await issue(connection, [
      { duration: 30, minutes: 600, issuedAt, courseSavedAt },
      { duration: 30, minutes: null, issuedAt, courseSavedAt },
    ]);
    await migrate(connection);
    expect(await minutesIn(connection)).toEqual([600, null]);
  });
});

test('an upgrade of a database whose hours were counted before restores what is still known, and nothing else', async () => {
  await withEmptyDatabase(inject('cluster'), `certificates-later-${process.pid}`, async (connection) => {
    await migrateTo(connection, (name) => name <= COUNTED && !name.startsWith('0809'));
    await installAt(connection, '2025-02-01T12:00:00Z');
    const [before, after] = ['2025-03-01T12:00:00Z', '2999-01-01T12:00:00Z'];
    await issue(connection, [
      { duration: 600, minutes: 64, issuedAt: before, courseSavedAt: '2025-01-01T12:00:00Z' },
      { duration: null, minutes: 64, issuedAt: before, courseSavedAt: '2025-01-01T12:00:00Z' },
      { duration: 600, minutes: 64, issuedAt: before, courseSavedAt: '2025-09-01T12:00:00Z' },
      { duration: 600, minutes: 64, issuedAt: after, courseSavedAt: '2025-01-01T12:00:00Z' },
      // From before this database: it was restored from an archive, whose certificates were counted already.
      { duration: 600, minutes: 64, issuedAt: '2025-01-20T12:00:00Z', courseSavedAt: '2025-01-01T12:00:00Z' },
    ]);
    await migrate(connection);
    expect(await minutesIn(connection)).toEqual([600, null, 64, 64, 64]);
  });
});
