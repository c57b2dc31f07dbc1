import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { answerEach } from '#server/work/answer-each.ts';
import type { ExportedCard } from './exported-card.ts';
import { writeCollection } from './write-collection.ts';

/** `cards`: a file with the JSON of one card a line. */
export type ExportRequest = { cards: string; collection: string; now: number };

answerEach(async ({ cards, collection, now }: ExportRequest): Promise<{ cards: number }> => {
  const read: ExportedCard[] = [];
  for await (const line of createInterface({ input: createReadStream(cards) })) {
    if (line !== '') read.push(JSON.parse(line) as ExportedCard);
  }
  writeCollection(collection, read, now);
  return { cards: read.length };
});
