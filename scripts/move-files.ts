import { moveFiles } from '#server/backup/move-files.ts';
import { readConfig } from '#server/config.ts';
import { diskFiles, filesDirectory } from '#server/files/files.ts';
import { s3Files } from '#server/files/s3.ts';

/**
 * bin/alvorada move-files to-s3   from DATA_DIR to the bucket of S3_*; `to-disk` the other way.
 * Copies what is not there yet, so it can be run while the server still uses the old place, and once more after the
 * server was restarted with the new one. Nothing is removed.
 */
const say = (line: string) => process.stderr.write(`${line}\n`);
const [direction] = process.argv.slice(2);
const config = readConfig();
if (direction !== 'to-s3' && direction !== 'to-disk') {
  say('Usage: bin/alvorada move-files to-s3 | to-disk');
  process.exit(2);
}
if (!config.s3) {
  say('S3_BUCKET is not set: name the bucket in the settings of the service first.');
  process.exit(2);
}
const disk = diskFiles(filesDirectory(config.dataDir));
const bucket = s3Files(config.s3);
try {
  const [from, to] = direction === 'to-s3' ? [disk, bucket] : [bucket, disk];
  const { copied, present } = await moveFiles(from, to, say);
  say(`${copied} files copied, ${present} were there already.`);
} catch (error) {
  say(`Moving the files failed, run it again: ${(error as Error).message}`);
  process.exitCode = 1;
}
