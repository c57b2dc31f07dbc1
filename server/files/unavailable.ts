/** The store cannot take or hand out a file now: the disk is full, the bucket does not answer. Coming back may help. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The file store failed: ${(cause as Error).message}`, { cause });
    this.name = 'FilesUnavailable';
  }
}
