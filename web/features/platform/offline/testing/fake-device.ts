import { vi } from 'vitest';
import { RECORDING_CHUNK_BYTES as CHUNK } from '#contract/limits.ts';
import type { OfflineCourse } from '#contract/study/offline.ts';
import { mediaCache, OWNER, readCache, savedCache } from '#web/lib/cache-names.ts';
import { mediaPath } from '#web/lib/saved-media.ts';
import { fakeCaches } from '#web/service-worker/testing/fake-world.ts';
import { type FilePlan, listDownloads, missingFiles } from '../courses-on-device.ts';

export const ANA = 'ana';
export const FILM = mediaPath(5, '480');
export const BYTES = 2 * CHUNK + 10;
export const all = { recordings: true, attachments: true };

export const course: OfflineCourse = {
  ...{ id: 1, title: 'Penal', bytes: 100, endsAt: '2100-01-01T03:00:00.000Z' },
  attachments: [{ id: 9, bytes: 4 }],
  lessons: [
    {
      ...{ id: 7, title: 'Dolo', version: 1, bytes: 100, pictures: [], attachments: [{ id: 10, bytes: 4 }] },
      recordings: [{ id: 5, variant: '480', bytes: BYTES, hasCaptions: true }],
    },
  ],
};
const recording = {
  ...{ id: 5, title: 'Dolo', kind: 'video', posterUrl: '/poster' },
  sources: [
    { url: '/api/recordings/5/file?part=480', mimeType: 'video/mp4', height: 480 },
    { url: '/api/recordings/5/file?part=original', mimeType: 'video/webm', height: null },
  ],
};

/** A browser in which Ana is signed in, and a server with one course. */
export async function fakeDevice() {
  const room = { left: Number.POSITIVE_INFINITY };
  const { caches, all: stores } = fakeCaches(room);
  const asked: string[] = [];
  const replies = new Map<string, (range: string | null, signal?: AbortSignal | null) => Response | Promise<Response>>([
    ['/api/courses/1/offline', () => Response.json(course)],
    ['/api/offline/questions', () => Response.json({ questions: [] })],
    ['/api/articles/7/recordings', () => Response.json({ recordings: [recording], positions: [] })],
    [
      '/api/recordings/5/file',
      (range) => {
        const [start = 0, end = 0] = (range ?? '').replace('bytes=', '').split('-').map(Number);
        return new Response(new Uint8Array(end - start + 1), { status: 206 });
      },
    ],
  ]);
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    const { pathname } = new URL(address, 'https://escola.example');
    const range = new Headers(init.headers).get('range');
    asked.push(range ? `${pathname} ${range}` : pathname);
    return (await replies.get(pathname)?.(range, init.signal)) ?? Response.json({});
  });
  const signOut = async () => {
    for (const name of [readCache, savedCache, mediaCache]) await caches.delete(name(ANA));
  };
  const names = (cache: typeof mediaCache) =>
    [...(stores.get(cache(ANA))?.keys() ?? [])].map((url) => new URL(url).pathname);
  const owner = Response.json({ userId: ANA, confirmedAt: Date.now() });
  await (await caches.open(readCache(ANA))).put(OWNER, owner);
  const chunkRequests = () => asked.filter((path) => path.startsWith('/api/recordings/5/file'));
  const missing = async () => {
    const [download] = await listDownloads(ANA);
    return (await missingFiles(ANA, download?.files ?? [])).map(({ address }: FilePlan) => address);
  };
  /** Holds the next answers at an address back. `reached` resolves at the first request. */
  const gate = (path: string) => {
    const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reply = replies.get(path) ?? (() => Response.json({}));
    replies.set(path, async (range, signal) => {
      reached.resolve();
      await opened.promise;
      signal?.throwIfAborted();
      return reply(range, signal);
    });
    return { reached: reached.promise, open: () => opened.resolve() };
  };
  return { caches, stores, asked, replies, room, signOut, names, chunkRequests, missing, gate };
}

export type FakeDevice = Awaited<ReturnType<typeof fakeDevice>>;
