import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from './architecture.ts';
import { districts } from './architecture-rules.ts';
import { drawDistricts, readPicture } from './districts.ts';

/** The number of imports changes with most commits; what the picture claims beside it must not. */
const withoutCounts = (picture: string) => picture.replaceAll(/\|\d+\|/g, '');

test('docs/architecture.md shows every feature in its district, and which district imports which', async () => {
  const drawn = drawDistricts(await readSources(join(import.meta.dirname, '..')));
  expect(withoutCounts(await readPicture()), 'Run npm run districts.').toBe(withoutCounts(drawn));
});

test('the picture counts imports between districts and leaves out those within one, and tests', () => {
  const source = (path: string, target: string) => ({ path, text: `import { x } from '${target}';\n` });
  const picture = drawDistricts([
    source('server/features/exams/mock-exams/a.ts', '#server/features/money/access/b.ts'),
    source('server/features/exams/mock-exams/c.ts', '#server/features/money/access/b.ts'),
    source('server/features/money/access/b.ts', '#server/features/money/offers/d.ts'),
    source('server/features/money/access/b.api.test.ts', '#server/features/exams/mock-exams/a.ts'),
  ]);
  expect(picture).toContain('exams -->|2| money');
  expect(picture.match(/-->/g)).toHaveLength(1);
  expect(picture).toContain('money["<b>money</b><br>access"]');
});

const root = join(import.meta.dirname, '..');

test.each(districts)('the page of the district %s names each of its features', (district) => {
  const page = readFileSync(join(root, 'docs/districts', `${district}.md`), 'utf8');
  const named = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, feature]) => feature);
  expect(named.sort()).toEqual(readdirSync(join(root, 'server/features', district)).sort());
});

test('the index of decisions lists every decision once', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
  const listed = [...index.matchAll(/^- \[\d{3}\]\(([^)]+)\)/gm)].map(([, file]) => file);
  const files = readdirSync(join(root, 'docs/decisions')).filter((name) => /^(?!000)\d{3}/.test(name));
  expect(listed.sort()).toEqual(files.sort());
});
