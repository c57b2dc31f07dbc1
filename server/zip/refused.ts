/** Why a file from Word or Excel is not read at all. */
export class FileRefused extends Error {
  readonly reason: 'other_kind' | 'broken' | 'too_large';
  constructor(reason: FileRefused['reason']) {
    super(`the file was not read: ${reason}`);
    this.reason = reason;
  }
}
