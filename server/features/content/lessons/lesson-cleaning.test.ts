import { expect, test } from 'vitest';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';
import { cleanLesson } from './lesson-cleaning.service.ts';

test('a very long text is cleaned alike in its thread', async () => {
  const html = `<p onclick=x>${'palavra '.repeat(20_000)}</p>`;
  expect(await cleanLesson(html, 'ana')).toEqual(cleanLessonHtml(html));
});
