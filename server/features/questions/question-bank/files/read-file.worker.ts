import { answerEach } from '#server/work/answer-each.ts';
import { toSlices } from '#server/work/slices.ts';
import { pastedRows, readSheet } from '../keys/read-sheet.ts';
import { documentText, worksheetText } from '../keys/sheet-text.ts';
import { decodeText } from './decode.ts';
import { embeddedFiles } from './moodle-read.ts';
import { isMoodleXml } from './moodle-xml.ts';
import { FileRefused } from './question-file.ts';
import { type FileSource, type ReadFile, type ReadingRules, readQuestionFile } from './read-file.ts';

/** The source of an answer sheet that is no PDF. */
export type SheetSource = Exclude<FileSource, { kind: 'pdf' | 'rows' }>;

/** The pictures inside a file, its questions, which refer to the stored pictures, and answer sheets. */
export type FileTask =
  | { task: 'pictures'; bytes: Uint8Array }
  | { task: 'questions'; source: FileSource; rules: ReadingRules }
  | { task: 'sheet'; text: string }
  | { task: 'sheetText'; source: SheetSource };

function picturesOf(bytes: Uint8Array) {
  const text = decodeText(bytes);
  return isMoodleXml(text) ? embeddedFiles(text) : [];
}

function sheetTextOf(source: SheetSource): string {
  switch (source.kind) {
    case 'document':
      return documentText(source.html);
    case 'sheets':
      return worksheetText(source.sheets);
    case 'bytes':
      return decodeText(source.bytes);
  }
}

const questionsOf = ({ entries, ...file }: ReadFile) => ({ file, entries: toSlices(entries) });

answerEach((task: FileTask) => {
  try {
    switch (task.task) {
      case 'pictures':
        return { pictures: picturesOf(task.bytes) };
      case 'questions':
        return questionsOf(readQuestionFile(task.source, task.rules));
      case 'sheet':
        return { sheet: readSheet(pastedRows(task.text)) };
      case 'sheetText':
        return { text: sheetTextOf(task.source) };
    }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
});
