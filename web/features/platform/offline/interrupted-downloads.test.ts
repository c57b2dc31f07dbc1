import { beforeEach, expect, test, vi } from 'vitest';
import type { OfflineCourse } from '#contract/study/offline.ts';
import { mediaCache, savedCache } from '#web/lib/cache-names.ts';
import { mediaPath } from '#web/lib/saved-media.ts';
import { listDownloads, missingBytesOf, removeDownload } from './courses-on-device.ts';
import { downloadCourse, forgetKeys } from './downloads.ts';
import { StorageFullError, writeSaved } from './store-saved.ts';
import { ANA, all, course, type FakeDevice, FILM, fakeDevice } from './testing/fake-device.ts';

const none = { recordings: false, attachments: false };
const [lesson] = course.lessons;
if (!lesson) throw new Error('no lesson');
const noFiles = { recordings: [], attachments: [] };
/** Three lessons of texts; the second one is the one at which things go wrong. */
const texts: OfflineCourse = {
  ...{ ...course, bytes: 300, attachments: [] },
  lessons: [7, 8, 9].map((id) => ({ ...lesson, ...noFiles, id, title: `Aula ${id}` })),
};
const question = (id: number, lessonId: number) => ({ id, lessonId, answerKey: { rightOptionId: 1 } });

let here: FakeDevice;
beforeEach(async () => {
  here = await fakeDevice();
  return () => vi.unstubAllGlobals();
});

const serve = (served: OfflineCourse) => here.replies.set('/api/courses/1/offline', () => Response.json(served));
const refuse = (path: string) =>
  here.replies.set(path, () =>
    Response.json({ code: 'not_found', message: 'Não há.', requestId: '1' }, { status: 404 }),
  );
const lose = (path: string) =>
  here.replies.set(path, () => {
    throw new TypeError('Failed to fetch');
  });
/** An answer whose body breaks off. */
const brokenBy = (error: Error) => () =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(error) }));
const savedRecordings = async (lessonId: number) => {
  const answer = await (await here.caches.open(savedCache(ANA))).match(`/api/articles/${lessonId}/recordings`);
  return (await answer?.json())?.recordings as { id: number; sources: { url: string; mimeType: string }[] }[];
};

test('a download that stops in the texts continues with the lesson that is missing', async () => {
  serve(texts);
  lose('/api/articles/8');
  await expect(downloadCourse(ANA, 1, { choice: none })).rejects.toThrow('Sem conexão');
  const [download] = await listDownloads(ANA);
  expect(download?.lessons.map(({ id }) => id)).toEqual([7]);
  expect(download && (await missingBytesOf(ANA, download))).toBe(200);
  here.asked.length = 0;
  here.replies.delete('/api/articles/8');
  await downloadCourse(ANA, 1, { choice: none });
  expect(here.asked).toContain('/api/articles/8');
  expect(here.asked).not.toContain('/api/articles/7');
  const [whole] = await listDownloads(ANA);
  expect(whole?.lessons.map(({ id }) => id)).toEqual([7, 8, 9]);
  expect(whole && (await missingBytesOf(ANA, whole))).toBe(0);
});

test('a pause in the texts stops at once, and a removal leaves nothing of it', async () => {
  serve(texts);
  const controller = new AbortController();
  here.replies.set('/api/articles/8', (_, signal) => {
    controller.abort();
    signal?.throwIfAborted();
    return Response.json({});
  });
  const paused = downloadCourse(ANA, 1, { choice: none, signal: controller.signal });
  await expect(paused).rejects.toMatchObject({ name: 'AbortError' });
  expect(here.asked).not.toContain('/api/articles/9');
  await removeDownload(ANA, 1);
  expect([here.names(mediaCache), here.names(savedCache)]).toEqual([[], []]);
});

test('a renewal that stops in the texts keeps what the course had', async () => {
  serve(texts);
  await downloadCourse(ANA, 1, { choice: none });
  serve({ ...texts, lessons: texts.lessons.map((one) => ({ ...one, version: 2 })) });
  lose('/api/articles/8');
  await expect(downloadCourse(ANA, 1)).rejects.toThrow();
  const [download] = await listDownloads(ANA);
  expect(download?.lessons.map(({ id, version }) => [id, version])).toEqual([
    [7, 2],
    [8, 1],
    [9, 1],
  ]);
});

