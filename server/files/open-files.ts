import type { Config } from '#server/config.ts';
import { diskFiles, type Files, filesDirectory } from './files.ts';
import { s3Files } from './s3.ts';

/** The file store of the configuration: a bucket where one is named, else the disk. */
export function openFiles(config: Pick<Config, 's3' | 'dataDir'>): Files {
  return config.s3 ? s3Files(config.s3) : diskFiles(filesDirectory(config.dataDir));
}
