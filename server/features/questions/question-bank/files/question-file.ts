import type { QuestionStatus } from '#contract/question-status.ts';
import type { BaseTextInput } from '#contract/questions/base-texts.ts';
import type { Difficulty, QuestionFormat } from '#contract/questions/question-shapes.ts';
import type { StoredPage, StoredPiece } from '../exam/stored-pages.ts';

export type FileKind = 'csv' | 'xlsx' | 'gift' | 'moodle' | 'aiken' | 'docx' | 'text' | 'pdf';

export type FileOption = { optionText: string; comment: string; isCorrect: boolean };

/** A question as files carry it: everything by name, nothing by id. Texts that are not there are empty. */
export type FileQuestion = {
  format: QuestionFormat;
  questionText: string;
  comment: string;
  options: FileOption[];
  /** The supporting text; questions of a file that have the same share it. */
  baseText: BaseTextInput | null;
  subject: string;
  topic: string;
  source: string;
  year: number | null;
  difficulty: Difficulty | null;
  status: QuestionStatus;
  statusReason: string;
  tags: string[];
};

/** One question of a file, with the line where it begins and what keeps it from being taken. */
export type FileEntry = {
  line: number;
  /** What the author recognises it by when it could not be read. */
  excerpt: string;
  question: FileQuestion | null;
  problem: string | null;
  /** What could be read of an entry with a problem, to be corrected. */
  unfinished?: FileQuestion;
  /** The number that the file gives it. */
  number?: number;
  /** It has no key, and an answer sheet may bring it. */
  awaitsKey?: boolean;
  /** A reason to look at it that remains when it has its key. */
  warning?: string;
  /** Pieces of the pages of an exam that it was read from. */
  pieces?: StoredPiece[];
};

/** A question of which nothing but its content is known. */
export const bareQuestion = (content: Pick<FileQuestion, 'format' | 'questionText' | 'options'>): FileQuestion => ({
  comment: '',
  baseText: null,
  subject: '',
  topic: '',
  source: '',
  year: null,
  difficulty: null,
  status: 'active',
  statusReason: '',
  tags: [],
  ...content,
});

/** Options without an answer key. */
export const keyless = (texts: readonly string[]): FileOption[] =>
  texts.map((optionText) => ({ optionText, comment: '', isCorrect: false }));

export type QuestionFile = {
  kind: FileKind;
  entries: FileEntry[];
  /** Things the author should know that keep nothing out. */
  remarks: string[];
  /** The pages of an exam in PDF. */
  pages?: StoredPage[];
};

/** The whole file cannot be taken. The message is for people. */
export class FileRefused extends Error {
  readonly code: 'bad_request' | 'unsupported_type' | 'too_large';

  constructor(code: FileRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const EXCERPT = 120;

export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT).toWellFormed()}…` : line;
}
