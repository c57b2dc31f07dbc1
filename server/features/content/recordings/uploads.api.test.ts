import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Recording } from '#contract/content/recordings.ts';
import { DAY_MS } from '#contract/time.ts';
import { createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { sendRaw } from '#server/testing/raw-client.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { claimUpload, findUpload } from './uploads.store.ts';

const test = useTestApp({ RECORDING_MAX_MB: '1', RATE_LIMIT: 'off', FFMPEG: 'off' });
const fixture = (name: string) => readFile(new URL(`../../../testing/recordings/${name}`, import.meta.url));

let mp4: Buffer;
let teacher: Person;
let other: Person;
let lessonId: number;

const person = (role: 'teacher' | 'student') => createPerson(test.deps.db, { role, now: test.clock.now() });

beforeAll(async () => {
  mp4 = await fixture('tiny.mp4');
  [teacher, other] = [await person('teacher'), await person('teacher')];
  const { id: subjectId } = await createSubject(test.deps.db);
  lessonId = (await createLesson(test.deps.db, { subjectId, authorId: teacher.id })).id;
});

const begin = (bytes: number, name = 'aula.mp4', as = teacher) =>
  test.request({
    method: 'POST',
    url: `/api/articles/${lessonId}/recording-uploads`,
    as,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')},filetype dmlkZW8vbXA0`,
    },
  });
const begun = async (bytes: number, name?: string) => (await begin(bytes, name)).headers.location as string;
const send = (url: string, offset: number, payload: Buffer, as = teacher) =>
  test.request({
    method: 'PATCH',
    url,
    as,
    payload,
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
  });
const offsetOf = async (url: string, as = teacher) => {
  const { statusCode, headers } = await test.request({ method: 'HEAD', url, as });
  return statusCode === 200 ? Number(headers['upload-offset']) : statusCode;
};
const recordings = async (as = teacher): Promise<Recording[]> =>
  (await test.request({ method: 'GET', url: `/api/articles/${lessonId}/recordings`, as })).json().recordings;
const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of test.deps.files.list()) keys.push(key);
  return keys.filter((key) => key.startsWith('recordings/')).length;
};

