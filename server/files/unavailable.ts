/** The store cannot take or serve a file now: the disk is full, the bucket does not answer. A retry may help. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super(`The file store failed: ${(cause as Error).message}`, { cause });
    this.name = 'FilesUnavailable';
  }
}
