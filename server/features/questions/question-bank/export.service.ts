import { QUESTION_FILE_MAX_QUESTIONS } from '#contract/limits.ts';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { joinInTurns } from '#server/work/slices.ts';
import { listForExport } from './bank.service.ts';
import { type BankContentRow, type Chosen, listAllContents } from './bank.store.ts';
import { csvPieces } from './files/csv-write.ts';
import { giftPieces } from './files/gift-write.ts';
import { moodlePieces } from './files/moodle-write.ts';
import type { FileQuestion } from './files/question-file.ts';

export type ExportKind = 'csv' | 'gift' | 'moodle';

/** The questions of a filter as a file that an import reads back. */
const writers: Record<ExportKind, (questions: readonly FileQuestion[]) => Generator<string>> = {
  csv: csvPieces,
  gift: giftPieces,
  moodle: moodlePieces,
};

export async function exportBank(deps: Deps, filter: Chosen, kind: ExportKind): Promise<string> {
  const rows = await listForExport(deps, filter, QUESTION_FILE_MAX_QUESTIONS);
  return joinInTurns(writers[kind](rows.map(asFileQuestion)));
}

const asFileQuestion = (row: BankContentRow): FileQuestion => ({
  ...row,
  subject: row.subject ?? '',
  topic: row.topicPath,
  baseText: row.baseText && { title: row.baseText.title, format: row.baseText.format, text: row.baseText.text },
  options: row.options.map(({ optionText, comment, isCorrect }) => ({ optionText, comment, isCorrect })),
});

/** A page of all questions of the school, those outside the bank included; the next page begins after `last`. */
export async function listQuestionsOfSchool(tx: Tx, after: number, limit: number) {
  const rows = await listAllContents(tx, after, limit);
  return { questions: rows.map(asFileQuestion), last: rows.at(-1)?.id };
}
