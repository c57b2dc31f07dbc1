import { type RawBuilder, sql } from 'kysely';
import type { Announcement, Audience } from '#contract/school/announcements.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** `people`: ids, or those stored with an existing announcement. */
export type Target = {
  audience: Audience;
  audienceId: number | null;
  people: readonly string[] | { ofAnnouncement: number } | null;
};

/** The SQL condition for the recipients among active students. */
function isMeant({ audience, audienceId, people }: Target): RawBuilder<boolean> {
  switch (audience) {
    case 'all':
      return sql`true`;
    case 'offer':
      return sql`EXISTS (SELECT FROM access_grants WHERE access_grants.user_id = users.id
        AND access_grants.offer_id = ${audienceId} AND access_grants.ended_at IS NULL)`;
    case 'course':
      return sql`EXISTS (SELECT FROM enrollments WHERE enrollments.user_id = users.id
        AND enrollments.course_id = ${audienceId} AND enrollments.left_at IS NULL)`;
    case 'exam':
      return sql`EXISTS (SELECT FROM followed_exams WHERE followed_exams.user_id = users.id
        AND followed_exams.exam_id = ${audienceId})`;
    case 'people':
      return people !== null && 'ofAnnouncement' in people
        ? sql`users.id IN (SELECT unnest(a.people) FROM announcements a WHERE a.id = ${people.ofAnnouncement})`
        : sql`users.id = ANY(${people ?? []}::uuid[])`;
  }
}

const meant = (db: Db | Tx, target: Target) =>
  db.selectFrom('users').where('role', '=', 'student').where('status', '=', 'active').where(isMeant(target));

export async function countMeant(db: Db | Tx, target: Target): Promise<{ recipients: number; mailed: number }> {
  const row = await meant(db, target)
    .leftJoin('notification_choices', (join) =>
      join.onRef('notification_choices.user_id', '=', 'users.id').on('notification_choices.kind', '=', 'announcement'),
    )
    .select([
      sql<number>`count(*)`.as('recipients'),
      sql<number>`count(*) FILTER (WHERE coalesce(notification_choices.email, true))`.as('mailed'),
    ])
    .executeTakeFirstOrThrow();
  return row;
}

/** The next recipients, by id, after the last one who was notified. */
export async function listNext(tx: Tx, target: Target, after: string | null, limit: number): Promise<string[]> {
  const rows = await meant(tx, target)
    .select('users.id')
    .$if(after !== null, (query) => query.where('users.id', '>', after))
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

const nameOf = sql<string | null>`CASE audience
  WHEN 'offer' THEN (SELECT name FROM offers WHERE offers.id = audience_id)
  WHEN 'course' THEN (SELECT title FROM courses WHERE courses.id = audience_id)
  WHEN 'exam' THEN (SELECT name FROM exams WHERE exams.id = audience_id) END`;

const shown = (db: Db | Tx) =>
  db
    .selectFrom('announcements')
    .leftJoin('users', 'users.id', 'announcements.written_by')
    .select([
      'announcements.id',
      'title',
      'text',
      sql<Audience>`audience`.as('audience'),
      'audience_id as audienceId',
      nameOf.as('audienceName'),
      sql<Announcement['state']>`state`.as('state'),
      'send_at as sendAt',
      'told',
      'parts',
      'last_user_id as lastUserId',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('by'),
    ]);
export type AnnouncementRow = Awaited<ReturnType<typeof listRows>>[number];

export const listRows = (db: Db, limit: number) => shown(db).orderBy('announcements.id', 'desc').limit(limit).execute();

export const findRow = (db: Db | Tx, id: number) => shown(db).where('announcements.id', '=', id).executeTakeFirst();

/** Locks the announcement until the transaction ends: concurrent sends and cancels run one after the other. */
export const lockRow = async (tx: Tx, id: number) => {
  await tx.selectFrom('announcements').select('id').where('id', '=', id).forUpdate().execute();
  return findRow(tx, id);
};

export const findByKey = (db: Db | Tx, creationKey: string) =>
  shown(db).where('announcements.creation_key', '=', creationKey).executeTakeFirst();

type NewAnnouncement = Omit<Target, 'people'> & {
  people: readonly string[] | null;
  title: string;
  text: string;
  sendAt: Date;
  by: string;
  creationKey: string;
  now: Date;
};

/** Undefined when an announcement with this creation key exists. */
export const insertRow = (tx: Tx, wish: NewAnnouncement) =>
  tx
    .insertInto('announcements')
    .values({
      title: wish.title,
      text: wish.text,
      audience: wish.audience,
      audience_id: wish.audienceId,
      people: wish.people ? [...wish.people] : null,
      send_at: wish.sendAt,
      written_by: wish.by,
      creation_key: wish.creationKey,
      created_at: wish.now,
    })
    .onConflict((conflict) => conflict.column('creation_key').doNothing())
    .returning('id')
    .executeTakeFirst();

type Progress = {
  state: Announcement['state'];
  told: number;
  parts: number;
  lastUserId: string | null;
  finishedAt: Date | null;
};

/** Once it is over, the ids of its people would only outlive them. */
const over = { people: null, last_user_id: null };

export const saveProgress = (tx: Tx, id: number, { state, told, parts, lastUserId, finishedAt }: Progress) =>
  tx
    .updateTable('announcements')
    .set({ state, told, parts, last_user_id: lastUserId, finished_at: finishedAt, ...(finishedAt ? over : {}) })
    .where('id', '=', id)
    .execute();

export const cancelRow = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('announcements')
    .set({ state: 'cancelled', finished_at: now, ...over })
    .where('id', '=', id)
    .execute();

/** Whether the offer, course or exam of the audience exists. */
export async function isThere(db: Db | Tx, { audience, audienceId }: Target): Promise<boolean> {
  const table = { offer: 'offers', course: 'courses', exam: 'exams', all: null, people: null }[audience] as
    | 'offers'
    | 'courses'
    | 'exams'
    | null;
  if (table === null) return true;
  const row = await db.selectFrom(table).select('id').where('id', '=', audienceId).executeTakeFirst();
  return row !== undefined;
}
