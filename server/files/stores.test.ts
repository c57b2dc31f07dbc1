import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAll } from '#server/backup/archive.ts';
import { moveFiles } from '#server/backup/move-files.ts';
import { startS3 } from '#server/testing/s3.ts';
import { diskFiles, type Files, PIECE_BYTES } from './files.ts';
import { putStream } from './put-stream.ts';
import { s3Files } from './s3.ts';
import { FilesUnavailable } from './unavailable.ts';

let directory: string;
let s3: Awaited<ReturnType<typeof startS3>>;
const photo = randomBytes(200_000);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-files-'));
  s3 = await startS3();
});

afterAll(async () => {
  await s3.stop();
  await rm(directory, { recursive: true, force: true });
});

async function contentOf(files: Files, key: string): Promise<Buffer | null> {
  const file = await files.read(key);
  return file && readAll(file.stream);
}

async function keysOf(files: Files): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list()) keys.push(key);
  return keys.sort();
}

describe.each<[string, () => Files]>([
  ['on disk', () => diskFiles(join(directory, 'store'))],
  ['in a bucket', () => s3Files(s3.settings)],
])('files %s', (_, open) => {
  it('are stored, replaced, listed and removed', async () => {
    const files = open();
    expect(await keysOf(files)).toEqual([]);
    expect(await files.read('proofs/a.jpg')).toBeNull();
    await files.put('proofs/2026/á b.jpg', photo);
    await files.put('media/b.png', photo);
    // A file on this machine arrives complete, however large.
    const sent = join(directory, 'sent');
    await writeFile(sent, photo);
    await files.putFile('attachments/c.pdf', sent, photo.length);
    expect(await contentOf(files, 'attachments/c.pdf')).toEqual(photo);
    await files.remove('attachments/c.pdf');
    await files.put('media/b.png', photo.subarray(0, 10));
    expect((await contentOf(files, 'proofs/2026/á b.jpg'))?.equals(photo)).toBe(true);
    expect((await files.read('media/b.png'))?.size).toBe(10);
    expect(await keysOf(files)).toEqual(['media/b.png', 'proofs/2026/á b.jpg']);
    await files.remove('media/b.png');
    await files.remove('media/b.png');
    expect(await files.read('media/b.png')).toBeNull();
    await files.remove('proofs/2026/á b.jpg');
  });

  it('arrive in chunks, and exist once they are complete', async () => {
    const files = open();
    const whole = randomBytes(PIECE_BYTES + 70_000);
    const [first, last] = [whole.subarray(0, PIECE_BYTES), whole.subarray(PIECE_BYTES)];
    const id = await files.pieces.begin('recordings/a.mp4');
    const receipts = [await files.pieces.add('recordings/a.mp4', id, { number: 1, at: 0, content: first })];
    expect(await files.read('recordings/a.mp4')).toBeNull();
    expect(await keysOf(files)).toEqual([]);
    // A chunk sent twice counts once.
    for (let time = 0; time < 2; time += 1) {
      receipts[1] = await files.pieces.add('recordings/a.mp4', id, { number: 2, at: PIECE_BYTES, content: last });
    }
    await files.pieces.finish('recordings/a.mp4', id, receipts);
    await files.pieces.finish('recordings/a.mp4', id, receipts);
    expect((await contentOf(files, 'recordings/a.mp4'))?.equals(whole)).toBe(true);
    const stretch = await files.read('recordings/a.mp4', { start: PIECE_BYTES - 5, end: PIECE_BYTES + 4 });
    expect(stretch?.size).toBe(whole.length);
    expect(stretch && (await readAll(stretch.stream))).toEqual(whole.subarray(PIECE_BYTES - 5, PIECE_BYTES + 5));
    await files.remove('recordings/a.mp4');
  });

  it('are stored from a stream of any length, with one chunk in memory at a time', async () => {
    const files = open();
    for (const size of [0, 10, PIECE_BYTES, 2 * PIECE_BYTES + 1]) {
      const whole = randomBytes(size);
      const chunks = Array.from({ length: Math.ceil(size / 65_536) }, (_, at) =>
        whole.subarray(at * 65_536, (at + 1) * 65_536),
      );
      await putStream(files, 'moved', Readable.from(chunks));
      expect((await contentOf(files, 'moved'))?.equals(whole)).toBe(true);
    }
    await files.remove('moved');
  });

  it('are refused when their key leads out of the store', async () => {
    for (const key of ['../outside', 'a/../../outside', '..']) {
      await expect(open().put(key, photo)).rejects.toThrow('inside the store');
      await expect(open().read(key)).rejects.toThrow('inside the store');
    }
  });
});

