import type { Config } from '#server/config.ts';
import { diskFiles, type Files, filesDirectory } from './files.ts';
import { s3Files } from './s3.ts';

/** The configured file store: a bucket when one is named, otherwise the disk. */
export function openFiles(config: Pick<Config, 's3' | 'dataDir'>): Files {
  return config.s3 ? s3Files(config.s3) : diskFiles(filesDirectory(config.dataDir));
}
