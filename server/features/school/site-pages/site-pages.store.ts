import { type Expression, sql } from 'kysely';
import type { SitePage } from '#contract/school/site-content.ts';
import type { Db, Tx } from '#server/db/handle.ts';

const fullName = (first: Expression<string | null>, last: Expression<string | null>) =>
  sql<string | null>`${first} || ' ' || ${last}`;

export const findDraft = (db: Db | Tx, page: SitePage) =>
  db
    .selectFrom('page_drafts')
    .leftJoin('users', 'users.id', 'page_drafts.saved_by')
    .select(({ ref }) => [
      'content',
      'revision',
      'saved_at as savedAt',
      fullName(ref('users.first_name'), ref('users.last_name')).as('savedBy'),
    ])
    .where('page', '=', page)
    .executeTakeFirst();

/** Locks the draft until the transaction ends. */
export const lockDraft = (tx: Tx, page: SitePage) =>
  tx.selectFrom('page_drafts').select(['content', 'revision']).where('page', '=', page).forUpdate().executeTakeFirst();

type Draft = { page: SitePage; content: object; by: string; now: Date };

/** False when a draft already exists: a concurrent insert was first. */
export async function insertDraft(tx: Tx, { page, content, by, now }: Draft): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('page_drafts')
    .values({ page, content: JSON.stringify(content), revision: 1, saved_at: now, saved_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export const updateDraft = (tx: Tx, { page, content, by, now }: Draft, revision: number) =>
  tx
    .updateTable('page_drafts')
    .set({ content: JSON.stringify(content), revision, saved_at: now, saved_by: by })
    .where('page', '=', page)
    .execute();

const versions = (db: Db | Tx, page: SitePage) =>
  db
    .selectFrom('page_versions')
    .leftJoin('users', 'users.id', 'page_versions.published_by')
    .select(({ ref }) => [
      'number',
      'label',
      'published_at as at',
      fullName(ref('users.first_name'), ref('users.last_name')).as('by'),
    ])
    .where('page', '=', page);

export const listVersions = (db: Db, page: SitePage, limit: number) =>
  versions(db, page).orderBy('number', 'desc').limit(limit).execute();

export const findVersion = (db: Db, page: SitePage, number: number) =>
  versions(db, page).select('content').where('number', '=', number).executeTakeFirst();

export const findNewestVersion = (db: Db | Tx, page: SitePage) =>
  versions(db, page)
    .select(['content', 'is_brought as isBrought'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Serialises publications of all pages, so that numbers and labels are consecutive. */
export const lockPublications = (tx: Tx) => sql`SELECT pg_advisory_xact_lock(hashtext('page_versions'))`.execute(tx);

/** Counts the labels of a day, over all pages. */
export const countLabels = async (tx: Tx, day: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('page_versions')
    .select(({ fn }) => fn.count<number>('label').distinct().as('count'))
    .where((where) => where.or([where('label', '=', day), where('label', 'like', `${day}.%`)]))
    .executeTakeFirstOrThrow();
  return count;
};

type NewVersion = {
  page: SitePage;
  number: number;
  content: object;
  label: string | null;
  isBrought: boolean;
  by: string | null;
  now: Date;
};

export const insertVersion = (tx: Tx, version: NewVersion) =>
  tx
    .insertInto('page_versions')
    .values({
      page: version.page,
      number: version.number,
      content: JSON.stringify(version.content),
      label: version.label,
      is_brought: version.isBrought,
      published_at: version.now,
      published_by: version.by,
    })
    .execute();

type FactsRow = { students: number; ratings: number; lastQuizAt: Date | null };

/** Figures of the school, to check the statements of its page. */
export async function readFacts(db: Db) {
  const { rows } = await sql<FactsRow>`
    SELECT (SELECT count(*) FROM users WHERE role = 'student' AND status <> 'pending') AS students,
           (SELECT count(*) FROM course_ratings WHERE replaced_at IS NULL) AS ratings,
           -- A version for paper is fixed, but was not published until its quiz was.
           (SELECT max(version.published_at) FROM quizzes JOIN quiz_versions version ON version.quiz_id = quizzes.id
            WHERE quizzes.published_at IS NOT NULL) AS "lastQuizAt"`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('A count of nothing is 0, not no row.');
  return facts;
}
