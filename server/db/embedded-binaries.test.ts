import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeOtherCopies } from './embedded-binaries.ts';

test('only copies of the programs are removed, never a database that an operator put beside them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alvorada-copies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = [
    'postgres/PG_VERSION',
    'postgres-18.4.0/bin/postgres',
    'postgres-18.3.0-beta.2/bin/postgres',
    'postgres-18.4.0.a1B2c3/native/bin/postgres',
    'postgresql-17.2.0-x64/bin/postgres',
    'postgres-2026-11-18/PG_VERSION',
    'postgres-18.4.0-old/PG_VERSION',
    'postgres-16/main/PG_VERSION',
    'postgres-1.2.3/notes.txt',
  ];
  for (const file of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), '');
  }
  await removeOtherCopies(join(folder, 'postgres-18.4.0'));
  expect(readdirSync(folder).sort()).toEqual([
    'postgres',
    'postgres-1.2.3',
    'postgres-16',
    'postgres-18.4.0',
    'postgres-18.4.0-old',
    'postgres-2026-11-18',
  ]);
});
