import { expect, test } from 'vitest';
import { cleanLessonHtml } from '#server/html/lesson-html.ts';
import { cleanLesson } from './lesson-cleaning.service.ts';

test('a very long text is cleaned alike in its thread', async () => {
  const html = `<p onclick=x>${'palavra '.repeat(20_000)}</p>`;
  expect(await cleanLesson(html, 'ana')).toEqual(cleanLessonHtml(html));
});

test('a lesson of a megabyte that grows while it is cleaned ends or is refused, and the next one is cleaned', async () => {
  const deep = `${'<div><b><i><span style="color:red">'.repeat(25_000)}x`;
  const outcome = await cleanLesson(deep, 'ana').then(
    () => 'cleaned',
    (error: { code: string }) => error.code,
  );
  expect(['cleaned', 'bad_request']).toContain(outcome);
  const next = await cleanLesson(`<p>${'palavra '.repeat(2000)}</p>`, 'ana');
  expect(next.html).toContain('palavra');
});
