import { QUESTION_FILE_MAX_QUESTIONS } from '../../../contract/limits.ts';
import type { Deps } from '../../deps.ts';
import { listForExport } from './bank.service.ts';
import type { Chosen } from './bank.store.ts';
import { writeQuestionsAsCsv } from './files/csv-write.ts';
import { writeGift } from './files/gift-write.ts';
import type { FileKind, FileQuestion } from './files/question-file.ts';

/** The questions of a filter as a file that an import reads back. */
const writers: Record<FileKind, (questions: readonly FileQuestion[]) => string> = {
  csv: writeQuestionsAsCsv,
  gift: writeGift,
};

export async function exportBank(deps: Deps, filter: Chosen, kind: FileKind): Promise<string> {
  const rows = await listForExport(deps, filter, QUESTION_FILE_MAX_QUESTIONS);
  const questions = rows.map(
    (row): FileQuestion => ({
      ...row,
      subject: row.subject ?? '',
      topic: row.topicPath,
      baseText: row.baseText && { title: row.baseText.title, format: row.baseText.format, text: row.baseText.text },
      options: row.options.map(({ optionText, comment, isCorrect }) => ({ optionText, comment, isCorrect })),
    }),
  );
  return writers[kind](questions);
}
