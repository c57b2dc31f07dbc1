import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Chunk } from './build-chunk.ts';
import { filesOfChunks, withNames } from './build-chunk-names.ts';

test('files of a part are its chunk and what that imports, without what the entry brings', () => {
  const chunk = (fileName: string, wishes: Partial<Chunk> = {}): Chunk => ({
    fileName,
    isEntry: false,
    imports: [],
    moduleIds: [],
    code: '',
    ...wishes,
  });
  const css = (...files: string[]) =>
    ({ importedCss: new Set(files) }) as unknown as NonNullable<Chunk['viteMetadata']>;
  const files = filesOfChunks([
    chunk('main.js', { isEntry: true, imports: ['vendor.js'], viteMetadata: css('main.css') }),
    chunk('vendor.js'),
    chunk('lesson.js', {
      moduleIds: ['/p/web/features/content/lessons/lesson-screen.tsx'],
      imports: ['vendor.js', 'text.js'],
      viteMetadata: css('lesson.css'),
    }),
    chunk('text.js', { viteMetadata: css('text.css') }),
  ]);
  expect(files['features/content/lessons/lesson-screen']).toEqual({
    file: 'lesson.js',
    scripts: ['lesson.js', 'text.js'],
    styles: ['lesson.css', 'text.css'],
  });
});

test('in the server’s build, a chunk is named after its module', () => {
  const code = "const Bell = lazyPart(() => import('#web/features/platform/notifications/bell.tsx'));";
  expect(withNames(code, '/p/web/shell/header.tsx')).toBe(
    "const Bell = lazyPart(Object.assign(() => import('#web/features/platform/notifications/bell.tsx'), { part: 'features/platform/notifications/bell' }));",
  );
  expect(withNames("const Row = lazyPart(() => import('./row.tsx'));", '/p/web/ui/table.tsx')).toContain(
    "{ part: 'ui/row' }",
  );
  expect(withNames('const plain = 1;', '/p/web/shell/header.tsx')).toBeNull();
});

test('every component that the app loads is named: of one without a name the document could not name the files', () => {
  const root = join(import.meta.dirname, '..');
  const files = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.|\/testing\//.test(file));
  let count = 0;
  for (const file of files) {
    const code = readFileSync(join(root, file), 'utf8');
    // What is taken out of a module is no component.
    const loads = code.match(/(?<!\(await )import\(\s*['"`][^'"`]+\.tsx['"`]\s*\)(?!\s*\.)/g) ?? [];
    const names = withNames(code, join(root, file))?.match(/, \{ part: '/g) ?? [];
    expect.soft(names.length, file).toBe(loads.length);
    count += names.length;
  }
  expect(count).toBeGreaterThan(100);
});
