import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { insertSecurityLink } from '#server/features/people/accounts/security-links.store.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/** Two releases share the queues while one replaces the other: each takes jobs that the other has sent. */
const test = useTestApp();

/** The jobs of a queue that carry this text, in their order. */
const jobsWith = async (queue: string, text: string) => {
  const { rows } = await sql<{ state: string; passes: number | null; waits: boolean; retries: number }>`
    SELECT state::text, (data->>'passes')::int AS passes, start_after > now() AS waits, retry_count AS retries
    FROM pgboss.job WHERE name = ${queue} AND data::text LIKE ${`%${text}%`} ORDER BY created_on`.execute(test.deps.db);
  return rows;
};

/** The first job is done without a failure. A copy of it waits for a server of the newer release. */
const passedOn = [
  { state: 'completed', passes: null, waits: false, retries: 0 },
  { state: 'created', passes: 1, waits: true, retries: 0 },
];

it('a notification of a kind that only a newer release knows waits for that release', async () => {
  await test.deps.jobs.send(test.deps.db, 'notification_mails', { kind: 'kind_of_tomorrow', key: 'tomorrow:1' });
  await test.deps.jobs.drain();
  expect(await jobsWith('notification_mails', 'tomorrow:1')).toEqual(passedOn);
});

it('a digest of a kind that only a newer release knows waits for that release', async () => {
  const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const [from, to] = ['2026-11-15T12:00:00.000Z', '2026-11-15T12:30:00.000Z'];
  await test.deps.mail.send(test.deps.db, 'admin_digest', 'tomorrow:2', {
    ...{ userId: admin.id, kind: 'kind_of_tomorrow', from, to },
  });
  await test.deps.jobs.drain();
  expect(await jobsWith('mail', 'tomorrow:2')).toEqual(passedOn);
});

it('a notice of a security event that only a newer release knows waits for that release', async () => {
  const now = test.clock.now();
  const owner = await createPerson(test.deps.db, { now });
  const id = '019a8a6e-0000-7000-8000-00000000abcd';
  const link = { id, userId: owner.id, event: 'password_changed', email: owner.email } as const;
  await test.deps.db
    .transaction()
    .execute((tx) => insertSecurityLink(tx, { ...link, now, since: now, expiresAt: now }));
  await sql`UPDATE security_links SET event = 'event_of_tomorrow' WHERE id = ${id}`.execute(test.deps.db);
  await test.deps.mail.send(test.deps.db, 'security_notice', id, { linkId: id });
  await test.deps.jobs.drain();
  expect(await jobsWith('mail', id)).toEqual(passedOn);
});
