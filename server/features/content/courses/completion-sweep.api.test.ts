import { expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { createPerson } from '#server/testing/factories.ts';
import { completeLesson, createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();

it('a sweep of one course keeps the failures of other courses recorded, and a sweep of all forgets those that are gone', async () => {
  const { db, jobs } = test.deps;
  const person = await createPerson(db, { now: test.clock.now() });
  const lesson = await createLesson(db, 'Uma aula');
  const [course, other] = [await createCourse(db, { lessons: [lesson] }), await createCourse(db)];
  await enrollStudent(db, person.id, course);
  await completeLesson(db, person.id, lesson, test.clock.now());
  await breakRows(db, 'course_completions', `r.user_id = '${person.id}'`);
  const sweep = async (data: { courseId?: number }) => {
    await jobs.send(db, 'course-completions', data);
    await jobs.drain();
    return (await db.selectFrom('failed_items').select('item').execute()).length;
  };
  expect(await sweep({})).toBe(1);
  await db.deleteFrom('users').where('id', '=', person.id).execute();
  test.clock.advance(10 * MINUTE_MS);
  expect(await sweep({ courseId: other })).toBe(1);
  expect(await sweep({})).toBe(0);
});
