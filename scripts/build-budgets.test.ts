import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { brokenBudgets, emptyRules, measure, report } from './build-budgets.ts';

const chunk = (
  fileName: string,
  wishes: { isEntry?: boolean; imports?: string[]; moduleIds?: string[]; code?: string } = {},
) => ({
  fileName,
  isEntry: false,
  imports: [],
  moduleIds: [],
  code: 'x',
  ...wishes,
});
/** Text that does not compress below its length. */
const noise = (kilobytes: number) => randomBytes(kilobytes * 512).toString('hex');

async function check(chunks: ReturnType<typeof chunk>[], pages: Record<string, string> = {}) {
  return brokenBudgets(await measure(chunks, pages), chunks, pages);
}

test('a small build breaks nothing and is reported whole', async () => {
  const chunks = [
    chunk('main.js', { isEntry: true, imports: ['vendor.js'] }),
    chunk('vendor.js'),
    chunk('editor.js', { moduleIds: ['/p/web/editor/a.ts'] }),
  ];
  const pages = { landing: '<p>Oi</p><script type="application/ld+json">{}</script>' };
  expect(await check(chunks, pages)).toEqual([]);
  const text = report(await measure(chunks, pages));
  expect(text).toContain('vendor.js  (first load)');
  expect(text).toMatch(/editor\.js$/m);
});

test('what the entry imports counts, however deep; what it loads later does not', async () => {
  const heavy = chunk('heavy.js', { code: noise(300) });
  const entry = chunk('main.js', { isEntry: true, imports: ['a.js'] });
  const broken = await check([entry, chunk('a.js', { imports: ['heavy.js'] }), heavy]);
  expect(broken).toHaveLength(8);
  expect(broken).toContainEqual(expect.stringMatching(/^A first visit to login has .*; 90\.0 KB are allowed\.$/));
  expect(broken).toContainEqual(expect.stringMatching(/^A first visit to home has .*; 120\.0 KB are allowed\.$/));
  expect(await check([entry, chunk('a.js'), heavy])).toEqual([]);
});

test('a screen that is opened often counts with its parts, and all of them with the frame around them', async () => {
  const entry = chunk('main.js', { isEntry: true });
  const screen = (id: string) => chunk('screen.js', { moduleIds: [id], code: noise(300) });
  expect(await check([entry, screen('/p/web/features/study/dashboards/student-screen.tsx')])).toEqual([
    expect.stringContaining('A first visit to home has'),
  ]);
  expect(await check([entry, screen('/p/web/shell/user-app.tsx')])).toHaveLength(7);
  expect(await check([entry, screen('/p/web/features/content/courses/courses-screen.tsx')])).toEqual([]);
});

test('a screen that asks for too many files is refused', async () => {
  const small = Array.from({ length: 21 }, (_, index) => chunk(`part-${index}.js`));
  const screen = chunk('courses.js', {
    moduleIds: ['/p/web/features/content/courses/courses-screen.tsx'],
    imports: small.map(({ fileName }) => fileName),
  });
  const entry = chunk('main.js', { isEntry: true });
  expect(await check([entry, screen, ...small])).toEqual([
    'The screen features/content/courses/courses-screen asks for 23 files of script; 22 are allowed.',
  ]);
  expect(await check([entry, { ...screen, imports: screen.imports.slice(1) }, ...small])).toEqual([]);
});

test('a lesson that is read ships nothing of what writing it takes', async () => {
  const reader = chunk('lesson.js', {
    moduleIds: ['/p/web/features/content/lessons/lesson-screen.tsx'],
    imports: ['shared.js'],
  });
  const entry = chunk('main.js', { isEntry: true });
  const shared = (id: string) => chunk('shared.js', { moduleIds: [id] });
  expect(await check([entry, reader, shared('/p/node_modules/temml/dist/temml.mjs')])).toEqual([
    'A lesson that is read holds what makes formulas (node_modules/temml/dist/temml.mjs): import it lazily.',
  ]);
  expect(await check([entry, reader, shared('/p/node_modules/@tiptap/core/dist/index.js')])).toEqual([
    'A lesson that is read holds the editor (node_modules/@tiptap/core/dist/index.js): import it lazily.',
  ]);
  expect(await check([entry, reader, shared('/p/web/editor/sanitize.ts')])).toEqual([]);
});

test('a page with a script or too many bytes is refused', async () => {
  expect(await check([], { landing: '<script src="/x.js"></script>' })).toEqual([
    'The page landing carries a script; it may have none.',
  ]);
  expect(await check([], { terms: noise(80) })).toEqual([expect.stringContaining('The page terms has')]);
});

test.each([
  ['the editor', '/p/node_modules/@tiptap/core/index.js'],
  ['QR codes', '/p/node_modules/uqr/index.mjs'],
  ['admin screens', '/p/web/features/people/accounts/admin-users-screen.tsx'],
])('%s in the first load is refused', async (what, id) => {
  expect(await check([chunk('main.js', { isEntry: true, moduleIds: [id] })])).toEqual([expect.stringContaining(what)]);
});

test('two files that import each other are refused', async () => {
  const entry = chunk('main.js', { isEntry: true });
  const [a, b] = [chunk('a.js', { imports: ['b.js'] }), chunk('b.js', { imports: ['a.js', 'c.js'] })];
  expect(await check([entry, a, b, chunk('c.js')])).toEqual([
    expect.stringContaining('a.js is imported by what it imports'),
    expect.stringContaining('b.js is imported by what it imports'),
  ]);
  expect(await check([entry, a, { ...b, imports: ['c.js'] }, chunk('c.js')])).toEqual([]);
});

test('a module that a budget names and that is gone, and a rule that meets nothing, are refused', () => {
  const all = emptyRules([]);
  const named = all.flatMap((text) => /^(web\/\S+) is named by a budget/.exec(text)?.[1] ?? []);
  expect(named).toContain('web/features/content/lessons/reader/players/lesson-players.tsx');
  expect(named).toContain('web/shell/me-screen.tsx');
  const kinds = ['web/editor/a.ts', 'web/features/x/x-chart.tsx', 'web/features/x/admin-x-screen.tsx'];
  const packages = ['@tiptap/core', 'uqr', '@simplewebauthn/browser', 'dompurify', 'temml'];
  const ids = [...named, ...kinds, ...packages.map((name) => `node_modules/${name}/index.js`)].map((id) => `/p/${id}`);
  const without = (id: string) => emptyRules([chunk('a.js', { moduleIds: ids.filter((one) => !one.endsWith(id)) })]);
  expect(without('nothing')).toEqual([]);
  expect(without('web/features/study/dashboards/home-sections.tsx')).toEqual([
    'web/features/study/dashboards/home-sections.tsx is named by a budget and is no module of the build.',
  ]);
  expect(without('temml/index.js')).toEqual([expect.stringContaining('The rule for what makes formulas meets no')]);
});
