export type PdfRefusal = 'broken' | 'encrypted' | 'too_many_pages' | 'too_large' | 'undecoded_pictures';

/** A PDF that is not read, and why. */
export class PdfRefused extends Error {
  readonly reason: PdfRefusal;

  constructor(reason: PdfRefusal) {
    super(`The PDF was refused: ${reason}.`);
    this.reason = reason;
  }
}
