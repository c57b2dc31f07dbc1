import { sql } from 'kysely';
import type { School } from '../school.ts';

/**
 * LAW: a person learns of an event once. No two rows of one person say the same at the same moment, a line that stands
 * for several events counts each of them once, and every row of a person is in the list that they read. (A letter or a
 * message to a device twice only after a lost answer: `outside-world.ts` judges that when it is sent.)
 */
export async function notificationsLaw(school: School): Promise<string[]> {
  const { reader } = school;
  const { rows: twice } = await sql<{ userId: string; kind: string; title: string; count: number }>`
    SELECT user_id AS "userId", kind, title, count(*)::int AS count FROM notifications WHERE batch_size IS NULL
    GROUP BY user_id, kind, title, text, path, created_at HAVING count(*) > 1`.execute(reader);
  // The words name the day on which the access ends, and how far away it is: one event, whenever it is written.
  const { rows: ending } = await sql<{ userId: string; kind: string; title: string; count: number }>`
    SELECT user_id AS "userId", kind, title, count(*)::int AS count FROM notifications
    WHERE kind = 'access_ending' AND title LIKE 'Seu acesso termina %'
    GROUP BY user_id, kind, title, text HAVING count(*) > 1`.execute(reader);
  const { rows: batches } = await sql<{ userId: string; kind: string; told: number; events: number }>`
    SELECT user_id AS "userId", kind, sum(batch_size)::int AS told,
      (SELECT count(*) FROM notification_batch_events e WHERE e.user_id = n.user_id AND e.kind = n.kind)::int AS events
    FROM notifications n WHERE batch_size IS NOT NULL GROUP BY 1, 2`.execute(reader);
  const { rows: own } = await sql<{ userId: string; rows: number }>`
    SELECT user_id AS "userId", count(*)::int AS rows FROM notifications WHERE in_app GROUP BY 1`.execute(reader);
  const rowsOf = new Map(own.map(({ userId, rows }) => [userId, rows]));
  const unlisted: string[] = [];
  for (const student of school.loggedIn()) {
    const { status, total } = await school.call('listNotifications', { as: student });
    const rows = rowsOf.get(student.userId ?? '') ?? 0;
    if (status === 200 && total !== rows) unlisted.push(`${student.username} has ${rows} rows, the list says ${total}`);
  }
  return [
    ...[...twice, ...ending].map(
      ({ userId, kind, title, count }) => `${userId} is told ${count} times of ${kind}: ${title}`,
    ),
    ...batches
      .filter(({ told, events }) => told !== events)
      .map(({ userId, kind, told, events }) => `${userId} is told of ${told} events ${kind}, there were ${events}`),
    ...unlisted,
  ];
}

/** LAW: nothing waits for ever. Once everything works again, each message to a device was taken or given up. */
export async function deliveriesLaw({ reader }: School): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT notification_id AS id FROM push_deliveries WHERE state = 'waiting'`.execute(reader);
  return rows.map(({ id }) => `the message of notification ${id} to a device still waits`);
}
