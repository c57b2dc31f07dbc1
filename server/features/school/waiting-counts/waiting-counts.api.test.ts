import { beforeAll, expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { Role } from '#contract/platform/users.ts';
import type { WaitingCounts } from '#contract/school/waiting-counts.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { essayClient, essayOf, fullPoints } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { proofClient } from '#server/testing/proofs.ts';
import { receiptPdf } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { upload } = proofClient(test);
const { call, publishTheme, deliver } = essayClient(test);
const people = {} as Record<Role, Person>;

const countsOf = async (role: Role) => (await call(people[role], 'GET', '/api/waiting')).json<WaitingCounts>();
const lengthOf = async (role: Role, url: string) =>
  Number((await call(people[role], 'GET', url)).headers['x-total-count']);

beforeAll(async () => {
  const { db } = test.deps;
  for (const role of ['student', 'teacher', 'secretary', 'admin'] as const)
    people[role] = await createPerson(db, { role });
});

it('students get no counts, and each role only those of lists that it may open', async () => {
  const nobody = {
    essays: null,
    reports: null,
    doubts: null,
    comments: null,
    proofs: null,
    bank: null,
    teachers: null,
    examTime: null,
  };
  expect(await countsOf('student')).toEqual(nobody);
  expect(await countsOf('teacher')).toEqual({ ...nobody, essays: 0, reports: 0, doubts: 0, comments: 0 });
  expect(await countsOf('secretary')).toEqual({ ...nobody, proofs: 0, bank: 0, teachers: 0, examTime: 0 });
  expect(await countsOf('admin')).toEqual({
    essays: 0,
    reports: 0,
    doubts: 0,
    comments: 0,
    proofs: 0,
    bank: 0,
    teachers: 0,
    examTime: 0,
  });
});

it('the count of essays has the reviews that this person may decide', async () => {
  const { teacher, student, admin } = people;
  const essay = await deliver(student, await publishTheme(teacher), essayOf(25));
  await call(teacher, 'POST', `/api/teacher/essays/${essay.id}/lease`);
  const correction = { ...emptyCorrection, points: fullPoints };
  await call(teacher, 'POST', `/api/teacher/essays/${essay.id}/return`, { correction, revision: 1 });
  expect([(await countsOf('teacher')).essays, (await countsOf('admin')).essays]).toEqual([0, 0]);
  await call(student, 'POST', `/api/essays/${essay.id}/review`, { reason: 'Tema.' });
  expect([(await countsOf('teacher')).essays, (await countsOf('admin')).essays]).toEqual([0, 1]);
  const decision = { points: fullPoints, languageErrors: 0, zeroReasonKeys: [], scoreBefore: 16.1, answer: 'Fica.' };
  await call(admin, 'POST', `/api/teacher/essays/${essay.id}/review`, decision);
  expect((await countsOf('admin')).essays).toBe(0);
});

it('each count equals the length of the list that its entry opens', async () => {
  const { db } = test.deps;
  const { student, teacher } = people;
  // The second author's doubt and report are in an administrator's lists and not in this teacher's.
  const other = await createPerson(db, { role: 'teacher' });
  for (const [author, topic] of [
    [teacher, 'Crase'],
    [other, 'Pronomes'],
  ] as const) {
    const question = await createBankQuestion(test, author, { topic });
    const { id } = (await call(student, 'POST', '/api/practices', { kind: 'free', topic })).json();
    const answer = { questionId: question.id, optionId: question.wrong };
    await call(student, 'POST', `/api/practices/${id}/answers`, answer);
    const about = `/api/answered-questions/${question.id}`;
    await call(student, 'POST', `${about}/doubts`, { body: 'Por quê?' });
    await call(student, 'POST', `${about}/report`, { reason: 'key', note: 'É a C.' });
  }
  // One doubt more than reports, so that the two counts cannot stand for each other.
  const classmate = await createPerson(db);
  const asked = await createBankQuestion(test, teacher, { topic: 'Regência' });
  const { id } = (await call(classmate, 'POST', '/api/practices', { kind: 'free', topic: 'Regência' })).json();
  await call(classmate, 'POST', `/api/practices/${id}/answers`, { questionId: asked.id, optionId: asked.wrong });
  await call(classmate, 'POST', `/api/answered-questions/${asked.id}/doubts`, { body: 'E por quê?' });
  await deliver(student, await publishTheme(teacher), essayOf(25));
  await createPerson(db, { role: 'teacher', status: 'pending' });
  // An order without a proof waits for its student, not for the office.
  await createPerson(db, { status: 'pending', payment: 'pending' });
  const sent = await createPerson(db, { status: 'pending', payment: 'pending' });
  expect((await upload(sent.paymentCode, receiptPdf())).statusCode).toBe(200);

  const request = await multipartForm({ text: 'Preciso de tempo a mais.' });
  await test.request({ method: 'POST', url: '/api/exam-time/request', as: student, ...request });

  expect(await countsOf('teacher')).toMatchObject({ essays: 1, reports: 1, doubts: 2 });
  expect(await countsOf('admin')).toEqual({
    essays: 1,
    reports: 2,
    doubts: 3,
    comments: 0,
    proofs: 1,
    bank: 0,
    teachers: 1,
    examTime: 1,
  });
  for (const role of ['teacher', 'admin'] as const) {
    const counts = await countsOf(role);
    expect(await lengthOf(role, '/api/teacher/doubts')).toBe(counts.doubts);
    expect(await lengthOf(role, '/api/teacher/question-reports')).toBe(counts.reports);
  }
  expect(await lengthOf('admin', '/api/admin/payments?proof=with')).toBe(1);
  expect((await call(people.admin, 'GET', '/api/admin/exam-time-requests')).json().total).toBe(1);
  expect(await lengthOf('admin', '/api/admin/users?role=teacher&status=pending')).toBe(1);
});