// The S3 server of these tests cannot abort an upload.
it('abandoned chunks leave nothing behind', async () => {
  const root = join(directory, 'abandoned');
  const files = diskFiles(root);
  const id = await files.pieces.begin('b.mp4');
  await files.pieces.add('b.mp4', id, { number: 1, at: 0, content: photo });
  expect(await readdir(root)).toHaveLength(1);
  for (let time = 0; time < 2; time += 1) await files.pieces.abandon('b.mp4', id);
  expect(await readdir(root)).toEqual([]);
  await expect(files.pieces.finish('b.mp4', id, [''])).rejects.toThrow();
});

it('move from disk to a bucket and back, once', async () => {
  const disk = diskFiles(join(directory, 'moving'));
  const bucket = s3Files(s3.settings);
  for (let n = 0; n < 5; n += 1) await disk.put(`proofs/${n}.jpg`, photo.subarray(n));
  const lines: string[] = [];
  expect(await moveFiles(disk, bucket, (line) => lines.push(line))).toEqual({ copied: 5, present: 0 });
  await disk.put('proofs/late.jpg', photo);
  expect(await moveFiles(disk, bucket, (line) => lines.push(line))).toEqual({ copied: 1, present: 5 });
  const back = diskFiles(join(directory, 'back'));
  expect(await moveFiles(bucket, back, (line) => lines.push(line))).toEqual({ copied: 6, present: 0 });
  expect((await contentOf(back, 'proofs/3.jpg'))?.equals(photo.subarray(3))).toBe(true);
});

it('a file half-written at a power cut is not listed', async () => {
  const root = join(directory, 'cut');
  const files = diskFiles(root);
  await files.put('whole.jpg', photo);
  await writeFile(join(root, 'half.jpg.part-12-34567'), photo);
  expect(await keysOf(files)).toEqual(['whole.jpg']);
  expect(await readdir(root)).toHaveLength(2);
});

it('a bucket that takes requests and never answers is tried once per operation: a second try would double the wait', async () => {
  const asked: string[] = [];
  const silent = createHttpServer(({ method = '' }) => void asked.push(method)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  try {
    const files = s3Files({ ...s3.settings, endpoint: `http://127.0.0.1:${port}`, timeoutMs: 300 });
    await expect(files.put('a.jpg', Buffer.from('x'))).rejects.toThrow(FilesUnavailable);
    await expect(files.read('a.jpg')).rejects.toThrow(FilesUnavailable);
    await expect(files.remove('a.jpg')).rejects.toThrow(FilesUnavailable);
    expect(asked).toEqual(['PUT', 'GET', 'DELETE']);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

it('a bucket that refuses, is down or never answers soon gives another error than a missing file', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const settings = [
    { ...s3.settings, endpoint: 'http://127.0.0.1:9' },
    { ...s3.settings, bucket: 'another' },
    { ...s3.settings, endpoint: `http://127.0.0.1:${port}`, timeoutMs: 300 },
  ];
  for (const setting of settings) {
    const files = s3Files(setting);
    await expect(files.put('a.jpg', photo)).rejects.toThrow(FilesUnavailable);
    await expect(files.read('a.jpg')).rejects.toThrow(FilesUnavailable);
  }
  silent.close();
});
