import type { OwnAnswer } from './own-calls.ts';
import type { Encoding } from './pages-ready.ts';

/** An answer that a document was rendered from: its body, and the headers that were read. */
export type RenderSource = Pick<OwnAnswer, 'status' | 'body'> & { headers: readonly (readonly [string, unknown])[] };

/** A document as sent: uncompressed until a client has asked for compression. */
export type EncodedDocument = { etag: string; encoding: Encoding; bytes: Buffer };

/** The last document rendered at an address, and every answer that it was rendered from. */
export type CachedDocument = {
  shell: string;
  school: string;
  minute: number;
  answers: ReadonlyMap<string, RenderSource>;
  ready: EncodedDocument;
};

type Entry = { kept: CachedDocument; size: number; isUsed: boolean };

/** Bytes for the entry itself and its key. */
const OVERHEAD = 1000;

/**
 * Caches documents for repeated visits. When it is full the oldest is evicted, but an entry that was read since its
 * last turn gets a second chance, as with ready answers (ready-cache.ts).
 */
export function documentCache(maxBytes: number) {
  const entries = new Map<string, Entry>();
  let total = 0;

  const forget = (place: string) => {
    const entry = entries.get(place);
    if (!entry) return;
    entries.delete(place);
    total -= entry.size;
  };
  const makeRoom = () => {
    for (const [place, entry] of entries) {
      if (total <= maxBytes) break;
      if (entry.isUsed) {
        // The entry comes up again in this loop, now unmarked: the loop ends.
        entry.isUsed = false;
        entries.delete(place);
        entries.set(place, entry);
      } else forget(place);
    }
  };

  return {
    get bytes() {
      return total;
    },
    get(place: string): CachedDocument | undefined {
      const entry = entries.get(place);
      if (!entry) return undefined;
      entry.isUsed = true;
      return entry.kept;
    },
    set(place: string, kept: CachedDocument): void {
      forget(place);
      const size = sizeOf(kept);
      if (size > maxBytes / 4) return;
      entries.set(place, { kept, size, isUsed: false });
      total += size;
      makeRoom();
    },
    forget,
  };
}

function sizeOf({ answers, ready }: CachedDocument): number {
  let size = OVERHEAD + ready.bytes.length;
  // Two-byte strings are rare; ready answers (buffers) are cached elsewhere, too, or not at all.
  for (const [address, { body }] of answers) size += address.length + body.length;
  return size;
}
