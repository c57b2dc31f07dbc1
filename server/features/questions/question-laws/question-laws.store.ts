import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

export type CitingQuestion = {
  id: number;
  authorId: string | null;
  baseTextId: number | null;
  textAuthorId: string | null;
};

/** A question with its base text, and who may correct the citations of either. */
export async function findCitingQuestion(db: Db, id: number): Promise<CitingQuestion | undefined> {
  return db
    .selectFrom('questions')
    .leftJoin('base_texts', 'base_texts.id', 'questions.base_text_id')
    .select([
      'questions.id',
      'questions.author_id as authorId',
      'questions.base_text_id as baseTextId',
      'base_texts.author_id as textAuthorId',
    ])
    .where('questions.id', '=', id)
    .where('questions.current_version_id', 'is not', null)
    .executeTakeFirst();
}

/** What a question asks and what is right about it, for the search of its article. */
export async function findAskedWords(
  db: Db,
  id: number,
): Promise<{ format: 'plain' | 'html'; words: string } | undefined> {
  const { rows } = await sql<{ format: 'plain' | 'html'; words: string }>`
    SELECT version.format, concat_ws(E'\\n', version.statement,
             (SELECT option_text FROM options WHERE options.question_version_id = version.id AND is_correct)) AS words
    FROM questions JOIN question_versions version ON version.id = current_version_id
    WHERE questions.id = ${id}`.execute(db);
  return rows[0];
}
