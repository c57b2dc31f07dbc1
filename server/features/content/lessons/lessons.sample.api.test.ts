import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanLessonHtml, countWords } from '#server/html/lesson-html.ts';
import { countRows, createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { sampleLessons } from './lessons.sample.ts';
import { sampleSubjects } from './sample/sample-subjects.ts';

const test = useTestApp();

it('the sample adds five subjects with several lessons each, once', async () => {
  const teacher = await createPerson(test.deps.db, { role: 'teacher' });
  await sampleLessons(test.deps, teacher.id);
  await sampleLessons(test.deps, teacher.id);
  expect(await countRows(test.deps.db, 'subjects')).toBe(5);
  const lessons = (await test.request({ method: 'GET', url: '/api/articles', as: teacher })).json();
  expect(lessons).toHaveLength(sampleSubjects.flatMap((subject) => subject.lessons).length);
  const subjects = (await test.request({ method: 'GET', url: '/api/subjects', as: teacher })).json();
  for (const { lessonCount } of subjects) expect(lessonCount).toBeGreaterThanOrEqual(3);
});

it.each(sampleSubjects.flatMap((subject) => subject.lessons))(
  '$title is a whole lesson that nothing is cut from',
  async ({ file }) => {
    const html = (await readFile(join(import.meta.dirname, 'sample', file), 'utf8')).replaceAll('\n', '');
    const clean = cleanLessonHtml(html);
    expect(clean.html).toBe(html);
    expect(countWords(clean.text)).toBeGreaterThan(230);
  },
);
