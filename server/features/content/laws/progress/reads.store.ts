import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** The articles of a law that a reader marked, as far as the law still has them. */
export async function listReads(db: Db, userId: string, lawId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ article: string }>`
    SELECT article FROM law_article_reads read
    WHERE user_id = ${userId}::uuid AND law_id = ${lawId}
      AND EXISTS (SELECT FROM law_devices WHERE law_devices.law_id = read.law_id AND lex_id = read.article)
    ORDER BY article LIMIT ${limit}`.execute(db);
  return rows.map(({ article }) => article);
}

/** How many articles of each law a reader marked. */
export async function countReads(db: Db, userId: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ lawId: number; count: number }>`
    SELECT read.law_id AS "lawId", count(*) AS count
    FROM law_article_reads read
    WHERE read.user_id = ${userId}::uuid
      AND EXISTS (SELECT FROM law_devices WHERE law_devices.law_id = read.law_id AND lex_id = read.article)
    GROUP BY read.law_id`.execute(db);
  return new Map(rows.map(({ lawId, count }) => [lawId, count]));
}

type Read = { userId: string; lawId: number; article: string };

export async function insertRead(db: Db, { userId, lawId, article }: Read, now: Date): Promise<void> {
  await db
    .insertInto('law_article_reads')
    .values({ user_id: userId, law_id: lawId, article, read_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteRead(db: Db, { userId, lawId, article }: Read): Promise<void> {
  await db
    .deleteFrom('law_article_reads')
    .where('user_id', '=', userId)
    .where('law_id', '=', lawId)
    .where('article', '=', article)
    .execute();
}
