import { answerEach } from '#server/work/answer-each.ts';
import { FileRefused } from '#server/zip/refused.ts';
import type { DeckSummary } from './deck-card.ts';
import { withMedia } from './package.ts';
import { type DeckRequest, readDeck } from './read-deck.ts';

export type AnkiRequest =
  | ({ work: 'summary' | 'cards' } & DeckRequest)
  | { work: 'pictures'; path: string; names: readonly string[]; maxBytes: number };

/** Chunks of cards travel as JSON in bytes, so that the receiver parses one at a time. `ms`: how long the read took. */
export type AnkiOutcome =
  | { summary: DeckSummary; chunks: Uint8Array[]; ms: number }
  | { pictures: (readonly [name: string, content: Uint8Array | null])[] }
  | { refused: FileRefused['reason'] };

answerEach(async (request: AnkiRequest): Promise<AnkiOutcome> => {
  try {
    if (request.work === 'pictures') return { pictures: await readPictures(request) };
    const began = performance.now();
    const chunks: Uint8Array[] = [];
    const withCards = request.work === 'cards';
    const summary = await readDeck(request, (cards) => {
      const sent = withCards ? cards : cards.map(({ guid, ord }) => ({ guid, ord }));
      chunks.push(Buffer.from(JSON.stringify(sent)));
    });
    return { summary, chunks, ms: performance.now() - began };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    return { refused: error.reason };
  }
});

/** The first of the named pictures, up to the bytes that one answer may have; null for one that cannot be read. */
async function readPictures({ path, names, maxBytes }: Extract<AnkiRequest, { work: 'pictures' }>) {
  return withMedia(path, async (media) => {
    const found: (readonly [string, Uint8Array | null])[] = [];
    let bytes = 0;
    for (const name of names) {
      const content = await media.read(name);
      const isRead = content instanceof Uint8Array;
      bytes += isRead ? content.length : 0;
      found.push([name, isRead ? content : null]);
      if (bytes >= maxBytes) break;
    }
    return found;
  });
}
