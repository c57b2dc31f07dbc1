import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import type { ExamMap } from '#contract/study/exam-map.ts';
import type { FirstDay } from '#contract/study/first-day.ts';
import type { Practice } from '#contract/study/practice.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let examId: number;
let kept: number[];

const call = async (as: Person, method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};
const firstDay = (as: Person): Promise<FirstDay> => call(as, 'GET', '/api/first-day');
const isAsked = async (as: Person) =>
  ((await call(as, 'GET', '/api/dashboard/student')) as StudentDashboard).isFirstDay;
const newcomer = () => createPerson(test.deps.db, { now: test.clock.now() });

beforeAll(async () => {
  test.clock.set('2026-11-02T12:00:00.000Z');
  admin = await createPerson(test.deps.db, { role: 'admin' });
  const subjects = [];
  for (const name of ['Português', 'Direito', 'História']) subjects.push(await createSubject(test.deps.db, name));
  for (const subjectId of subjects) {
    for (const topic of ['Um', 'Dois']) {
      for (let at = 0; at < 3; at += 1) await createBankQuestion(test, admin, { subjectId, topic });
    }
  }
  const own = [];
  for (let at = 0; at < 4; at += 1)
    own.push(await createBankQuestion(test, admin, { subjectId: subjects[0] ?? 0, topic: 'Um' }));
  kept = own.map(({ id }) => id);
  await publishComposed(test, admin, { questionIds: kept });
  const exam = await createExamWithSyllabus(
    test,
    admin,
    subjects.map((subjectId, at) => ({
      subjectId,
      name: ['Português', 'Direito', 'História'][at] ?? '',
      topics: [
        { topicId: null, name: 'Um', amount: 6 },
        { topicId: null, name: 'Dois', amount: 4 },
      ],
    })),
  );
  examId = exam.id;
});

describe('the start test', () => {
  it('asks of every subject of the exam, nothing that a simulado holds, and is the same however often it is begun', async () => {
    const person = await newcomer();
    await call(person, 'POST', `/api/exams/${examId}/follow`);
    const before = await firstDay(person);
    expect(before).toEqual({
      test: { practiceId: null, questions: 10, answered: 0 },
      syllabusMinutes: expect.any(Number),
    });
    const begun = await Promise.all([1, 2, 3].map(() => call(person, 'POST', '/api/first-day/test')));
    expect(new Set(begun.map(({ practiceId }) => practiceId)).size).toBe(1);
    const practice: Practice = await call(person, 'GET', `/api/practices/${begun[0].practiceId}`);
    expect(practice).toMatchObject({ kind: 'start', title: 'Teste de partida', total: 10 });
    expect(new Set(practice.questions.map(({ subject }) => subject)).size).toBe(3);
    expect(practice.questions.filter(({ id }) => kept.includes(id))).toEqual([]);
  });

  it('teaches the map, goes on where it was left, and ends the first day', async () => {
    const person = await newcomer();
    await call(person, 'POST', `/api/exams/${examId}/follow`);
    expect(await isAsked(person)).toBe(true);
    const { practiceId } = await call(person, 'POST', '/api/first-day/test');
    const { questions }: Practice = await call(person, 'GET', `/api/practices/${practiceId}`);
    const answer = (at: number) =>
      call(person, 'POST', `/api/practices/${practiceId}/answers`, {
        questionId: questions[at]?.id,
        optionId: questions[at]?.options[0]?.id,
      });
    await answer(0);
    expect(await isAsked(person)).toBe(true);
    expect((await firstDay(person)).test).toEqual({ practiceId, questions: 10, answered: 1 });
    for (let at = 1; at < questions.length; at += 1) await answer(at);
    expect(await isAsked(person)).toBe(false);
    const map: ExamMap = await call(person, 'GET', `/api/exams/${examId}/map`);
    expect(map.seenTopics).toBe(6);
    const topics = map.subjects.flatMap((subject) => subject.topics);
    expect(topics.reduce((sum, { answers }) => sum + answers, 0)).toBe(10);
  });

  it('shows no comment, count of comments or doubt of a question that it has not asked yet', async () => {
    const [person, earlier] = [await newcomer(), await newcomer()];
    const { practiceId } = await call(person, 'POST', '/api/first-day/test');
    const { questions }: Practice = await call(person, 'GET', `/api/practices/${practiceId}`);
    const [asked, other] = questions;
    // Another student has answered both, and says which option is right.
    const theirs = await call(earlier, 'POST', '/api/first-day/test');
    for (const one of [asked, other]) {
      const answer = { questionId: one?.id, optionId: one?.options[0]?.id };
      await call(earlier, 'POST', `/api/practices/${theirs.practiceId}/answers`, answer);
      const comment = { body: 'A certa é a segunda.', creationKey: randomUUID() };
      await call(earlier, 'POST', `/api/answered-questions/${one?.id}/comments`, comment);
    }
    const answer = { questionId: asked?.id, optionId: asked?.options[0]?.id };
    await call(person, 'POST', `/api/practices/${practiceId}/answers`, answer);
    for (const what of ['comments', 'comment-count', 'doubts']) {
      const url = `/api/answered-questions/${other?.id}/${what}`;
      const refused = await test.request({ method: 'GET', url, as: person });
      expect(refused.statusCode, url).toBe(404);
      expect(refused.body).not.toContain('segunda');
    }
  });

  it('is of every subject alike without an exam', async () => {
    const person = await newcomer();
    const { test: offered, syllabusMinutes } = await firstDay(person);
    expect(offered).toMatchObject({ questions: 10 });
    expect(syllabusMinutes).toBeNull();
  });
});

it('who leaves the first day is not asked again, on no device', async () => {
  const person = await newcomer();
  expect(await isAsked(person)).toBe(true);
  await call(person, 'POST', '/api/first-day/end');
  await call(person, 'POST', '/api/first-day/end');
  expect(await isAsked(person)).toBe(false);
});

it('a school with too few questions has no test', async () => {
  const person = await newcomer();
  await test.deps.db.updateTable('questions').set({ status: 'outdated', status_reason: 'x' }).execute();
  expect((await firstDay(person)).test).toBeNull();
  const refused = await test.request({ method: 'POST', url: '/api/first-day/test', as: person });
  expect(refused.json().code).toBe('nothing_to_practise');
});
