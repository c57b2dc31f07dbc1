import type { Span } from '#server/pdf/lines.ts';
import type { Box } from '#server/pdf/matrix.ts';
import type { StoredPage, StoredPiece } from './stored-pages.ts';

/** Reasons to look at a question before it is taken. */
export type ExamDoubt =
  /** Fewer or more options than the other questions have. */
  | 'options_count'
  | 'option_empty'
  | 'options_equal'
  /** A list in the statement looks like options, too. */
  | 'options_twice'
  | 'options_style'
  /** The number before or behind it is missing. */
  | 'number_gap'
  /** Much longer than the other ones. */
  | 'long'
  | 'statement_short'
  /** The last option may go on in the next column, or has ended there. */
  | 'column_break'
  /** Text behind the last option was left out. */
  | 'text_behind'
  /** Text between the question before and this one was left out. */
  | 'text_before'
  | 'figure'
  | 'table'
  | 'unreadable_characters'
  | 'scanned'
  /** Nothing says which questions a shared text belongs to. */
  | 'base_text_range'
  | 'size_changes'
  /** Some options end with a full stop and some do not: a line may be lost or caught. */
  | 'option_ending'
  /** A bracket or a quote without its other half: a line may be lost. */
  | 'brackets'
  | 'key_missing'
  | 'key_unknown'
  | 'annulled';

/** A picture, a drawing or a table of a page. */
export type Figure = { page: number; box: Box; isTable: boolean; isPicture: boolean; isFormula: boolean };
/** A figure of a question: `part` is 'statement' or the letter of an option. */
export type OwnedFigure = Figure & { part: string };

/** A rectangle of a page that a part was read from. */
export type Region = { part: string; page: number; box: Box };

export type ExamOption = { letter: string; text: string; spans: Span[][] };

export type ExamQuestion = {
  number: number;
  kind: 'choice' | 'trueFalse';
  statement: string;
  statementSpans: Span[][];
  options: ExamOption[];
  baseText: string | null;
  subject: string | null;
  figures: OwnedFigure[];
  doubts: ExamDoubt[];
  /** Where its parts are: 'statement', or the letter of an option. */
  regions: Region[];
  /** The pieces of lines that it was read from, its shared text included. */
  pieces: StoredPiece[];
};

/** Lines that are no question, by what they are. */
export type LeftOut = { kind: 'cover' | 'running' | 'behind' | 'series'; text: string; count: number };

export type ExamReading = { questions: ExamQuestion[]; leftOut: LeftOut[]; pages: StoredPage[] };
