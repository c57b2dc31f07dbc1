import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yazl from 'yazl';
import { rowBatches } from './json-lines.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { ArchiveRefused, openSchoolArchive } from './open-archive.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'alvorada-archive-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const valid: Manifest = {
  ...{ product: 'alvorada', format: 1, version: '1.0.0', createdAt: '2026-11-15T12:00:00.000Z', school: 'Escola' },
  ...{ migrations: [], tables: [], sequences: {}, files: 0, missingFiles: [] },
};

async function zipOf(entries: Record<string, string | Buffer>): Promise<string> {
  const path = join(directory, `${crypto.randomUUID()}.zip`);
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** Reads everything, as an import does. */
async function readWhole(path: string): Promise<string[]> {
  const { entries } = await openSchoolArchive(path);
  const names: string[] = [];
  for await (const { name, content } of entries()) {
    for await (const _ of content());
    names.push(name);
  }
  return names;
}

const withManifest = (entries: Record<string, string | Buffer>, manifest: object = valid) =>
  zipOf({ ...entries, [MANIFEST]: JSON.stringify(manifest) });

/** The archive with every occurrence of these bytes replaced, in the local header and in the directory. */
async function patched(path: string, change: (zip: Buffer) => void): Promise<string> {
  const bytes = await readFile(path);
  change(bytes);
  await writeFile(path, bytes);
  return path;
}

function replaceAll(zip: Buffer, from: string, to: string): void {
  for (let at = zip.indexOf(from); at !== -1; at = zip.indexOf(from, at + 1)) zip.write(to, at);
}

it('an archive is read with its manifest', async () => {
  expect(await readWhole(await withManifest({ 'dados/a.json': '[]\n' }))).toEqual(['dados/a.json', MANIFEST]);
});

it('a file that is no zip, a cut zip and a zip without a manifest are refused', async () => {
  const plain = join(directory, 'plain.zip');
  await writeFile(plain, 'nothing');
  await expect(readWhole(plain)).rejects.toThrow(ArchiveRefused);
  const whole = await withManifest({ 'a.txt': 'x'.repeat(500) });
  await writeFile(whole, (await readFile(whole)).subarray(0, -40));
  await expect(readWhole(whole)).rejects.toThrow(ArchiveRefused);
  await expect(readWhole(await zipOf({ 'a.txt': 'x' }))).rejects.toThrow('it has no escola.json');
});

it.each([
  ['another product', { ...valid, product: 'other' }],
  ['another format', { ...valid, format: 2 }],
  [
    'a table name that is no name',
    { ...valid, tables: [{ schema: 'public', name: 'users; DROP', entry: 'a', columns: ['id'], rows: 0, hash: '0' }] },
  ],
  [
    'a schema of the database itself',
    { ...valid, tables: [{ schema: 'pg_catalog', name: 'pg_class', entry: 'a', columns: ['id'], rows: 0, hash: '0' }] },
  ],
  ['a sequence value that is no number', { ...valid, sequences: { users_id_seq: '1; DROP' } }],
])('a manifest with %s is refused', async (_, manifest) => {
  await expect(readWhole(await withManifest({}, manifest))).rejects.toThrow(ArchiveRefused);
});

it('an entry that unpacks to far more than its size is refused', async () => {
  const bomb = await withManifest({ 'dados/a.json': Buffer.alloc(16 * 1024 * 1024) });
  await expect(readWhole(bomb)).rejects.toThrow('unpacks to more than an export writes');
});

it('an entry whose name leads out of the archive is refused', async () => {
  for (const name of ['../aaa.txt', '/aaaaa.txt', 'a\\..\\b.txt']) {
    const zip = await patched(await withManifest({ 'b/aaaa.txt': 'x' }), (bytes) =>
      replaceAll(bytes, 'b/aaaa.txt', name),
    );
    await expect(readWhole(zip), name).rejects.toThrow(ArchiveRefused);
  }
});

it('an entry whose bytes do not have its checksum is refused', async () => {
  const zip = await zipOf({ 'a.txt': 'x' });
  const damaged = await patched(await withManifest({ 'a.bin': Buffer.from('conteudo') }), (bytes) => {
    // The checksum of the first entry in the directory.
    const directoryAt = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt32LE(1, directoryAt + 16);
  });
  await expect(readWhole(damaged)).rejects.toThrow('its checksum is another');
  await rm(zip);
});

it('an encrypted entry is refused', async () => {
  const zip = await patched(await withManifest({ 'a.txt': 'x' }), (bytes) => {
    const directoryAt = bytes.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    bytes.writeUInt16LE(bytes.readUInt16LE(directoryAt + 8) | 1, directoryAt + 8);
  });
  await expect(readWhole(zip)).rejects.toThrow('encrypted');
});

async function* chunks(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

async function batchesOf(...texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of rowBatches(chunks(...texts))) found.push(batch);
  return found;
}

it('rows are split at line ends, wherever chunks end, and large numbers stay as they are', async () => {
  expect(await batchesOf('[{"a":9007199254740993}\n,{"b"', ':"ç"}\n]\n')).toEqual([
    '[{"a":9007199254740993},{"b":"ç"}]',
  ]);
  expect(await batchesOf('[]\n')).toEqual([]);
});

it('a table that has no end, or rows after its end, is refused', async () => {
  await expect(batchesOf('[{"a":1}\n')).rejects.toThrow('a table has no end');
  await expect(batchesOf('[{"a":1}\n]\n,{"b":2}\n')).rejects.toThrow('rows after the end');
});

it('rows are returned in batches of about a megabyte', async () => {
  const row = `{"a":"${'x'.repeat(400_000)}"}`;
  expect(await batchesOf(`[${row}\n`, `,${row}\n`, `,${row}\n`, `,${row}\n]\n`)).toHaveLength(2);
});
