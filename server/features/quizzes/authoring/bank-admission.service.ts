import type { Tx } from '../../../db/connect.ts';
import { admitToBank } from '../../question-bank/bank-write.service.ts';
import { findQuestionContents } from '../question-content.store.ts';
import { listVersionQuestions } from './versions.store.ts';

/** What is published is in the bank, as it was published. */
export async function admitQuestionsOf(tx: Tx, versionId: number): Promise<void> {
  const placed = await listVersionQuestions(tx, versionId);
  const contents = await findQuestionContents(
    tx,
    placed.map(({ questionVersionId }) => questionVersionId),
  );
  await admitToBank(
    tx,
    contents.map(({ id, questionId, statement, ...content }) => ({
      questionId,
      versionId: id,
      content: { ...content, questionText: statement },
    })),
  );
}
