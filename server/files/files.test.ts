import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diskFiles, type Files } from './files.ts';

let root: string;
let files: Files;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'alvorada-files-'));
  files = diskFiles(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const bytes = (value: string) => new TextEncoder().encode(value);
const read = async (key: string) => {
  const file = await files.read(key);
  return file && { content: await text(file.stream), size: file.size };
};

test('stores, replaces and removes a file', async () => {
  await files.put('proofs/2026/a.png', bytes('one'));
  expect(await read('proofs/2026/a.png')).toEqual({ content: 'one', size: 3 });
  await files.put('proofs/2026/a.png', bytes('three'));
  expect(await read('proofs/2026/a.png')).toEqual({ content: 'three', size: 5 });
  await files.remove('proofs/2026/a.png');
  expect(await read('proofs/2026/a.png')).toBeNull();
  await files.remove('proofs/2026/a.png');
});

test('a stored file is readable only by its owner, and concurrent writes leave no partial file behind', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, i) => files.put('same', bytes(String(i).repeat(1000)))));
  expect(readdirSync(root)).toEqual(['same']);
  expect(statSync(join(root, 'same')).mode & 0o777).toBe(0o600);
  expect((await read('same'))?.content).toMatch(/^(\d)\1{999}$/);
});

test.each(['../outside', 'a/../../outside', '/etc/passwd', ''])('never leaves its folder: %j', async (key) => {
  const stays = 'A file key must stay inside the store.';
  await expect(files.put(key, bytes('x'))).rejects.toThrow(stays);
  await expect(files.read(key)).rejects.toThrow(stays);
  await expect(files.remove(key)).rejects.toThrow(stays);
});
