import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCaptions } from '#contract/content/caption-files.ts';
import type { Recording } from '#contract/content/recordings.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { endWork } from '../recordings.store.ts';
import { isThere } from './ffmpeg.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const fixture = (name: string) => readFile(new URL(`../../../../testing/recordings/${name}`, import.meta.url));

let mp4: Buffer;
let teacher: Person;
let lessonId: number;

beforeAll(async () => {
  mp4 = await fixture('tiny.mp4');
  teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
  const { id: subjectId } = await createSubject(test.deps.db);
  lessonId = (await createLesson(test.deps.db, { subjectId, authorId: teacher.id })).id;
});

async function add(content: Buffer): Promise<Recording> {
  const begun = await test.request({
    method: 'POST',
    url: `/api/articles/${lessonId}/recording-uploads`,
    as: teacher,
    headers: { 'upload-length': String(content.length), 'upload-metadata': `filename ${btoa('a.mp4')}` },
  });
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await test.request({ method: 'PATCH', url: String(begun.headers.location), as: teacher, headers, payload: content });
  return (await all()).at(-1) as Recording;
}
const all = async (): Promise<Recording[]> =>
  (await test.request({ method: 'GET', url: `/api/articles/${lessonId}/recordings`, as: teacher })).json().recordings;
const original = ({ sources }: Recording) => sources.at(-1)?.url ?? '';
const read = (url: string) => test.request({ method: 'GET', url, as: teacher });

describe('sizes for the web', () => {
  it('are made where ffmpeg is, once, and the file is shown as it came where it is not', async () => {
    const hasFfmpeg = await isThere('ffmpeg');
    const { id } = await add(mp4);
    await test.deps.jobs.drain();
    const recording = (await all()).find((one) => one.id === id) as Recording;
    expect(recording.state).toBe(hasFfmpeg ? 'ready' : 'plain');
    if (!hasFfmpeg) return expect(recording.sources).toHaveLength(1);
    expect(recording.durationSeconds).toBeCloseTo(2, 0);
    expect(recording.sources.map(({ height, mimeType }) => [height, mimeType])).toEqual([
      [480, 'video/mp4'],
      [null, 'video/mp4'],
    ]);
    const small = await read(recording.sources[0]?.url ?? '');
    expect(small.rawPayload.subarray(4, 8).toString()).toBe('ftyp');
    const poster = await read(recording.posterUrl ?? '');
    expect([poster.statusCode, poster.headers['content-type']]).toEqual([200, 'image/jpeg']);
    // The same job again makes nothing more.
    const keys = () => test.deps.db.selectFrom('recording_renditions').select('file_key').execute();
    const before = await keys();
    await test.deps.jobs.send(test.deps.db, 'prepare-recording', { recordingId: id });
    await test.deps.jobs.drain();
    expect(await keys()).toEqual(before);
  });

  it('keep the captions that were saved before them, and the exported file reads back as the same cues', async () => {
    const { id } = await add(mp4);
    const cues = [
      { start: 100, end: 900, text: 'Dolo é vontade; <culpa> & erro,\nnão.' },
      { start: 900, end: 1900, text: 'E a culpa?' },
    ];
    const url = `/api/recordings/${id}/captions`;
    const saved = await test.request({ method: 'PUT', url, as: teacher, payload: { cues, revision: 0 } });
    expect(saved.statusCode).toBe(200);
    await test.deps.jobs.drain();
    const recording = (await all()).find((one) => one.id === id);
    expect(['ready', 'plain']).toContain(recording?.state);
    expect(recording?.hasCaptions).toBe(true);
    expect((await read(url)).json().cues).toEqual(cues);
    expect(readCaptions((await read(`${url}.vtt`)).payload)).toMatchObject({ cues });
  });

  it('begin again after a server was killed in the middle, three times at most, and leave one result', async () => {
    const { id } = await add(mp4);
    const set = (attempts: number) =>
      test.deps.db.updateTable('recordings').set({ state: 'working', attempts }).where('id', '=', id).execute();
    const run = async () => {
      await test.deps.jobs.send(test.deps.db, 'prepare-recording', { recordingId: id });
      await test.deps.jobs.drain();
      return (await all()).find((one) => one.id === id)?.state;
    };
    // Killed while it worked for the third time: the next run only says so.
    await set(3);
    expect(await run()).toBe('failed');
    expect(
      await test.deps.db.selectFrom('recording_renditions').selectAll().where('recording_id', '=', id).execute(),
    ).toEqual([]);
    await set(2);
    expect(['ready', 'plain']).toContain(await run());
    // One that comes back from the dead finds its work done by another, and leaves nothing.
    expect(await endWork(test.deps.db, { id, attempts: 1 }, { state: 'failed' })).toBe(false);
  });

  it('are reported as failed for a file that is cut or broken, and the original is still there', async () => {
    const { id } = await add(Buffer.concat([mp4.subarray(0, 32), Buffer.alloc(5000, 1)]));
    await test.deps.jobs.drain();
    const recording = (await all()).find((one) => one.id === id);
    expect(['failed', 'plain']).toContain(recording?.state);
    expect((await read(original(recording as Recording))).statusCode).toBe(200);
  });

  it('are not made for a recording of sound, but its length is reported', async () => {
    const { id, kind } = await add(await fixture('tiny.mp3'));
    expect(kind).toBe('audio');
    await test.deps.jobs.drain();
    const recording = (await all()).find((one) => one.id === id);
    expect(['ready', 'plain']).toContain(recording?.state);
    expect(recording?.sources).toHaveLength(1);
  });
});
