import type { Log } from '#server/log.ts';
import type { Files } from './files.ts';

/** Counted since the start; exported by /metrics. */
export const missingFiles = { count: 0 };

/**
 * A file that a row names and the store does not have is lost: on a disk that was not restored, in a bucket that was
 * emptied. The person gets "not found"; the operator gets a line and a figure.
 */
export function noticeMissingFiles(files: Files, log: Pick<Log, 'error'>): Files {
  return {
    ...files,
    async read(key, stretch) {
      const found = await files.read(key, stretch);
      if (!found) {
        missingFiles.count += 1;
        log.error({ fileKey: key }, 'a stored file is missing');
      }
      return found;
    },
  };
}
