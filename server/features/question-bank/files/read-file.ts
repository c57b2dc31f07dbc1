import { createHash } from 'node:crypto';
import type { BaseTextInput } from '../../../../contract/base-texts.ts';
import { QUESTION_FILE_MAX_QUESTIONS } from '../../../../contract/limits.ts';
import type { QuestionContent } from '../../../../contract/question-rules.ts';
import { cleanText, textProblem } from '../../base-texts/base-text.rules.ts';
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
  const texts = checkedTexts();
  const seen = new Set<string>();
  const entries = file.entries.map((entry): ReadEntry => {
    const checked = check(entry, texts);
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

function check(entry: FileEntry, texts: ReturnType<typeof checkedTexts>): Omit<ReadEntry, 'isRepeated'> {
  const refused = (problem: string | null) => ({ ...entry, question: null, problem, fingerprint: null });
  if (!entry.question) return refused(entry.problem);
  const baseText = entry.question.baseText && texts(entry.question.baseText);
  if (baseText?.problem) return refused(baseText.problem);
  const content = { ...cleanContent({ ...entry.question, baseText: null }), baseText: baseText?.text ?? null };
  const question: FileQuestion = { ...entry.question, ...content, ...singleLine(entry.question) };
  const problem = contentProblem({ ...content, baseText: null }) ?? labelProblem(question);
  return problem ? refused(problem) : { ...entry, question, fingerprint: printOf(content) };
}

/** As the bank will tell it from others: which version of the text it is says nothing. */
const printOf = (content: Omit<QuestionContent, 'baseText'> & { baseText: BaseTextInput | null }) =>
  fingerprintOf({ ...content, baseText: content.baseText && { ...content.baseText, id: 0, versionId: 0 } }).toString(
    'hex',
  );

/** Many questions of a file have the same text: it is cleaned and looked at once. */
function checkedTexts() {
  const known = new Map<string, { text: BaseTextInput; problem: string | null }>();
  return (text: BaseTextInput) => {
    const key = JSON.stringify(text);
    const found = known.get(key);
    if (found) return found;
    const cleaned = cleanText(text);
    const looked = { text: cleaned, problem: textProblem(cleaned) };
    known.set(key, looked);
    return looked;
  };
}

function singleLine({ subject, topic, source, statusReason }: FileQuestion) {
  const one = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return { subject: one(subject), topic: one(topic), source: one(source), statusReason: one(statusReason) };
}
