import { sql } from 'kysely';
import type { Outdated } from '#contract/question-status.ts';
import type { Db } from '#server/db/handle.ts';
import { outdatedOf } from '#server/db/outdated-questions.ts';

/** Whether a student has answered a question, and whether its key was shown lately. */
export async function readSeen(db: Db, userId: string, questionId: number) {
  const { rows } = await sql<{ isAnswered: boolean; hasOpening: boolean }>`
    SELECT EXISTS (SELECT FROM answer_log WHERE user_id = ${userId}::uuid AND question_id = ${questionId})
             AS "isAnswered",
           EXISTS (SELECT FROM key_openings WHERE user_id = ${userId}::uuid AND question_id = ${questionId})
             AS "hasOpening"`.execute(db);
  return rows[0] ?? { isAnswered: false, hasOpening: false };
}

/** Whether one of the questions has this base text. */
export async function isTextOfAny(db: Db, baseTextId: number, questionIds: readonly number[]): Promise<boolean> {
  const row = await db
    .selectFrom('questions')
    .select('id')
    .where('base_text_id', '=', baseTextId)
    .where((where) => where('id', '=', where.fn.any(where.val([...questionIds]))))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

type Citing = {
  id: number;
  versionId: number;
  format: 'plain' | 'html';
  statement: string;
  source: string;
  year: number | null;
  /** It is cited only where the key is shown: in a comment, or by an author who attached the article. */
  tellsKey: boolean;
  outdated: NonNullable<Outdated> | null;
};

/** Active and outdated questions that cite an article, as they are now and after what their authors decided. */
export async function listCitingQuestions(db: Db, lawId: number, article: string, limit: number): Promise<Citing[]> {
  const inside = `${article}\\_%`;
  const { rows } = await sql<Citing>`
    WITH law AS (SELECT norm_key FROM laws WHERE id = ${lawId}),
    citing AS (
      SELECT citation.item_id, citation.in_comment AS tells
      FROM law JOIN law_item_citations citation
        ON citation.norm_key = law.norm_key AND citation.article = ${article}
      WHERE NOT EXISTS (SELECT FROM law_item_choices choice
                        WHERE choice.item_id = citation.item_id AND choice.quote = citation.quote)
      UNION ALL
      SELECT citation.item_id, citation.in_comment
      FROM law JOIN law_item_choices choice
        ON choice.norm_key = law.norm_key AND (choice.lex_id = ${article} OR choice.lex_id LIKE ${inside})
      JOIN law_item_citations citation ON citation.item_id = choice.item_id AND citation.quote = choice.quote
      UNION ALL
      SELECT taken.item_id, true
      FROM law JOIN law_item_articles taken ON taken.norm_key = law.norm_key AND taken.lex_id = ${article}
    )
    SELECT q.id, version.id AS "versionId", version.format, version.statement, q.source, q.year,
           found.tells AS "tellsKey", ${outdatedOf('q')} AS outdated
    FROM (
      SELECT item.question_id, bool_and(citing.tells) AS tells
      FROM citing
      JOIN law_items item ON item.id = citing.item_id AND item.question_id IS NOT NULL
      JOIN questions asked ON asked.id = item.question_id AND asked.current_version_id = item.version
      GROUP BY item.question_id
    ) found
    JOIN questions q ON q.id = found.question_id AND q.status IN ('active', 'outdated')
    JOIN question_versions version ON version.id = q.current_version_id
    ORDER BY q.year DESC NULLS LAST, q.source, q.id DESC
    LIMIT ${limit}`.execute(db);
  return rows;
}

/** The last answer of a student to each of these questions, and whether its key was shown lately. */
export async function listLastAnswers(db: Db, userId: string, questionIds: readonly number[]) {
  if (questionIds.length === 0) return [];
  const { rows } = await sql<{ questionId: number; isRight: boolean; hasOpening: boolean }>`
    SELECT DISTINCT ON (question_id) question_id AS "questionId", is_right AS "isRight",
           EXISTS (SELECT FROM key_openings opening
                   WHERE opening.user_id = ${userId}::uuid AND opening.question_id = answer_log.question_id)
             AS "hasOpening"
    FROM answer_log
    WHERE user_id = ${userId}::uuid AND question_id = ANY(${[...questionIds]}::int[])
    ORDER BY question_id, id DESC`.execute(db);
  return rows;
}
