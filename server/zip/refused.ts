/** Why a Word or Excel file is refused. */
export class FileRefused extends Error {
  readonly reason: 'other_kind' | 'broken' | 'too_large';
  constructor(reason: FileRefused['reason']) {
    super(`the file was not read: ${reason}`);
    this.reason = reason;
  }
}
