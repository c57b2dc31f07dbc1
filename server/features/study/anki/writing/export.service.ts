import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { readSnapshot } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readUnderWay } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { charge } from '#server/http/throttle.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import { DECK_SEPARATOR } from '../own-notetypes.ts';
import { listExportedCards } from './export.store.ts';
import type { ExportRequest } from './export.worker.ts';
import type { ExportedCard } from './exported-card.ts';

const EXPORTS = { bucket: 'anki-export', max: 20, windowMs: DAY_MS };
const PAGE = 300;

const workerPool = createWorkerPool<ExportRequest, { cards: number }>(new URL('./export.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 12, waitingPerKey: 2 },
  longestMs: 2 * MINUTE_MS,
  memoryMb: 768,
  tooLong: () => new AppError('unavailable', 'Não conseguimos montar o baralho agora. Tente de novo em instantes.'),
  tooMany: () => tooBusy('Há baralhos demais sendo montados agora. Tente de novo em instantes.'),
});

type Row = Awaited<ReturnType<typeof listExportedCards>>[number];

/** `::` separates the levels of a deck. */
const levels = (names: readonly string[]) => names.map((name) => name.replaceAll('::', ':')).join('::');

function exported(row: Row): ExportedCard {
  const { stability, difficulty, lastDay, lapses, topic, subject, pictureId, fileKey: _, id: __, ...card } = row;
  const hasState = stability !== null && difficulty !== null && lastDay !== null;
  return {
    ...card,
    // A version to come may know other values.
    kind: card.kind === 'cloze' ? 'cloze' : 'basic',
    pictureSide: card.pictureSide === 'front' ? 'front' : 'back',
    deck: topic === null ? levels(row.deck.split(DECK_SEPARATOR)) : levels([subject ?? '', topic].filter(Boolean)),
    picture: pictureId === null ? null : pictureName(pictureId),
    createdAt: row.createdAt.getTime(),
    updatedAt: row.updatedAt.getTime(),
    state: hasState ? { stability, difficulty, lastDay, lapses: lapses ?? 0 } : null,
  };
}

const pictureName = (id: number) => `alvorada-${id}.webp`;

/** The student's cards as an .apkg, streamed. */
export async function exportDeck(deps: Deps, user: Pick<SessionUser, 'id'>): Promise<Readable> {
  await charge(deps, EXPORTS, user.id);
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-anki-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const paths = { cards: join(directory, 'cards'), collection: join(directory, 'collection') };
    const pictures = await writeCards(deps, user.id, paths.cards);
    const now = deps.clock.now();
    await workerPool({ ...paths, now: now.getTime() }, user.id);
    const zip = zipDeck(deps, paths.collection, pictures, now);
    zip.once('close', () => void remove().catch((error) => deps.log.warn({ err: error }, 'a temporary deck stays')));
    return zip;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Writes one card a line, from one snapshot; returns the files of the pictures by id. */
function writeCards(deps: Deps, userId: string, path: string): Promise<Map<number, string>> {
  const pictures = new Map<number, string>();
  return readSnapshot(deps, async (tx) => {
    const underWay = [...(await readUnderWay(tx, userId, deps.clock.now())).keys()];
    async function* lines() {
      let after = 0;
      for (;;) {
        const rows = await listExportedCards(tx, { userId, underWay }, { after, limit: PAGE });
        for (const { pictureId, fileKey } of rows) {
          if (pictureId !== null && fileKey !== null) pictures.set(pictureId, fileKey);
        }
        for (const row of rows) yield `${JSON.stringify(exported(row))}\n`;
        if (rows.length < PAGE) return;
        after = rows.at(-1)?.id ?? after;
      }
    }
    await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
    return pictures;
  });
}

/** An error of the zip, or of a picture in it, destroys the returned stream, so that the download ends. */
function zipDeck(deps: Deps, collection: string, pictures: ReadonlyMap<number, string>, mtime: Date): Readable {
  const zip = new yazl.ZipFile();
  const packed = zip.outputStream as Readable;
  const fail = (error: Error) => packed.destroy(error);
  zip.on('error', fail);
  zip.addFile(collection, 'collection.anki2', { mtime });
  const names: Record<string, string> = {};
  let number = 0;
  for (const [id, key] of pictures) {
    const name = String(number);
    names[name] = pictureName(id);
    number += 1;
    // Opened one after the other, when it is written.
    zip.addReadStreamLazy(name, { mtime, compress: false }, (done) => {
      openPicture(deps, key, packed).then((stream) => {
        finished(stream, (error) => error && fail(error));
        done(null, stream);
      }, fail);
    });
  }
  zip.addBuffer(Buffer.from(JSON.stringify(names)), 'media', { mtime });
  zip.end();
  return packed;
}

/** The file of a picture. It is closed with `packed`: a download that the student gives up leaves no open file. */
async function openPicture(deps: Deps, key: string, packed: Readable): Promise<Readable> {
  const stream = (await deps.files.read(key))?.stream ?? Readable.from([]);
  const close = () => stream.destroy();
  if (packed.destroyed) close();
  packed.once('close', close);
  stream.once('close', () => packed.off('close', close));
  return stream;
}
