import type { QuestionStatus } from '#contract/question-status.ts';
import type { BaseTextInput } from '#contract/questions/base-texts.ts';
import type { Difficulty, QuestionFormat } from '#contract/questions/question-shapes.ts';
import type { StoredPage, StoredPiece } from '../exam/stored-pages.ts';

export type FileKind = 'csv' | 'xlsx' | 'gift' | 'moodle' | 'aiken' | 'docx' | 'text' | 'pdf';

export type FileOption = { optionText: string; comment: string; isCorrect: boolean };

/** A question in a file: everything by name, nothing by id. Missing texts are empty. */
export type FileQuestion = {
  format: QuestionFormat;
  questionText: string;
  comment: string;
  options: FileOption[];
  /** The base text. Questions of a file with the same text share it. */
  baseText: BaseTextInput | null;
  subject: string;
  topic: string;
  source: string;
  /** Missing in entries of imports from before there were any. */
  organ?: string | undefined;
  post?: string | undefined;
  year: number | null;
  difficulty: Difficulty | null;
  status: QuestionStatus;
  statusReason: string;
  tags: string[];
};

/** One question of a file, with its first line and the problem that prevents its import. */
export type FileEntry = {
  line: number;
  /** An excerpt by which the author recognises an entry that could not be read. */
  excerpt: string;
  question: FileQuestion | null;
  problem: string | null;
  /** The incomplete question of an entry with a problem, to be corrected. */
  unfinished?: FileQuestion;
  /** Its number in the file. */
  number?: number;
  /** It has no key; an answer sheet may provide it. */
  awaitsKey?: boolean;
  /** A warning that remains when the question has its key. */
  warning?: string;
  /** Pieces of the pages of an exam that it was read from. */
  pieces?: StoredPiece[];
};

/** A question with its content only, without labels. */
export const bareQuestion = (content: Pick<FileQuestion, 'format' | 'questionText' | 'options'>): FileQuestion => ({
  comment: '',
  baseText: null,
  subject: '',
  topic: '',
  source: '',
  organ: '',
  post: '',
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
  /** Remarks for the author that do not exclude any entry. */
  remarks: string[];
  /** The pages of an exam in PDF. */
  pages?: StoredPage[];
};

/** The whole file is refused. The message is shown to the author. */
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
