import { beforeEach, expect, test, vi } from 'vitest';
import { RECORDING_CHUNK_BYTES as CHUNK } from '#contract/limits.ts';
import { mediaCache, savedCache } from '#web/lib/cache-names.ts';
import { mediaPath } from '#web/lib/saved-media.ts';
import { checkDownloads } from './check-downloads.ts';
import { listDownloads, removeDownload } from './courses-on-device.ts';
import { downloadCourse } from './downloads.ts';
import { SignedOutError, StorageFullError } from './store-saved.ts';
import { ANA, all, BYTES, course, type FakeDevice, FILM, fakeDevice } from './testing/fake-device.ts';

let here: FakeDevice;
beforeEach(async () => {
  here = await fakeDevice();
  return () => vi.unstubAllGlobals();
});

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
  expect(await here.missing()).toEqual([]);
});

test('a download that was cut off continues with the chunk that is missing', async () => {
  const whole = here.replies.get('/api/recordings/5/file');
  here.replies.set('/api/recordings/5/file', (range) => {
    if (range?.startsWith(`bytes=${CHUNK}-`)) throw new TypeError('Failed to fetch');
    return whole?.(range) ?? new Response();
  });
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow('Sem conexão');
  expect(await here.missing()).toEqual([FILM, '/api/attachments/10']);
  here.asked.length = 0;
  here.replies.set('/api/recordings/5/file', whole ?? (() => new Response()));
  await downloadCourse(ANA, 1, { choice: all });
  expect(here.chunkRequests()).toEqual([
    `/api/recordings/5/file bytes=${CHUNK}-${2 * CHUNK - 1}`,
    `/api/recordings/5/file bytes=${2 * CHUNK}-${BYTES - 1}`,
  ]);
  expect(here.asked).not.toContain('/api/attachments/9');
  expect(await here.missing()).toEqual([]);
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
  expect(await here.missing()).toEqual([]);
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
  expect(here.chunkRequests()).toHaveLength(1);
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
  expect(here.chunkRequests()).toEqual([]);
  expect(here.asked).toContain('/api/recordings/5/captions');
  expect(here.asked).not.toContain('/api/recordings/6/captions');
  expect(await here.missing()).toEqual([mediaPath(6, '480')]);
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
