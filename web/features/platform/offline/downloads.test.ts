import { beforeEach, expect, test, vi } from 'vitest';
import { RECORDING_CHUNK_BYTES as CHUNK } from '#contract/limits.ts';
import type { OfflineCourse } from '#contract/study/offline.ts';
import { mediaCache, OWNER, readCache, savedCache } from '#web/lib/cache-names.ts';
import { mediaPath } from '#web/lib/saved-media.ts';
import { fakeCaches } from '#web/service-worker/testing/fake-world.ts';
import { checkDownloads } from './check-downloads.ts';
import { type FilePlan, listDownloads, missingFiles, removeDownload } from './courses-on-device.ts';
import { downloadCourse } from './downloads.ts';
import { SignedOutError, StorageFullError } from './store-saved.ts';

const ANA = 'ana';
const FILM = mediaPath(5, '480');
const BYTES = 2 * CHUNK + 10;
const all = { recordings: true, attachments: true };

const course: OfflineCourse = {
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
function device() {
  const room = { left: Number.POSITIVE_INFINITY };
  const { caches, all: stores } = fakeCaches(room);
  const asked: string[] = [];
  const replies = new Map<string, (range: string | null) => Response>([
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
    return replies.get(pathname)?.(range) ?? Response.json({});
  });
  const signOut = async () => {
    for (const name of [readCache, savedCache, mediaCache]) await caches.delete(name(ANA));
  };
  const names = (cache: typeof mediaCache) =>
    [...(stores.get(cache(ANA))?.keys() ?? [])].map((url) => new URL(url).pathname);
  return { caches, stores, asked, replies, room, signOut, names };
}

let here: ReturnType<typeof device>;
beforeEach(async () => {
  here = device();
  const owner = Response.json({ userId: ANA, confirmedAt: Date.now() });
  await (await here.caches.open(readCache(ANA))).put(OWNER, owner);
  return () => vi.unstubAllGlobals();
});

const chunkRequests = () => here.asked.filter((path) => path.startsWith('/api/recordings/5/file'));
const missing = async () => {
  const [download] = await listDownloads(ANA);
  return (await missingFiles(ANA, download?.files ?? [])).map(({ address }: FilePlan) => address);
};

test('without a choice only the texts come; with one the smallest rendition, captions and attachments come too', async () => {
  await downloadCourse(ANA, 1, { choice: { recordings: false, attachments: false } });
  expect(here.names(mediaCache)).toEqual([]);
  const steps: number[] = [];
  await downloadCourse(ANA, 1, { choice: all, onProgress: (fraction) => steps.push(fraction) });
  expect(here.names(mediaCache).sort()).toEqual(
    ['/api/attachments/10', '/api/attachments/9', FILM, `${FILM}/0`, `${FILM}/1`, `${FILM}/2`].sort(),
  );
  expect(here.names(savedCache)).toEqual(
    expect.arrayContaining(['/api/recordings/5/captions', '/api/articles/7/attachments', '/api/courses/1/attachments']),
  );
  const kept = await (await here.caches.open(savedCache(ANA))).match('/api/articles/7/recordings');
  expect((await kept?.json())?.recordings[0]).toMatchObject({
    posterUrl: null,
    sources: [{ url: FILM, mimeType: 'video/mp4', height: 480 }],
  });
  expect(steps).toEqual([...steps].sort((one, other) => one - other));
  expect(steps.at(-1)).toBe(1);
  expect(await missing()).toEqual([]);
});

test('a download that was cut off continues with the chunk that is missing', async () => {
  const whole = here.replies.get('/api/recordings/5/file');
  here.replies.set('/api/recordings/5/file', (range) => {
    if (range?.startsWith(`bytes=${CHUNK}-`)) throw new TypeError('Failed to fetch');
    return whole?.(range) ?? new Response();
  });
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow('Sem conexão');
  expect(await missing()).toEqual([FILM, '/api/attachments/10']);
  here.asked.length = 0;
  here.replies.set('/api/recordings/5/file', whole ?? (() => new Response()));
  await downloadCourse(ANA, 1, { choice: all });
  expect(chunkRequests()).toEqual([
    `/api/recordings/5/file bytes=${CHUNK}-${2 * CHUNK - 1}`,
    `/api/recordings/5/file bytes=${2 * CHUNK}-${BYTES - 1}`,
  ]);
  expect(here.asked).not.toContain('/api/attachments/9');
  expect(await missing()).toEqual([]);
});

test('an answer that is shorter than its chunk is not stored', async () => {
  here.replies.set('/api/recordings/5/file', () => new Response('cut', { status: 206 }));
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow('incompleto');
  expect(here.names(mediaCache)).not.toContain(`${FILM}/0`);
});

test('an address that expires during the download is asked for again', async () => {
  const missingFile = { code: 'not_found', message: 'Este vídeo não está mais aqui.', requestId: '1' };
  const whole = here.replies.get('/api/recordings/5/file');
  let refusals = 1;
  here.replies.set('/api/recordings/5/file', (range) =>
    refusals-- > 0 ? Response.json(missingFile, { status: 404 }) : (whole?.(range) ?? new Response()),
  );
  await downloadCourse(ANA, 1, { choice: all });
  expect(await missing()).toEqual([]);
});

test('a pause stops between chunks, and what has come stays', async () => {
  const controller = new AbortController();
  const whole = here.replies.get('/api/recordings/5/file');
  here.replies.set('/api/recordings/5/file', (range) => {
    controller.abort();
    return whole?.(range) ?? new Response();
  });
  await expect(downloadCourse(ANA, 1, { choice: all, signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(here.names(mediaCache)).toContain(`${FILM}/0`);
  expect(chunkRequests()).toHaveLength(1);
});

test('a full device says so, and what has come stays', async () => {
  await downloadCourse(ANA, 1, { choice: { recordings: false, attachments: true } });
  here.room.left = 8;
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow(StorageFullError);
  expect(here.names(mediaCache)).toContain('/api/attachments/9');
});

test('a renewal fetches captions again but no recording, so that it costs no mobile data', async () => {
  await downloadCourse(ANA, 1, { choice: all });
  const more = structuredClone(course);
  more.lessons[0]?.recordings.push({ id: 6, variant: '480', bytes: 50, hasCaptions: true });
  here.replies.set('/api/courses/1/offline', () => Response.json(more));
  here.asked.length = 0;
  await downloadCourse(ANA, 1);
  expect(chunkRequests()).toEqual([]);
  expect(here.asked).toContain('/api/recordings/5/captions');
  expect(here.asked).not.toContain('/api/recordings/6/captions');
  expect(await missing()).toEqual([mediaPath(6, '480')]);
});

test('what is no longer chosen or was replaced leaves the device', async () => {
  await downloadCourse(ANA, 1, { choice: all });
  await downloadCourse(ANA, 1, { choice: { recordings: false, attachments: true } });
  expect(here.names(mediaCache).sort()).toEqual(['/api/attachments/10', '/api/attachments/9']);
  expect(here.names(savedCache)).not.toContain('/api/recordings/5/captions');
});

test('a course that is removed leaves nothing, also when its download was cut off', async () => {
  here.replies.set('/api/recordings/5/file', () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow();
  await removeDownload(ANA, 1);
  expect([here.names(mediaCache), here.names(savedCache)]).toEqual([[], []]);
});

test('a sign-out during a download leaves no cache behind: neither an old one nor one made again', async () => {
  const whole = here.replies.get('/api/recordings/5/file');
  let chunks = 0;
  const signedOut: Promise<void>[] = [];
  here.replies.set('/api/recordings/5/file', (range) => {
    if (++chunks === 2) signedOut.push(here.signOut());
    return whole?.(range) ?? new Response();
  });
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow(SignedOutError);
  await Promise.all(signedOut);
  expect([...here.stores.keys()]).toEqual([]);
});

test('a sign-out in the moment of a write leaves no cache behind either', async () => {
  const open = async (name: string) => {
    const cache = await here.caches.open(name);
    if (name !== mediaCache(ANA)) return cache;
    const put = async (address: string, body: Response) => {
      await here.signOut();
      await (await here.caches.open(name)).put(address, body);
    };
    return { match: cache.match, delete: cache.delete, keys: cache.keys, put };
  };
  const { has, delete: remove, keys } = here.caches;
  vi.stubGlobal('caches', { has, delete: remove, keys, open });
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow(SignedOutError);
  expect([...here.stores.keys()]).toEqual([]);
});

test('the next contact removes courses that the person may no longer study, and stores a new end of the others', async () => {
  await downloadCourse(ANA, 1, { choice: all });
  const endsAt = '2101-01-01T03:00:00.000Z';
  here.replies.set('/api/offline/courses', () => Response.json({ courses: [{ id: 1, endsAt }] }));
  await checkDownloads(ANA);
  expect((await listDownloads(ANA))[0]?.endsAt).toBe(endsAt);
  here.replies.set('/api/offline/courses', () => Response.json({ courses: [] }));
  await checkDownloads(ANA);
  expect([here.names(mediaCache), here.names(savedCache)]).toEqual([[], []]);
});

test('a refusal because access has ended removes all courses; a failure of the server removes none', async () => {
  await downloadCourse(ANA, 1, { choice: all });
  here.replies.set('/api/offline/courses', () => new Response('', { status: 503 }));
  await expect(checkDownloads(ANA)).rejects.toThrow();
  expect(await listDownloads(ANA)).toHaveLength(1);
  const refusal = { code: 'access_ended', message: 'Seu acesso terminou.', requestId: '1', endsOn: '2026-11-14' };
  here.replies.set('/api/offline/courses', () => Response.json(refusal, { status: 403 }));
  await checkDownloads(ANA);
  expect(await listDownloads(ANA)).toEqual([]);
});

test('a course whose stored end has passed is not listed and leaves the device', async () => {
  here.replies.set('/api/courses/1/offline', () => Response.json({ ...course, endsAt: '2020-01-01T03:00:00.000Z' }));
  await downloadCourse(ANA, 1, { choice: all });
  expect(await listDownloads(ANA)).toEqual([]);
  expect(here.names(mediaCache)).toEqual([]);
});
