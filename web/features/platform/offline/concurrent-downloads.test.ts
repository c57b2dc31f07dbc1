import { beforeEach, expect, test, vi } from 'vitest';
import { mediaCache, savedCache } from '#web/lib/cache-names.ts';
import { checkDownloads } from './check-downloads.ts';
import { listDownloads, removeDownload } from './courses-on-device.ts';
import { pauseDownload, runDownload } from './download-progress.ts';
import { downloadCourse } from './downloads.ts';
import { RemovedError, writeSaved } from './store-saved.ts';
import { ANA, all, type FakeDevice, FILM, fakeDevice } from './testing/fake-device.ts';

const none = { recordings: false, attachments: false };
const FILE = '/api/recordings/5/file';
const PROGRESS = '/api/lesson-progress';

let here: FakeDevice;
beforeEach(async () => {
  here = await fakeDevice();
  return () => vi.unstubAllGlobals();
});

const entries = () => [here.names(mediaCache), here.names(savedCache)];
const outcome = (work: Promise<unknown>) => work.catch((error: unknown) => error);
/** One of this page, as the course's card starts it. */
const startHere = () =>
  outcome(runDownload(1, (signal, onProgress) => downloadCourse(ANA, 1, { choice: all, signal, onProgress })));

test('a removal stops the running download of this page, waits for it and leaves nothing', async () => {
  const chunk = here.gate(FILE);
  const download = startHere();
  await chunk.reached;
  const removal = removeDownload(ANA, 1);
  chunk.open();
  await removal;
  expect(entries()).toEqual([[], []]);
  expect(await download).toBeInstanceOf(RemovedError);
  expect(entries()).toEqual([[], []]);
  expect(here.chunkRequests()).toHaveLength(1);
});

test('a removal in the last moment of a download is no finished download', async () => {
  const last = Promise.withResolvers<void>();
  const download = outcome(runDownload(1, () => last.promise));
  const removal = removeDownload(ANA, 1);
  last.resolve();
  await removal;
  expect(await download).toBeInstanceOf(RemovedError);
});

test('a paused download stays in the list of downloads', async () => {
  const chunk = here.gate(FILE);
  const download = startHere();
  await chunk.reached;
  pauseDownload(1);
  chunk.open();
  expect(await download).toMatchObject({ name: 'AbortError' });
  expect(await listDownloads(ANA)).toHaveLength(1);
});

test('a removal in another tab stops a download, and the chunk that was on its way does not stay', async () => {
  const chunk = here.gate(FILE);
  const download = outcome(downloadCourse(ANA, 1, { choice: all }));
  await chunk.reached;
  await removeDownload(ANA, 1);
  chunk.open();
  expect(await download).toBeInstanceOf(RemovedError);
  expect(entries()).toEqual([[], []]);
  expect(here.chunkRequests()).toHaveLength(1);
});

test('a course that is removed during its renewal does not come back', async () => {
  await downloadCourse(ANA, 1, { choice: all });
  const text = here.gate(PROGRESS);
  const renewal = outcome(downloadCourse(ANA, 1));
  await text.reached;
  await removeDownload(ANA, 1);
  text.open();
  expect(await renewal).toBeInstanceOf(RemovedError);
  expect(entries()).toEqual([[], []]);
});

test('a course that was removed before its renewal does not come back either', async () => {
  await downloadCourse(ANA, 1);
  expect(entries()).toEqual([[], []]);
});

test('a download that the person starts during a renewal keeps its choice and its files', async () => {
  await downloadCourse(ANA, 1, { choice: none });
  const text = here.gate(PROGRESS);
  const renewal = downloadCourse(ANA, 1);
  await text.reached;
  const download = downloadCourse(ANA, 1, { choice: all });
  await vi.waitFor(async () => expect((await navigator.locks.query()).pending).toHaveLength(1));
  text.open();
  await Promise.all([renewal, download]);
  expect((await listDownloads(ANA))[0]?.choice).toEqual(all);
  expect(here.names(mediaCache)).toContain(FILM);
  expect(await here.missing()).toEqual([]);
});

test('a pause ends a download that waits for another one', async () => {
  const text = here.gate(PROGRESS);
  const first = downloadCourse(ANA, 1, { choice: all });
  await text.reached;
  const controller = new AbortController();
  const second = outcome(downloadCourse(ANA, 1, { choice: all, signal: controller.signal }));
  controller.abort();
  expect(await second).toMatchObject({ name: 'AbortError' });
  text.open();
  await first;
  expect(await here.missing()).toEqual([]);
});

test('a renewal gives up while a download is running', async () => {
  const chunk = here.gate(FILE);
  const download = downloadCourse(ANA, 1, { choice: all });
  await chunk.reached;
  here.asked.length = 0;
  await downloadCourse(ANA, 1);
  expect(here.asked).toEqual([]);
  chunk.open();
  await download;
  expect(await here.missing()).toEqual([]);
});

test('a new end of access does not undo a choice that was made while the server was asked', async () => {
  await downloadCourse(ANA, 1, { choice: none });
  const endsAt = '2101-01-01T03:00:00.000Z';
  here.replies.set('/api/offline/courses', () => Response.json({ courses: [{ id: 1, endsAt }] }));
  const access = here.gate('/api/offline/courses');
  const check = checkDownloads(ANA);
  await access.reached;
  await downloadCourse(ANA, 1, { choice: all });
  access.open();
  await check;
  expect((await listDownloads(ANA))[0]).toMatchObject({ choice: all, endsAt });
  expect(await here.missing()).toEqual([]);
});

test('a new end of access does not bring a course back that was removed while the server was asked', async () => {
  await downloadCourse(ANA, 1, { choice: all });
  const endsAt = '2101-01-01T03:00:00.000Z';
  here.replies.set('/api/offline/courses', () => Response.json({ courses: [{ id: 1, endsAt }] }));
  const access = here.gate('/api/offline/courses');
  const check = checkDownloads(ANA);
  await access.reached;
  await removeDownload(ANA, 1);
  access.open();
  await check;
  expect(entries()).toEqual([[], []]);
});

test('a renewal does not undo a choice of a tab that has no locks', async () => {
  await downloadCourse(ANA, 1, { choice: none });
  const [download] = await listDownloads(ANA);
  const text = here.gate(PROGRESS);
  const renewal = outcome(downloadCourse(ANA, 1));
  await text.reached;
  await writeSaved(ANA, 'course/1', { ...download, choice: all });
  text.open();
  expect(await renewal).toBeInstanceOf(RemovedError);
  expect((await listDownloads(ANA))[0]?.choice).toEqual(all);
});
