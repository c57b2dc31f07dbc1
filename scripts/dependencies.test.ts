import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
const declared = {
  ...manifest.dependencies,
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};

test('every package has its reason in docs/decisions/002-dependencies.md, and no other is named', () => {
  const rows = read('docs/decisions/002-dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const explained = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect(explained.sort()).toEqual(Object.keys(declared).sort());
});

test('every dependency has an exact version', () => {
  for (const [name, version] of Object.entries(declared)) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
  }
});

test('no committed lockfile names a registry', () => {
  expect(read('package-lock.json')).not.toContain('"resolved": "http');
});