describe('an upload', () => {
  it('comes in pieces, reports its position, and becomes a recording once it is complete', async () => {
    const answer = await begin(mp4.length, 'Concordância_verbal.mp4');
    expect([answer.statusCode, answer.headers['tus-resumable']]).toEqual([201, '1.0.0']);
    expect(answer.headers['upload-expires']).toBe(new Date(test.clock.now().getTime() + DAY_MS).toUTCString());
    const url = answer.headers.location as string;
    expect(await offsetOf(url)).toBe(0);
    const half = 5000;
    const first = await send(url, 0, mp4.subarray(0, half));
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)]);
    expect(await offsetOf(url)).toBe(half);
    expect(await recordings()).toEqual([]);
    // In the wrong place: nothing is taken.
    expect((await send(url, 3, mp4.subarray(3))).json().code).toBe('upload_conflict');
    expect((await send(url, half, mp4.subarray(half))).headers['upload-offset']).toBe(String(mp4.length));
    const [recording] = await recordings();
    expect(recording).toMatchObject({
      title: 'Concordância verbal',
      kind: 'video',
      bytes: mp4.length,
      state: 'waiting',
    });
    expect(await offsetOf(url)).toBe(404);
    const file = await test.request({ method: 'GET', url: recording?.sources[0]?.url ?? '', as: teacher });
    expect(file.rawPayload.equals(mp4)).toBe(true);
  });

  it('is cut five times, and goes on where it stopped', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as { port: number };
    const cookie = await createSession(test.deps.db, teacher.id, test.clock.now());
    const url = await begun(mp4.length, 'cortado.mp4');
    for (let cut = 0; cut < 5; cut += 1) {
      const from = await offsetOf(url);
      const until = 4200 + cut * 1000;
      const head = `PATCH ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: ${from}\r\nContent-Length: ${mp4.length - from}\r\n\r\n`;
      const client = await sendRaw(port, Buffer.concat([Buffer.from(head), mp4.subarray(from, until)]));
      // The bytes are here, then the line is cut.
      await vi.waitFor(() => expect(test.app.places.recording.taken()).toBe(1));
      client.socket.end();
      await vi.waitFor(async () => expect(await offsetOf(url)).toBe(until), { timeout: 10_000, interval: 20 });
      await vi.waitFor(() => expect(test.app.places.recording.taken()).toBe(0), { timeout: 10_000, interval: 20 });
    }
    const from = await offsetOf(url);
    expect((await send(url, from, mp4.subarray(from))).statusCode).toBe(204);
    const made = (await recordings()).find(({ title }) => title === 'cortado');
    const file = await test.request({ method: 'GET', url: made?.sources[0]?.url ?? '', as: teacher });
    expect(file.rawPayload.equals(mp4)).toBe(true);
  });

  it('whose server was killed between storing a piece and recording it goes on at another server, once its claim has ended', async () => {
    const url = await begun(mp4.length, 'morto.mp4');
    const half = 5000;
    await send(url, 0, mp4.subarray(0, half));
    // What a killed server leaves: a piece that no row counts, and a claim that no request releases.
    const id = url.split('/').at(-1) ?? '';
    const upload = await findUpload(test.deps.db, id, teacher.id, test.clock.now());
    if (!upload) throw new Error('The upload is gone.');
    const content = Buffer.alloc(2000, 'x');
    await test.deps.files.pieces.add(upload.fileKey, upload.storeId, { number: 2, at: half, content });
    const until = new Date(test.clock.now().getTime() + 45_000);
    await claimUpload(test.deps.db, { id, holder: randomUUID(), until }, half, test.clock.now());

    expect(await offsetOf(url)).toBe(half);
    expect((await send(url, half, mp4.subarray(half))).json().code).toBe('upload_conflict');
    test.clock.set(until);
    expect((await send(url, half, mp4.subarray(half))).statusCode).toBe(204);
    const made = (await recordings()).filter(({ title }) => title === 'morto');
    expect(made).toHaveLength(1);
    const file = await test.request({ method: 'GET', url: made[0]?.sources[0]?.url ?? '', as: teacher });
    expect(file.rawPayload.equals(mp4)).toBe(true);
  });

  it('that is longer than it said is refused by the error handler, also over a socket, and can go on', async () => {
    const url = await begun(100, 'longo');
    const injected = await send(url, 0, mp4.subarray(0, 200));
    expect([injected.statusCode, injected.json().code]).toEqual([400, 'bad_request']);
    expect(injected.json()).toEqual({
      code: 'bad_request',
      message: 'Chegou mais do que o arquivo tem.',
      requestId: expect.any(String),
    });
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as { port: number };
    const head =
      `PATCH ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${teacher.cookie}\r\nConnection: close\r\n` +
      'Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 200\r\n\r\n';
    const client = await sendRaw(port, Buffer.concat([Buffer.from(head), mp4.subarray(0, 200)]));
    await vi.waitFor(() => expect(client.isClosed()).toBe(true));
    expect(client.status()).toBe(400);
    expect(client.received()).toContain('"message":"Chegou mais do que o arquivo tem."');
    expect(await offsetOf(url)).toBe(0);
    await test.request({ method: 'DELETE', url, as: teacher });
  });

  it('is sent by one of two pages that send at once, and is made once', async () => {
    const url = await begun(mp4.length, 'duas abas.mp4');
    const codes = (await Promise.all([send(url, 0, mp4), send(url, 0, mp4)])).map(({ statusCode }) => statusCode);
    const [sent, refused] = codes.sort();
    expect(sent).toBe(204);
    // 404: the other one was done before this one looked, and the upload is a recording.
    expect([404, 409]).toContain(refused);
    expect((await recordings()).filter(({ title }) => title === 'duas abas')).toHaveLength(1);
  });

  it('cannot be read, changed or deleted by another person', async () => {
    const url = await begun(mp4.length);
    expect(await offsetOf(url, other)).toBe(404);
    expect((await send(url, 0, mp4, other)).statusCode).toBe(404);
    expect((await test.request({ method: 'DELETE', url, as: other })).statusCode).toBe(404);
    expect((await begin(10, 'x.mp4', other)).statusCode).toBe(404);
    expect((await test.request({ method: 'DELETE', url, as: teacher })).statusCode).toBe(204);
    expect(await offsetOf(url)).toBe(404);
  });

  it.each([
    ['a page', Buffer.from(`<html>${' '.repeat(5000)}`)],
    ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(5000)])],
    ['a list of addresses for a player', Buffer.from(`#EXTM3U\nhttp://10.0.0.1/${'a'.repeat(5000)}`)],
    ['a picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5000)])],
    ['a MOV', Buffer.concat([Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1'), Buffer.alloc(5000)])],
    ['noise', Buffer.alloc(5000, 7)],
  ])('that is %s under the name of a video is refused, and nothing stays', async (_, content) => {
    const before = await stored();
    const url = await begun(content.length + 100_000, 'aula.mp4');
    // Refused with the first bytes, not after a gigabyte.
    const refused = await send(url, 0, content);
    expect([refused.statusCode, refused.json().message.includes('MP4')]).toEqual([415, true]);
    expect(await offsetOf(url)).toBe(404);
    expect(await stored()).toBe(before);
  });

  it('is limited to the size that the operator allows, and to the size that it declared', async () => {
    expect((await begin(1024 * 1024 + 1)).statusCode).toBe(413);
    for (const length of [0, -1, 1.5]) expect((await begin(length)).statusCode).toBe(400);
    const url = await begun(mp4.length - 1);
    expect((await send(url, 0, mp4)).statusCode).toBe(400);
    expect(await offsetOf(url)).toBe(0);
    expect((await send(url, mp4.length + 5, Buffer.alloc(1))).statusCode).toBe(409);
    await test.request({ method: 'DELETE', url, as: teacher });
  });

  it('is one of ten of a person at once, however many come', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => begin(mp4.length, 'muitos.mp4')));
    const codes = Map.groupBy(answers, ({ statusCode }) => statusCode);
    expect([codes.get(201)?.length, codes.get(409)?.length]).toEqual([10, 40]);
    const urls = (codes.get(201) ?? []).map(({ headers }) => headers.location as string);
    // Three at a time: the others get a 503 and lose nothing.
    const sent = await Promise.all(urls.map((url) => send(url, 0, mp4)));
    expect(sent.every(({ statusCode }) => [204, 503].includes(statusCode))).toBe(true);
    for (const [at, url] of urls.entries()) if (sent[at]?.statusCode === 503) await send(url, 0, mp4);
    expect((await recordings()).filter(({ title }) => title === 'muitos')).toHaveLength(10);
  });

  it('is deleted with its bytes after a day in which no one continues it', async () => {
    const url = await begun(mp4.length, 'meio.mp4');
    await send(url, 0, mp4.subarray(0, 5000));
    const row = () => test.deps.db.selectFrom('recording_uploads').select('id').execute();
    expect(await row()).toHaveLength(1);
    test.clock.advance(DAY_MS + 1);
    expect(await offsetOf(url)).toBe(404);
    const { leftUploads } = await import('./uploads.service.ts');
    expect(await leftUploads(test.deps).recordingUploads?.(100)).toBe(1);
    expect(await row()).toEqual([]);
  });

  it('that the file store cannot remove does not hold up the removal of the next one, and is retried later', async () => {
    const { leftUploads } = await import('./uploads.service.ts');
    const rows = () => test.deps.db.selectFrom('recording_uploads').select('title').orderBy('title').execute();
    for (const name of ['um.mp4', 'dois.mp4']) {
      await begun(mp4.length, name);
      test.clock.advance(1000);
    }
    const [{ fileKey }] = (await test.deps.db
      .selectFrom('recording_uploads')
      .select('file_key as fileKey')
      .where('title', '=', 'um')
      .execute()) as [{ fileKey: string }];
    const { pieces } = test.deps.files;
    const abandon = pieces.abandon.bind(pieces);
    const broken = vi.spyOn(pieces, 'abandon').mockImplementation(async (key, id) => {
      if (key === fileKey) throw new Error('the bucket refuses');
      await abandon(key, id);
    });
    test.clock.advance(DAY_MS);
    expect(await leftUploads(test.deps).recordingUploads?.(1)).toBe(0);
    expect(await leftUploads(test.deps).recordingUploads?.(1)).toBe(1);
    expect(await rows()).toEqual([{ title: 'um' }]);
    broken.mockRestore();
    test.clock.advance(DAY_MS);
    expect(await leftUploads(test.deps).recordingUploads?.(1)).toBe(1);
    expect(await rows()).toEqual([]);
  });
});
