import { type Entry, fromBufferPromise } from 'yauzl';
import { DocxRefused } from './refused.ts';

/** Far above any lesson: five hundred pages are ten megabytes of XML. */
const ENTRIES_MAX = 2000;
const PART_MAX = 40 * 1024 * 1024;
const ALL_MAX = 120 * 1024 * 1024;

export type Parts = {
  /** The text of a part; undefined where the file has none. */
  text(name: string): Promise<string | undefined>;
  bytes(name: string): Promise<Buffer | undefined>;
};

/**
 * The parts of a .docx, unpacked as they are asked for. Every byte is counted as it comes out, whatever the file
 * claims of itself, so that a small file cannot become a large one.
 */
export async function openParts(file: Buffer): Promise<Parts> {
  const zip = await fromBufferPromise(file, { lazyEntries: true, validateEntrySizes: true }).catch(() => {
    throw new DocxRefused('broken');
  });
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= ENTRIES_MAX) throw new DocxRefused('too_large');
      if (entry.isEncrypted()) throw new DocxRefused('broken');
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    throw error instanceof DocxRefused ? error : new DocxRefused('broken');
  }
  let unpacked = 0;
  const bytes = async (name: string): Promise<Buffer | undefined> => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    const pieces: Buffer[] = [];
    let size = 0;
    try {
      for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
        size += piece.length;
        unpacked += piece.length;
        if (size > PART_MAX || unpacked > ALL_MAX) throw new DocxRefused('too_large');
        pieces.push(piece);
      }
    } catch (error) {
      throw error instanceof DocxRefused ? error : new DocxRefused('broken');
    }
    return Buffer.concat(pieces);
  };
  return { bytes, text: async (name) => (await bytes(name))?.toString('utf8') };
}
