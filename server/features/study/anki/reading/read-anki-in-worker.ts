import { MINUTE_MS } from '#contract/time.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { FileRefused } from '#server/zip/refused.ts';
import type { AnkiOutcome, AnkiRequest } from './anki.worker.ts';
import type { DeckRequest } from './read-deck.ts';

/** The reader ended at its limits of time or memory. */
export class DeckTooSlow extends AppError {
  constructor() {
    super('bad_request', 'Este baralho é grande demais para ser lido. Divida-o em partes no Anki.');
  }
}

const workerPool = createWorkerPool<AnkiRequest, AnkiOutcome>(new URL('./anki.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 24, waitingPerKey: 3 },
  longestMs: 2 * MINUTE_MS,
  memoryMb: 768,
  tooLong: () => new DeckTooSlow(),
  tooMany: () => tooBusy('Há arquivos demais sendo lidos agora. Tente de novo em instantes.'),
});

const refusals: Readonly<Record<FileRefused['reason'], () => AppError>> = {
  other_kind: () =>
    new AppError(
      'unsupported_type',
      'Este arquivo não é um baralho do Anki. Envie um .apkg, ou uma tabela .csv ou .txt.',
    ),
  broken: () =>
    new AppError('unsupported_type', 'Este arquivo está danificado ou não foi feito pelo Anki. Exporte-o de novo.'),
  too_large: () => new AppError('too_large', 'Este baralho é grande demais por dentro. Divida-o em partes no Anki.'),
};

async function answer<T extends AnkiOutcome>(request: AnkiRequest, userId: string) {
  const outcome = await workerPool(request, userId);
  if ('refused' in outcome) throw refusals[outcome.refused]();
  return outcome as Exclude<T, { refused: unknown }>;
}

type Read = Extract<AnkiOutcome, { summary: unknown }>;
type Pictures = Extract<AnkiOutcome, { pictures: unknown }>;

export const deckReader = {
  /** What a file holds, with the identities of its cards. */
  summarise: (request: DeckRequest, userId: string) => answer<Read>({ work: 'summary', ...request }, userId),

  /** The cards of a file, in chunks of JSON. */
  readCards: (request: DeckRequest, userId: string) => answer<Read>({ work: 'cards', ...request }, userId),

  readPictures: (request: { path: string; names: readonly string[]; maxBytes: number }, userId: string) =>
    answer<Pictures>({ work: 'pictures', ...request }, userId),
};
