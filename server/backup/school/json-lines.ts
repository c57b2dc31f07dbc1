import { ArchiveRefused } from './open-archive.ts';

const BATCH_BYTES = 1024 * 1024;
/** The largest row: a lesson of a megabyte, in its JSON form. */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * Splits an array of rows, one row a line, into JSON arrays of about a megabyte. Rows stay text: a number of the
 * database may be larger than JavaScript's.
 */
export async function* rowBatches(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let batch: string[] = [];
  let bytes = 0;
  let isClosed = false;
  for await (const line of lines(content)) {
    if (isClosed) throw new ArchiveRefused('The archive has rows after the end of a table.');
    isClosed = line === ']' || line === '[]';
    if (isClosed) continue;
    // The first row follows a bracket, every other a comma.
    batch.push(line.slice(1));
    bytes += line.length;
    if (bytes < BATCH_BYTES) continue;
    yield `[${batch.join(',')}]`;
    batch = [];
    bytes = 0;
  }
  if (!isClosed) throw new ArchiveRefused('The archive is cut: a table has no end.');
  if (batch.length > 0) yield `[${batch.join(',')}]`;
}

async function* lines(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8');
      rest = [];
      length = 0;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > LONGEST_LINE) throw new ArchiveRefused('The archive has a row that is too long.');
  }
  if (length > 0) yield Buffer.concat(rest).toString('utf8');
}
