import { createHash } from 'node:crypto';
import { LAWS_MAX } from '#contract/content/law-limits.ts';
import type { Db } from '#server/db/handle.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { listNames } from './citations.store.ts';
import type { Alias } from './find-norm.ts';
import { type CitationInput, citationsOf, type LessonCitation } from './lesson-citations.ts';

/** Longer texts are searched in a worker: a request must not block the event loop for more than some milliseconds. */
const INLINE_MAX_CHARACTERS = 5_000;
/** Raised when the recogniser changes: every text is searched again. */
const FINDER = 4;

const workerPool = createWorkerPool<CitationInput, LessonCitation[]>(
  new URL('./citations.worker.ts', import.meta.url),
  {
    capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 8 },
    longestMs: 30_000,
    memoryMb: 256,
    tooLong: () => new AppError('bad_request', 'O texto é complicado demais para procurar citações.'),
    tooMany: () => tooBusy('Há textos demais sendo lidos agora. Tente de novo em instantes.'),
  },
);

export type Names = { aliases: Alias[]; key: string };

/** The names by which the school's laws are cited, and a key that changes with them. */
export async function readNames(db: Db): Promise<Names> {
  const laws = await listNames(db, LAWS_MAX);
  const aliases = laws.flatMap(({ urn, name, shortName, nicknames }) =>
    [name, shortName, ...nicknames].filter((one) => one.length > 1).map((one) => ({ name: one, urn })),
  );
  const key = createHash('sha256')
    .update(JSON.stringify([FINDER, aliases]))
    .digest('hex')
    .slice(0, 16);
  return { aliases, key };
}

/** The citations of a text, found in a worker where the text is long. */
export async function searchText(input: CitationInput, person: string): Promise<LessonCitation[]> {
  const length = input.text.length + (input.keyText?.length ?? 0);
  return length <= INLINE_MAX_CHARACTERS ? citationsOf(input) : workerPool(input, person);
}
