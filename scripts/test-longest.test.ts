import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longestAfter, longestFirst } from './test-longest.ts';

const at = (path: string) => join(import.meta.dirname, '..', path);
const report = (...files: [path: string, seconds: number][]) =>
  JSON.stringify({
    testResults: files.map(([path, seconds]) => ({ name: at(path), startTime: 1000, endTime: 1000 + seconds * 1000 })),
  });

test('the long files of a report are recorded, longest first, and files that became short are left out', () => {
  const known = { 'a.test.ts': 60, 'b.test.ts': 30, 'c.test.ts': 9 };
  const reports = [report(['a.test.ts', 2], ['d.test.ts', 12.4]), report(['b.test.ts', 31])];
  expect(Object.entries(longestAfter(known, reports))).toEqual([
    ['b.test.ts', 31],
    ['d.test.ts', 12],
    ['c.test.ts', 9],
  ]);
});

test('long files come first in their group, and all others keep their order', () => {
  const files = ['api/s.ts', 'api/l.ts', 'unit/a.ts', 'unit/l.ts', 'api/xl.ts', 'api/t.ts'];
  const longest = { 'api/l.ts': 20, 'api/xl.ts': 70, 'unit/l.ts': 5 };
  const of = (file: string) => ({ group: file.split('/')[0] ?? '', path: at(file) });
  expect(longestFirst(files, longest, of)).toEqual([
    ...['api/xl.ts', 'api/l.ts', 'api/s.ts', 'api/t.ts'],
    ...['unit/l.ts', 'unit/a.ts'],
  ]);
});
