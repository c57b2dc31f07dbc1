import type { Recording } from '#contract/content/recordings.ts';
import { cacheOf } from '#web/lib/saved-courses.ts';
import { chunksOf, isMediaPath, type MediaManifest } from '#web/lib/saved-media.ts';
import { dropRefused } from './answers.ts';
import { forgetAll, openDownloads, openOwnerCache } from './owner.ts';
import type { WorkerWorld } from './world.ts';

/** Network first; without a network the copy of a downloaded course. Nothing else is cached. */
export async function answerDownload(world: WorkerWorld, request: Request): Promise<Response> {
  const { href, search, pathname } = new URL(request.url);
  const address = href.slice(0, href.length - search.length);
  let answer: Response;
  try {
    answer = await world.fetch(request);
  } catch (error) {
    const kept = await openDownloads(world);
    const copy = await (kept && cacheOf(kept, pathname))?.match(address);
    if (!copy) throw error;
    return search ? asFileToSave(copy) : copy;
  }
  if (answer.status === 401) world.behind(() => forgetAll(world));
  if (answer.status === 403 || answer.status === 404) {
    world.behind(async () => {
      const kept = await openOwnerCache(world);
      if (kept) await dropRefused(kept, address, answer);
    });
  }
  // A download asks for the addresses of the server itself.
  const isForPlayer = pathname.endsWith('/recordings') && request.cache !== 'no-store';
  return answer.status === 200 && isForPlayer ? withSaved(world, address, answer) : answer;
}

/** The link 'Salvar' of an attachment: the same file, to be saved and not shown. */
const asFileToSave = (copy: Response): Response => {
  const headers = new Headers(copy.headers);
  headers.set('content-disposition', (headers.get('content-disposition') ?? '').replace(/^inline/, 'attachment'));
  return new Response(copy.body, { headers });
};

type Recordings = { recordings: Recording[] };

/** A recording that is on the device is played from there, also online: it costs no mobile data. */
async function withSaved(world: WorkerWorld, address: string, answer: Response): Promise<Response> {
  const kept = await openDownloads(world);
  const copy = await kept?.saved.match(address);
  if (!kept || !copy) return answer;
  const saved = ((await copy.json()) as Recordings).recordings;
  const current = (await answer.json()) as Recordings;
  const recordings = await Promise.all(
    current.recordings.map(async (recording) => {
      const sources = saved.find(({ id }) => id === recording.id)?.sources;
      const path = sources?.find(({ url }) => isMediaPath(url))?.url;
      return path && sources && (await kept.media.match(path)) ? { ...recording, sources } : recording;
    }),
  );
  return Response.json({ ...current, recordings });
}

const gone = () => new Response(null, { status: 404 });

/** A downloaded recording, with ranges. One answer holds at most one chunk; players ask again for more. */
export async function answerMedia(world: WorkerWorld, request: Request): Promise<Response> {
  const media = (await openDownloads(world))?.media;
  const { pathname } = new URL(request.url);
  const manifest = (await (await media?.match(pathname))?.json()) as MediaManifest | undefined;
  if (!media || !manifest) return gone();
  const { bytes, mimeType } = manifest;
  const headers = { 'accept-ranges': 'bytes', 'content-type': mimeType, 'x-content-type-options': 'nosniff' };
  const chunks = chunksOf(pathname, bytes);
  const range = rangeOf(request.headers.get('range'), bytes);
  if (range === null) {
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } });
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  const chunk = chunks.find((one) => one.start <= start && start <= one.end);
  const stored = chunk && (await media.match(chunk.path));
  if (!chunk || !stored) {
    // Evicted by the browser: without its manifest the recording is played from the network again.
    await media.delete(pathname);
    return gone();
  }
  if (!range) {
    return new Response(wholeOf(media, chunks), { headers: { ...headers, 'content-length': String(bytes) } });
  }
  const last = Math.min(end, chunk.end);
  const body = (await stored.blob()).slice(start - chunk.start, last - chunk.start + 1);
  return new Response(body, {
    status: 206,
    headers: {
      ...headers,
      'content-range': `bytes ${start}-${last}/${bytes}`,
      'content-length': String(last - start + 1),
    },
  });
}

/** As the server reads a Range header: undefined means all bytes, null that it begins behind the end. */
function rangeOf(header: string | null, bytes: number): { start: number; end: number } | null | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') return Number(to) === 0 ? null : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 };
  const [start, end] = [Number(from), to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)];
  if (to !== '' && Number(to) < start) return undefined;
  return start >= bytes ? null : { start, end };
}

function wholeOf(media: Cache, chunks: readonly { path: string }[]): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    async pull(controller) {
      const next = left.shift();
      if (!next) return controller.close();
      const stored = await media.match(next.path);
      if (!stored) return controller.error(new Error('The browser has evicted a part of this recording.'));
      controller.enqueue(new Uint8Array(await stored.arrayBuffer()));
    },
  });
}
