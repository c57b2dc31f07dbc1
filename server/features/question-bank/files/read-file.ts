import { createHash } from 'node:crypto';
import { QUESTION_FILE_MAX_QUESTIONS } from '../../../../contract/limits.ts';
import { fingerprintOf } from '../../questions/fingerprint.ts';
import { contentProblem, labelProblem } from '../../questions/question.rules.ts';
import { cleanContent } from '../../questions/question-cleaning.ts';
import { columnName } from './csv-columns.ts';
import { readCsv } from './csv-read.ts';
import { decodeText } from './decode.ts';
import { readGift } from './gift-read.ts';
import { type FileEntry, type FileQuestion, FileRefused, type QuestionFile } from './question-file.ts';

/** An entry that was checked: either it has a problem, or a question and what it is known by. */
export type ReadEntry = FileEntry & {
  fingerprint: string | null;
  /** The same question stands earlier in the file. */
  isRepeated: boolean;
};
export type ReadFile = Omit<QuestionFile, 'entries'> & { entries: ReadEntry[]; sha256: string };

/** Everything about a file before the bank is asked: decoded, read, sanitised, checked. */
export function readQuestionFile(bytes: Uint8Array, name: string): ReadFile {
  const text = decodeText(bytes);
  const file = isCsv(text, name) ? readCsv(text) : readGift(text);
  if (file.entries.length === 0) throw new FileRefused('bad_request', 'Não encontramos nenhuma questão neste arquivo.');
  if (file.entries.length > QUESTION_FILE_MAX_QUESTIONS) {
    throw new FileRefused(
      'too_large',
      `O arquivo tem ${file.entries.length} questões. Divida-o: são no máximo ${QUESTION_FILE_MAX_QUESTIONS} por vez.`,
    );
  }
  const seen = new Set<string>();
  const entries = file.entries.map((entry): ReadEntry => {
    const checked = check(entry);
    const isRepeated = checked.fingerprint !== null && seen.has(checked.fingerprint);
    if (checked.fingerprint) seen.add(checked.fingerprint);
    return { ...checked, isRepeated };
  });
  return { ...file, entries, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** By the first line; a spreadsheet without our columns is told what is missing instead of being read as GIFT. */
function isCsv(text: string, name: string): boolean {
  const [first = ''] = text.replace(/^sep=.\n/i, '').split('\n', 1);
  return (
    /\.(csv|tsv)$/i.test(name) ||
    first.split(/[;,\t]/).some((cell) => columnName(cell.replaceAll('"', '')) === 'enunciado')
  );
}

function check(entry: FileEntry): Omit<ReadEntry, 'isRepeated'> {
  const refused = (problem: string | null) => ({ ...entry, question: null, problem, fingerprint: null });
  if (!entry.question) return refused(entry.problem);
  const content = cleanContent(entry.question);
  const question: FileQuestion = { ...entry.question, ...content, ...singleLine(entry.question) };
  const problem = contentProblem(content) ?? labelProblem(question);
  return problem ? refused(problem) : { ...entry, question, fingerprint: fingerprintOf(content).toString('hex') };
}

function singleLine({ subject, topic, source, statusReason }: FileQuestion) {
  const one = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return { subject: one(subject), topic: one(topic), source: one(source), statusReason: one(statusReason) };
}
