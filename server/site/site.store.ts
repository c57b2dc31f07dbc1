import type { LegalPage, SitePage } from '#contract/school/site-content.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** The newest published version of each page that has one. */
export async function listPublished(db: Db | Tx) {
  const rows = await db
    .selectFrom('page_versions')
    .distinctOn('page')
    .select(['page', 'number', 'content', 'label', 'published_at as publishedAt'])
    .orderBy('page')
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, page: row.page as SitePage }));
}

/** A legal page as of the time when a label was the newest one of all legal pages. */
export async function findAtLabel(db: Db, page: LegalPage, label: string) {
  const moment = db
    .selectFrom('page_versions')
    .select(({ fn }) => fn.max('published_at').as('at'))
    .where('label', '=', label);
  return db
    .selectFrom('page_versions')
    .select(['content', 'label', 'number'])
    .where('page', '=', page)
    .where('published_at', '<=', moment)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