test('a simulado takes the answer keys of a download that was interrupted, too', async () => {
  serve(texts);
  here.replies.set('/api/offline/questions', () => Response.json({ questions: [question(70, 7), question(90, 9)] }));
  lose('/api/articles/7');
  await expect(downloadCourse(ANA, 1, { choice: none })).rejects.toThrow();
  // Older versions stored questions before the record.
  await writeSaved(ANA, 'questions/55', [question(70, 55), question(71, 55)]);
  await writeSaved(ANA, 'questions/review', [question(70, 0)]);
  await forgetKeys(ANA, [70, 90]);
  const cache = await here.caches.open(savedCache(ANA));
  const left = here.names(savedCache).filter((name) => name.startsWith('/kept/questions/'));
  const ids = await Promise.all(
    left.map(async (name) => (await (await cache.match(name))?.json()) as { id: number }[]),
  );
  expect(left).toEqual(expect.arrayContaining(['/kept/questions/7', '/kept/questions/55', '/kept/questions/review']));
  expect(ids.flat().map(({ id }) => id)).toEqual([71]);
});

test('answer keys that were on their way when the simulado began do not stay', async () => {
  serve(texts);
  here.replies.set('/api/offline/questions', () => Response.json({ questions: [question(70, 7)] }));
  const questions = here.gate('/api/offline/questions');
  const download = downloadCourse(ANA, 1, { choice: none });
  await questions.reached;
  const forgotten = forgetKeys(ANA, [70]);
  questions.open();
  await Promise.all([download, forgotten]);
  const saved = await (await here.caches.open(savedCache(ANA))).match('/kept/questions/7');
  expect(await saved?.json()).toEqual([]);
});

test('questions of a lesson that has left the course leave the device', async () => {
  serve(texts);
  await downloadCourse(ANA, 1, { choice: none });
  serve({ ...texts, lessons: texts.lessons.slice(0, 2) });
  await downloadCourse(ANA, 1);
  expect(here.names(savedCache)).toContain('/kept/questions/8');
  expect(here.names(savedCache)).not.toContain('/kept/questions/9');
});

test('a renewal keeps a recording whose smaller rendition has come up since, and it plays without a network', async () => {
  const served = structuredClone(course);
  const [first] = served.lessons[0]?.recordings ?? [];
  if (!first) throw new Error('no recording');
  first.variant = 'original';
  serve(served);
  await downloadCourse(ANA, 1, { choice: all });
  serve(course);
  here.replies.set('/api/articles/7/recordings', () =>
    Response.json({
      recordings: [{ id: 5, title: 'Dolo', kind: 'video', posterUrl: null, sources: [] }],
      positions: [],
    }),
  );
  here.asked.length = 0;
  await downloadCourse(ANA, 1);
  expect(here.chunkRequests()).toEqual([]);
  expect(here.names(mediaCache)).toContain(`${mediaPath(5, 'original')}/2`);
  expect(await here.missing()).toEqual([]);
  expect((await savedRecordings(7))[0]?.sources).toEqual([
    { url: mediaPath(5, 'original'), mimeType: 'video/webm', height: null },
  ]);
  await removeDownload(ANA, 1);
  expect(here.names(mediaCache)).toEqual([]);
});

test('a renewal drops a recording that the course no longer has', async () => {
  await downloadCourse(ANA, 1, { choice: all });
  serve({ ...course, lessons: course.lessons.map((one) => ({ ...one, recordings: [] })) });
  await downloadCourse(ANA, 1);
  expect(here.names(mediaCache)).not.toContain(FILM);
});

test('a recording that has come plays without a network, although the rest of the download failed', async () => {
  const more = structuredClone(course);
  more.lessons[0]?.recordings.push({ id: 6, variant: '480', bytes: 50, hasCaptions: false });
  serve(more);
  const listed = (id: number) => ({
    ...{ id, title: 'Dolo', kind: 'video', posterUrl: null },
    sources: [{ url: `/api/recordings/${id}/file?part=480`, mimeType: 'video/mp4', height: 480 }],
  });
  here.replies.set('/api/articles/7/recordings', () =>
    Response.json({ recordings: [listed(5), listed(6)], positions: [] }),
  );
  here.replies.set('/api/recordings/6/file', () => {
    // From here on there is no network at all.
    for (const path of [...here.replies.keys(), '/api/attachments/10']) lose(path);
    throw new TypeError('Failed to fetch');
  });
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow('Sem conexão');
  expect((await savedRecordings(7)).map(({ sources }) => sources[0]?.url)).toEqual([
    FILM,
    '/api/recordings/6/file?part=480',
  ]);
});

