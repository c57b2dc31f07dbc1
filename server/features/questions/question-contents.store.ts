import { sql } from 'kysely';
import type { QuestionFormat, QuestionKind } from '../../../contract/question-shapes.ts';
import type { Db, Tx } from '../../db/handle.ts';

export type FoundContent = {
  /** Of the version, not of the question. */
  id: number;
  questionId: number;
  kind: QuestionKind;
  format: QuestionFormat;
  statement: string;
  comment: string;
  options: { id: number; optionText: string; comment: string; isCorrect: boolean }[];
};

/** Statements, comments and options of question versions, key included: never sent out as it is. */
export async function findQuestionContents(db: Db | Tx, ids: readonly number[]): Promise<FoundContent[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('question_versions')
    .select((select) => [
      'id',
      'question_id as questionId',
      sql<QuestionKind>`kind`.as('kind'),
      sql<QuestionFormat>`format`.as('format'),
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
