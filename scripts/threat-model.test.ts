import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const tests = /`([^`]+\.(?:test|spec)\.ts)`/g;
const paths = /`((?:server|web|contract|scripts|e2e|deploy|docs)\/[^`*{}<> ]+\.\w+)`/g;
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = '']) => path);

test('every threat names a test that exists', () => {
  const threats = read('docs/threat-model.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line));
  expect(threats.length).toBeGreaterThan(20);
  for (const threat of threats) {
    const named = found(threat, tests);
    expect([threat, named.length > 0]).toEqual([threat, true]);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  }
});

test.each(['docs/threat-model.md', 'docs/asvs.md', 'docs/operations.md', 'SECURITY.md'])(
  '%s names no file that is not there',
  (page) => {
    const named = found(read(page), paths);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

test('every requirement of ASVS is answered by one of the four words, once', () => {
  const rows = read('docs/asvs.md')
    .split('\n')
    .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(rows.length).toBeGreaterThan(150);
  expect(new Set(rows.map(([, id]) => id)).size).toBe(rows.length);
  for (const [, id, level, answer, how = ''] of rows) {
    expect([id, level]).toEqual([id, expect.stringMatching(/^[123]$/)]);
    expect([id, answer]).toEqual([id, expect.stringMatching(/^(met|partly|not met|does not apply)$/)]);
    expect([id, how.length > 7]).toEqual([id, true]);
  }
});
