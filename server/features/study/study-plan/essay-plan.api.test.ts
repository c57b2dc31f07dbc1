import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { StudyPlan } from '#contract/study/study-plan.ts';
import { essayClient, essayOf } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, deliver } = essayClient(test);
let admin: Person;
let exam: number;
let other: number;

const planOf = async (as: Person): Promise<StudyPlan> => (await call(as, 'GET', '/api/study-plan')).json();
const essaysOf = ({ today, days }: StudyPlan) =>
  [today, ...days].flatMap(({ day, items }) =>
    items.filter(({ kind }) => kind === 'essay').map(({ id, title }) => [day, id, title]),
  );

async function studentOf(examId: number): Promise<Person> {
  const person = await createPerson(test.deps.db, { now: test.clock.now() });
  await call(person, 'POST', `/api/exams/${examId}/follow`);
  return person;
}
async function examOn(date: string): Promise<number> {
  const made = await call(admin, 'POST', '/api/admin/exams', { name: 'Soldado PM', organisation: 'VUNESP', date });
  return made.json().id;
}

beforeEach(() => test.clock.set('2026-11-02T12:00:00.000Z'));
beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  admin = await createPerson(test.deps.db, { role: 'admin' });
  [exam, other] = [await examOn('2026-11-16'), await examOn('2026-11-16')];
});

it('an exam without an essay has none, and one that a theme names has its own themes before those of no exam', async () => {
  const person = await studentOf(exam);
  const common = await publishTheme(admin, { title: 'De todos' });
  await publishTheme(admin, { title: 'De outra', examId: other });
  expect(essaysOf(await planOf(person))).toEqual([]);

  const own = await publishTheme(admin, { title: 'Da prova', examId: exam, minutes: 50 });
  expect(essaysOf(await planOf(person))).toEqual([
    ['2026-11-02', own, 'Redação: Da prova'],
    ['2026-11-09', common, 'Redação: De todos'],
  ]);
  expect((await planOf(person)).today.items).toMatchObject([{ minutes: 50, minutesLeft: 50, done: false }]);

  // Wednesday: still asked for. Once delivered it is done, and the week asks for no other.
  test.clock.set('2026-11-04T12:00:00.000Z');
  await deliver(person, own, essayOf(20));
  expect((await planOf(person)).today.items).toMatchObject([{ kind: 'essay', id: own, done: true, minutesLeft: 0 }]);
  test.clock.set('2026-11-05T12:00:00.000Z');
  expect(essaysOf(await planOf(person))).toEqual([['2026-11-09', common, 'Redação: De todos']]);

  await call(admin, 'POST', `/api/teacher/essay-themes/${own}/close`);
  await call(admin, 'POST', `/api/teacher/essay-themes/${common}/close`);
  expect(essaysOf(await planOf(person))).toEqual([]);
});

it('an exam whose syllabus names the essay has one; "Redação oficial" is none; the next step says why', async () => {
  const theme = await publishTheme(admin, { title: 'Livre' });
  const syllabusWith = async (topic: string) => {
    const subjectId = await createSubject(test.deps.db, `Matéria ${topic}`);
    const topics = [{ topicId: null, name: topic, amount: 1 }];
    // Its exam is ninety days later: four weeks from now.
    test.clock.set('2026-09-01T12:00:00.000Z');
    const made = await createExamWithSyllabus(test, admin, [{ subjectId, name: `Matéria ${topic}`, topics }]);
    test.clock.set('2026-11-02T12:00:00.000Z');
    return made;
  };
  const official = await studentOf((await syllabusWith('Redação oficial')).id);
  expect(essaysOf(await planOf(official))).toEqual([]);
  const person = await studentOf((await syllabusWith('Prova discursiva')).id);
  expect(essaysOf(await planOf(person))).toEqual([['2026-11-02', theme, 'Redação: Livre']]);
  const { step } = (await call(person, 'GET', '/api/next-step')).json();
  expect(step).toMatchObject({
    kind: 'essay',
    target: { id: theme, title: 'Redação: Livre' },
    reason: 'sua prova tem redação: uma por semana até lá',
  });
  const { path } = (await call(person, 'POST', '/api/study-plan/feed')).json();
  expect((await test.request({ method: 'GET', url: path })).body.replaceAll('\r\n ', '')).toContain(
    `/essays/themes/${theme}`,
  );
});
