/** Why a file is not read at all. */
export class DocxRefused extends Error {
  readonly reason: 'not_docx' | 'broken' | 'too_large';
  constructor(reason: DocxRefused['reason']) {
    super(`the document was not read: ${reason}`);
    this.reason = reason;
  }
}
