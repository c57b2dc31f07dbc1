import { expect, test } from 'vitest';
import type { User } from '#contract/platform/users.ts';
import { documentOf } from './documents.ts';

const shell = '<head><title>Escola</title></head><body><div id="root"></div></body>';
const user = { firstName: 'Ana' } as User;
const files = {
  'features/content/lessons/lesson-screen': {
    file: 'assets/lesson.js',
    scripts: ['assets/lesson.js', 'assets/text.js'],
    styles: ['assets/lesson.css'],
  },
  'shell/second-line': { file: 'assets/line.js', scripts: ['assets/text.js'], styles: [] },
};

test('a document has the screen in its root, links each file once, and contains the answers as data', () => {
  const html = documentOf(
    shell,
    {
      html: '<main>Crase</main>',
      title: 'Crase · Escola',
      user,
      answers: [[['lessons', 'one', 1], { title: 'Crase' }]],
      parts: ['shell/second-line', 'features/content/lessons/lesson-screen', 'not/built'],
      at: 0,
      isLasting: true,
      readsSearch: false,
    },
    { files, sheets: {} },
  );
  expect(html).toContain('<title>Crase · Escola</title>');
  expect(html).toContain('<div id="root"><main>Crase</main></div>');
  expect(html.match(/modulepreload[^>]*text\.js/g)).toHaveLength(1);
  expect(html).toContain('<link rel="stylesheet" crossorigin href="/assets/lesson.css">');
  const data = /id="first-screen">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toEqual({
    user,
    answers: [[['lessons', 'one', 1], { title: 'Crase' }]],
    at: 0,
    files: ['line.js', 'lesson.js'],
  });
});

test('user content cannot end the data or the title, and is not read as a replacement pattern', () => {
  const written = "</script><script>alert(1)</script><!-- $& $' $1";
  const html = documentOf(
    shell,
    {
      html: `<p>${'$&'}</p>`,
      title: `<b>${written}`,
      user,
      answers: [[['x'], written]],
      parts: [],
      at: 0,
      isLasting: true,
      readsSearch: false,
    },
    { files, sheets: {} },
  );
  expect(html).not.toContain('<script>alert');
  expect(html).toContain('<div id="root"><p>$&</p></div>');
  const data = /id="first-screen">(.*?)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data).answers).toEqual([[['x'], written]]);
});
