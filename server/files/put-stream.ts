import { type Files, PIECE_BYTES } from './files.ts';

/** Chunks of one size, and a last one with the remainder; none for an empty stream. */
export async function* inPieces(content: AsyncIterable<Uint8Array>, size = PIECE_BYTES): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (bytes + rest.byteLength >= size) {
      held.push(rest.subarray(0, size - bytes));
      rest = rest.subarray(size - bytes);
      yield Buffer.concat(held);
      held = [];
      bytes = 0;
    }
    if (rest.byteLength > 0) held.push(rest);
    bytes += rest.byteLength;
  }
  if (bytes > 0) yield Buffer.concat(held);
}

/** Stores a stream of any length: a small file in one call, a large one chunk by chunk. */
export async function putStream(files: Files, key: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const pieces = inPieces(content);
  const first = (await pieces.next()).value as Buffer | undefined;
  if (!first || first.length < PIECE_BYTES) return files.put(key, first ?? new Uint8Array());
  const id = await files.pieces.begin(key);
  try {
    const receipts = [await files.pieces.add(key, id, { number: 1, at: 0, content: first })];
    for await (const piece of pieces) {
      const number = receipts.length + 1;
      receipts.push(await files.pieces.add(key, id, { number, at: (number - 1) * PIECE_BYTES, content: piece }));
    }
    await files.pieces.finish(key, id, receipts);
  } catch (error) {
    await files.pieces.abandon(key, id);
    throw error;
  }
}
