import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Bus } from '#server/db/bus.ts';
import { readAfresh } from '#server/db/reads-together.ts';
import { notFound } from './errors.ts';
import type { ReadyBody } from './route.ts';

/** Response bodies in every encoding, compressed once. */
export type ReadyBytes = { etag: string; plain: Buffer; br: Buffer; gzip: Buffer };

type Loaded = {
  /** The JSON text, already validated by its schema. */
  json: string;
  /** The data it depends on; a change of any of these tags drops it. */
  tags: readonly string[];
};

type Entry = { bytes: ReadyBytes; tags: readonly string[]; size: number; isUsed: boolean };

/**
 * Caches hot answers as ready bytes. Every change publishes its tags on the bus inside its transaction, so that all
 * processes drop them at the commit; the process that made the change also drops them itself right after. While the bus
 * is disconnected nothing is served from here. When the cache is full, the oldest entry is evicted, but one that was
 * read since its last turn gets a second chance: so a read only sets a flag, and moves nothing.
 */
export function readyCache(bus: Bus, topic: string, maxBytes: number) {
  const entries = new Map<string, Entry>();
  const keysByTag = new Map<string, Set<string>>();
  const loading = new Map<string, Promise<ReadyBytes | null>>();
  let total = 0;
  // An answer whose loading began before a drop must not be cached, nor be returned to requests after the drop.
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
        // The entry comes up again in this loop, now unmarked: the loop ends.
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
    /** Synchronous when it is cached. */
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
        const loaded = await readAfresh(load);
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

/** Best first. An encoding is accepted when it is named with a weight above 0. */
const encodings = (['br', 'gzip'] as const).map((encoding) => ({
  encoding,
  isAccepted: new RegExp(`(^|[\\s,])${encoding}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))([\\s,;]|$)`),
}));
const NOTHING = Buffer.alloc(0);

/** Answers with ready bytes, or with a 404 that names what is missing. */
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

/** 304 when the browser has them, otherwise the best encoding it accepts. */
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
