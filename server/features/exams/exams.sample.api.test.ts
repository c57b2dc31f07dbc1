import { expect, it } from 'vitest';
import type { Exam } from '../../../contract/exams.ts';
import type { Notification } from '../../../contract/notifications.ts';
import type { StudyPlan } from '../../../contract/study-plan.ts';
import { loadSample } from '../../sample.ts';
import { createSession } from '../../testing/factories.ts';
import { useTestApp } from '../../testing/test-app.ts';

const test = useTestApp();

it('gives the sample student an exam, a plan that leads to it and news, once', async () => {
  await loadSample(test.deps, () => 'segredo1');
  const { db } = test.deps;
  const { id } = await db.selectFrom('users').select('id').where('username', '=', 'rafaela').executeTakeFirstOrThrow();
  const student = { id, cookie: await createSession(db, id, test.clock.now()) };
  const get = async (url: string) => (await test.request({ method: 'GET', url, as: student })).json();

  const exams = (await get('/api/exams')) as Exam[];
  expect(exams.map(({ daysLeft, followed }) => [daysLeft, followed])).toEqual([
    [45, true],
    [120, false],
    [200, false],
  ]);
  const plan = (await get('/api/study-plan')) as StudyPlan;
  expect(plan).toMatchObject({ enrolled: true, exam: { daysLeft: 45 }, leftOver: { items: 0 } });
  expect(plan.today.items.length).toBeGreaterThan(0);
  const news = (await get('/api/notifications')) as Notification[];
  expect(news.length).toBeGreaterThan(0);
  expect(new Set(news.map(({ kind }) => kind))).toEqual(new Set(['new_content']));

  // The student changes their mind; the next start leaves it so.
  await test.request({ method: 'POST', url: `/api/exams/${exams[1]?.id}/follow`, as: student });
  test.clock.advance(10 * 24 * 60 * 60_000);
  await loadSample(test.deps, () => 'segredo1');
  const later = (await get('/api/exams')) as Exam[];
  expect(later.map(({ daysLeft, followed }) => [daysLeft, followed])).toEqual([
    [35, false],
    [110, true],
    [190, false],
  ]);
  expect(await get('/api/notifications')).toHaveLength(news.length);
}, 60_000);
