/** Money that came in, as a file tells of it. */
export type ReadEntry = {
  account: string;
  /** The bank's own id of the entry; missing, repeated or new with every file at too many banks. */
  fitId: string | null;
  day: string;
  /** Cents, more than zero. */
  amount: number;
  /** Best effort, for people; nothing is decided by it. */
  payer: string | null;
  text: string;
  endToEndId: string | null;
  /** What may be a payment code in the text. */
  codes: string[];
};

/** The columns of a CSV, counted from zero. */
export type Columns = { date: number; amount: number };

/** A file that cannot be read; the message is shown to its sender. */
export class StatementRefused extends Error {
  readonly code: 'bad_request' | 'too_large' | 'unsupported_type';

  constructor(code: StatementRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The columns of day and amount cannot be guessed: the office chooses them once for this bank. */
export class ColumnsUnknown extends Error {
  readonly headerKey: string;
  readonly columns: string[];
  readonly sample: string[][];

  constructor(headerKey: string, columns: string[], sample: string[][]) {
    super('columns unknown');
    this.headerKey = headerKey;
    this.columns = columns;
    this.sample = sample;
  }
}
