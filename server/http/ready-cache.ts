import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bus } from '#server/db/bus.ts';
import { notFound } from './errors.ts';
import type { ReadyBody } from './route.ts';

/** Bodies in the forms they travel in, compressed once. */
export type ReadyBytes = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer };

type Loaded = {
  /** The JSON text, already past its schema. */
  json: string;
  /** What it is made of; a change of any of these drops it. */
  tags: readonly string[];
};

type Entry = { bytes: ReadyBytes; tags: readonly string[]; size: number; isUsed: boolean };

/**
 * Keeps hot answers as ready bytes. Every change publishes the tags it touches on the bus inside its transaction, so
 * that all processes drop them at its commit; the process that changed them also drops them itself right after.
 * While the bus is away nothing is served from here. When it is full, the oldest goes, but what was read since it last
 * stood in front gets a second round: so a read only marks, and moves nothing.
 */
export function readyCache(bus: Bus, topic: string, maxBytes: number) {
  const entries = new Map<string, Entry>();
  const keysByTag = new Map<string, Set<string>>();
  const loading = new Map<string, Promise<ReadyBytes | null>>();
  let total = 0;
  // An answer whose reading began before a drop must not be kept, nor handed to those who ask after it.
  let generation = 0;

  const remove = (key: string) => {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    total -= entry.size;
    for (const tag of entry.tags) {
      const keys = keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
  };
  const drop = (tag: string) => {
    generation += 1;
    for (const key of [...(keysByTag.get(tag) ?? [])]) remove(key);
  };
  const flush = () => {
    generation += 1;
    entries.clear();
    keysByTag.clear();
    total = 0;
  };
  const keep = (key: string, bytes: ReadyBytes, tags: readonly string[]) => {
    const size = bytes.plain.length + bytes.br.length + bytes.gzip.length;
    if (size > maxBytes / 4) return;
    remove(key);
    entries.set(key, { bytes, tags, size, isUsed: false });
    total += size;
    for (const tag of tags) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key));
    makeRoom();
  };
  const makeRoom = () => {
    for (const [key, entry] of entries) {
      if (total <= maxBytes) break;
      if (entry.isUsed) {
        // Comes round again at the end of this very loop, unmarked: it ends.
        entry.isUsed = false;
        entries.delete(key);
        entries.set(key, entry);
      } else remove(key);
    }
  };
  bus.subscribe(topic, drop, flush);

  return {
    /** Drops the entries of a tag in this process alone. */
    drop,
    get size() {
      return entries.size;
    },
    /** At once when it is kept. */
    get(key: string, load: () => Promise<Loaded | null>): ReadyBytes | Promise<ReadyBytes | null> {
      const known = bus.connected ? entries.get(key) : undefined;
      if (known) {
        known.isUsed = true;
        return known.bytes;
      }
      const begun = generation;
      const ticket = `${begun}:${key}`;
      const running = loading.get(ticket);
      if (running) return running;
      const work = (async () => {
        const loaded = await load();
        if (!loaded) return null;
        const bytes = await makeReady(loaded.json);
        if (begun === generation && bus.connected) keep(key, bytes, loaded.tags);
        return bytes;
      })().finally(() => loading.delete(ticket));
      loading.set(ticket, work);
      return work;
    },
  };
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export async function makeReady(json: string): Promise<ReadyBytes> {
  const plain = Buffer.from(json);
  const [br, zipped] = await Promise.all([
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    compressGzip(plain, { level: 6 }),
  ]);
  return { etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`, plain, br, gzip: zipped };
}

/** Best first. Accepted is what is named and not given a weight of nothing. */
const encodings = (['br', 'gzip'] as const).map((encoding) => ({
  encoding,
  isAccepted: new RegExp(`(^|[\\s,])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))([\\s,;]|$)`),
}));
const NOTHING = Buffer.alloc(0);

/** Answers with ready bytes, or 404 with what is missing. */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: ReadyBytes | Promise<ReadyBytes | null>,
  missing?: string,
): ReadyBody | Promise<ReadyBody> {
  if (!(bytes instanceof Promise)) return readyBody(request, reply, bytes);
  return bytes.then((loaded) => {
    if (!loaded) throw notFound(missing);
    return readyBody(request, reply, loaded);
  });
}

/** 304 when the browser has them, else in the best encoding it takes. */
function readyBody(request: FastifyRequest, reply: FastifyReply, bytes: ReadyBytes): ReadyBody {
  reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Accept-Encoding').header('ETag', bytes.etag);
  const sent = request.headers['if-none-match'];
  const known = sent === bytes.etag || sent?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bytes.etag);
  if (known) {
    reply.code(304);
    return { ready: NOTHING };
  }
  const accepted = String(request.headers['accept-encoding'] ?? '');
  for (const { encoding, isAccepted } of encodings) {
    if (!isAccepted.test(accepted)) continue;
    reply.header('Content-Encoding', encoding);
    return { ready: bytes[encoding] };
  }
  return { ready: bytes.plain };
}