test('the list of attachments is here as soon as one of them is', async () => {
  lose('/api/recordings/5/file');
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toThrow();
  expect(here.names(savedCache)).toContain('/api/courses/1/attachments');
});

test('a file that the server no longer has is counted, and the others come', async () => {
  refuse('/api/attachments/9');
  refuse('/api/recordings/5/captions');
  expect(await downloadCourse(ANA, 1, { choice: all })).toEqual({ missingFiles: 1 });
  expect(await here.missing()).toEqual(['/api/attachments/9']);
  expect((await savedRecordings(7))[0]?.sources[0]?.url).toBe(FILM);
});

test('a recording that the server no longer has does not stop the others either', async () => {
  refuse('/api/recordings/5/file');
  expect(await downloadCourse(ANA, 1, { choice: all })).toEqual({ missingFiles: 1 });
  expect(await here.missing()).toEqual([FILM]);
  here.replies.set('/api/articles/7/recordings', () => Response.json({ recordings: [], positions: [] }));
  expect(await downloadCourse(ANA, 1, { choice: all })).toEqual({ missingFiles: 1 });
});

test('a picture that the server no longer has does not stop the texts', async () => {
  serve({ ...texts, lessons: texts.lessons.map((one) => ({ ...one, pictures: ['/api/media/a.png'] })) });
  refuse('/api/media/a.png');
  expect(await downloadCourse(ANA, 1, { choice: none })).toEqual({ missingFiles: 3 });
  expect((await listDownloads(ANA))[0]?.lessons).toHaveLength(3);
});

test('a file that is refused because access has ended stops the download', async () => {
  const refusal = { code: 'access_ended', message: 'Seu acesso terminou.', requestId: '1', endsOn: '2026-11-14' };
  here.replies.set('/api/attachments/9', () => Response.json(refusal, { status: 403 }));
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toMatchObject({ status: 403 });
});

test('a pause during an attachment is a pause, and a lost network is a lost network: the device is not full', async () => {
  here.replies.set('/api/attachments/9', brokenBy(new DOMException('Aborted', 'AbortError')));
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toMatchObject({ name: 'AbortError' });
  here.replies.set('/api/attachments/9', brokenBy(new TypeError('network error')));
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toMatchObject({ status: 0 });
  here.replies.set(
    '/api/attachments/9',
    () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
  );
  await downloadCourse(ANA, 1, { choice: all });
  const stored = await (await here.caches.open(mediaCache(ANA))).match('/api/attachments/9');
  expect([await stored?.text(), stored?.headers.get('content-type')]).toEqual(['%PDF', 'application/pdf']);
});

test('a chunk of a recording that breaks off is a lost network, too', async () => {
  here.replies.set('/api/recordings/5/file', brokenBy(new TypeError('network error')));
  await expect(downloadCourse(ANA, 1, { choice: all })).rejects.toMatchObject({ status: 0 });
  expect(here.names(mediaCache)).not.toContain(`${FILM}/0`);
});

test('only a full storage is reported as full', async () => {
  const open = async (name: string) => {
    const cache = await here.caches.open(name);
    if (name !== mediaCache(ANA)) return cache;
    const put = async () => {
      throw new DOMException('The storage is broken.', 'UnknownError');
    };
    return { match: cache.match, delete: cache.delete, keys: cache.keys, put };
  };
  const { has, delete: remove, keys } = here.caches;
  vi.stubGlobal('caches', { has, delete: remove, keys, open });
  const failed = await downloadCourse(ANA, 1, { choice: all }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ name: 'UnknownError' });
  expect(failed).not.toBeInstanceOf(StorageFullError);
});

test('a choice that was taken back leaves nothing, also when that download stopped and the course is removed', async () => {
  await downloadCourse(ANA, 1, { choice: all });
  lose('/api/lesson-progress');
  await expect(downloadCourse(ANA, 1, { choice: none })).rejects.toThrow('Sem conexão');
  await removeDownload(ANA, 1);
  expect([here.names(mediaCache), here.names(savedCache)]).toEqual([[], []]);
});

test('a record of an older version does not list its questions, and they leave with it', async () => {
  const [{ id, title, version }] = [lesson];
  await writeSaved(ANA, 'course/1', { id: 1, title: 'Penal', lessons: [{ id, title, version }], addresses: [] });
  await writeSaved(ANA, 'questions/7', [question(70, 7)]);
  await removeDownload(ANA, 1);
  expect(here.names(savedCache)).toEqual([]);
});
