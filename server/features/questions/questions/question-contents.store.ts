import { sql } from 'kysely';
import type { BaseText } from '#contract/questions/base-text.ts';
import type { QuestionFormat, QuestionKind } from '#contract/questions/question-shapes.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export type FoundContent = {
  /** Id of the version, not of the question. */
  id: number;
  questionId: number;
  kind: QuestionKind;
  format: QuestionFormat;
  baseText: BaseText | null;
  statement: string;
  comment: string;
  options: { id: number; optionText: string; comment: string; isCorrect: boolean }[];
};

/** Statements, comments and options of question versions with the answer key: never send this to a client. */
export async function findQuestionContents(db: Db | Tx, ids: readonly number[]): Promise<FoundContent[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('question_versions')
    .select((select) => [
      'id',
      'question_id as questionId',
      sql<QuestionKind>`kind`.as('kind'),
      sql<QuestionFormat>`format`.as('format'),
      sql<BaseText | null>`(SELECT json_build_object('id', t.base_text_id, 'versionId', t.id, 'title', t.title,
          'format', t.format, 'text', t.body) FROM base_text_versions t
        WHERE t.id = question_versions.base_text_version_id)`.as('baseText'),
      'statement',
      'comment',
      select
        .selectFrom('options')
        .select(
          sql<FoundContent['options']>`coalesce(json_agg(json_build_object(
            'id', options.id, 'optionText', options.option_text, 'comment', options.comment,
            'isCorrect', options.is_correct) ORDER BY options.position), '[]')`.as('list'),
        )
        .whereRef('options.question_version_id', '=', 'question_versions.id')
        .$castTo<{ list: FoundContent['options'] }>()
        .$asScalar()
        .$notNull()
        .as('options'),
    ])
    .where('id', '=', sql<number>`ANY(${ids})`)
    .execute();
}
