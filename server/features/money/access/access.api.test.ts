import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { notifyEndingAccess } from './access.service.ts';

const START = '2026-11-15T12:00:00.000Z';
const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);

let admin: Person;
beforeAll(async () => {
  admin = await desk.admin();
});

const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });
const post = (as: Person, url: string, payload: object = {}) => test.request({ method: 'POST', url, as, payload });
const access = async (as: Person) => (await get(as, '/api/my-access')).json();

async function addExam(date: string, name = 'Soldado PM') {
  const payload = { name, organisation: 'PM', date };
  return (await post(admin, '/api/admin/exams', payload)).json() as { id: number; version: number };
}

const moveExam = (exam: { id: number }, date: string, version = 1) =>
  test.request({
    method: 'PUT',
    url: `/api/admin/exams/${exam.id}`,
    as: admin,
    payload: { name: 'Soldado PM', organisation: 'PM', date, link: null, version },
  });

/** A student whose order is approved now; with a session, as after the login. */
async function approvedStudent(): Promise<Person> {
  const student = await desk.student();
  expect((await desk.approve(admin, student.paymentCode)).statusCode).toBe(200);
  return student;
}

/** Sessions last thirty days: a student who returns after the end of access has logged in again. */
async function at(moment: string, work: () => Promise<void>) {
  test.clock.set(moment);
  await test.deps.db
    .updateTable('sessions')
    .set({ expires_at: new Date('2100-01-01') })
    .execute();
  try {
    await work();
  } finally {
    test.clock.set(START);
  }
}

describe('how long access lasts', () => {
  it('is twelve months from the approval for a student who follows no exam', async () => {
    const student = await approvedStudent();
    expect(await access(student)).toEqual({
      active: true,
      endsOn: '2027-11-15',
      rule: { kind: 'exam_months', count: 3, until: null },
      exam: null,
      courses: null,
      correctionsLeft: null,
    });
  });

  it('follows the date of the followed exam when it moves, and the student is notified', async () => {
    const student = await approvedStudent();
    const exam = await addExam('2027-01-31');
    await post(student, `/api/exams/${exam.id}/follow`);
    expect(await access(student)).toMatchObject({
      // The thirtieth of April: three months after the thirty-first of January.
      endsOn: '2027-04-30',
      exam: { id: exam.id, name: 'Soldado PM', date: '2027-01-31' },
    });

    expect((await moveExam(exam, '2027-03-10')).statusCode).toBe(200);
    expect(await access(student)).toMatchObject({ endsOn: '2027-06-10', exam: { date: '2027-03-10' } });
    const [notice] = (await get(student, '/api/notifications')).json();
    expect(notice).toMatchObject({ kind: 'access_ending', title: 'Seu acesso agora vai até 10/06/2027' });
  });

  it('falls back to the offer’s own exam, and without one to twelve months, when the exam is deleted', async () => {
    const student = await approvedStudent();
    const chosen = await addExam('2027-02-28');
    const fallback = await addExam('2027-05-05', 'Oficial PM');
    await post(student, `/api/exams/${chosen.id}/follow`);
    await test.deps.db.updateTable('offers').set({ default_exam_id: fallback.id }).execute();
    expect((await access(student)).endsOn).toBe('2027-05-28');

    const gone = { method: 'DELETE', url: `/api/admin/exams/${chosen.id}`, as: admin } as const;
    expect((await test.request(gone)).statusCode).toBe(200);
    expect(await access(student)).toMatchObject({ endsOn: '2027-08-05', exam: { name: 'Oficial PM' } });
    expect((await test.request({ ...gone, url: `/api/admin/exams/${fallback.id}` })).statusCode).toBe(200);
    expect((await access(student)).endsOn).toBe('2027-11-15');
    expect((await get(student, '/api/notifications')).json().map(({ title }: { title: string }) => title)).toEqual([
      'Seu acesso agora vai até 15/11/2027',
      'Seu acesso agora vai até 05/08/2027',
      'Pagamento aprovado',
    ]);
  });

  it('is settled by the exam’s day: the next exam is another purchase, and the deleted past keeps its end', async () => {
    const student = await approvedStudent();
    const first = await addExam('2026-12-20');
    const next = await addExam('2027-10-20', 'Oficial PM');
    await post(student, `/api/exams/${first.id}/follow`);
    await at('2026-12-21T12:00:00.000Z', async () => {
      expect((await post(student, `/api/exams/${next.id}/follow`)).statusCode).toBe(200);
      expect((await access(student)).endsOn).toBe('2027-03-20');
      await test.request({ method: 'DELETE', url: `/api/admin/exams/${first.id}`, as: admin });
      expect((await access(student)).endsOn).toBe('2027-03-20');
    });
  });

  it('has no end for teachers and administrators, and does not exist for a student without a grant', async () => {
    expect(await access(admin)).toEqual({ active: true, endsOn: null, rule: null, exam: null, courses: null });
    const stranger = await createPerson(test.deps.db, { now: test.clock.now() });
    await test.deps.db.deleteFrom('access_grants').where('user_id', '=', stranger.id).execute();
    expect(await access(stranger)).toEqual({ active: false, endsOn: null, rule: null, exam: null, courses: null });
  });

  it('is given to a student whom the office activates by hand, too', async () => {
    const student = await createPerson(test.deps.db, { status: 'pending', now: test.clock.now() });
    const url = `/api/admin/users/${student.id}/status`;
    await test.request({ method: 'PATCH', url, as: admin, payload: { status: 'active' } });
    expect(await access(student)).toMatchObject({ active: true, endsOn: '2027-11-15' });
  });
});

describe('the version before, which still runs beside this one and knows no grants', () => {
  const setStatus = (id: string, status: string) =>
    test.deps.db.updateTable('users').set({ status }).where('id', '=', id).execute();
  const approveOrder = (paymentCode = '') =>
    test.deps.db
      .updateTable('payments')
      .set({ status: 'approved', decided_at: test.clock.now() })
      .where('payment_code', '=', paymentCode)
      .execute();

  it('lets students in, and they may study', async () => {
    const paying = await desk.student();
    await approveOrder(paying.paymentCode);
    await setStatus(paying.id, 'active');
    expect(await access(paying)).toMatchObject({ active: true, endsOn: '2027-11-15' });
    expect((await get(paying, '/api/my-orders')).json()).toMatchObject([
      { status: 'approved', offer: { name: 'Acesso completo' }, access: { active: true, endsOn: '2027-11-15' } },
    ]);
    const byHand = await createPerson(test.deps.db, { status: 'pending' });
    await setStatus(byHand.id, 'active');
    expect(await access(byHand)).toMatchObject({ active: true });
  });

  it('lets a student follow an exam, which is bound to their access within the hour', async () => {
    const student = await approvedStudent();
    const exam = await addExam('2027-02-10');
    const row = { user_id: student.id, exam_id: exam.id, followed_at: test.clock.now() };
    await test.deps.db.insertInto('followed_exams').values(row).execute();
    await notifyEndingAccess(test.deps);
    expect((await access(student)).endsOn).toBe('2027-05-10');
  });
});

describe('after the end', () => {
  const ended = async () => {
    const student = await approvedStudent();
    const days = { rule: 'days', rule_count: 10 };
    await test.deps.db.updateTable('access_grants').set(days).where('user_id', '=', student.id).execute();
    return student;
  };

  it('the last day counts until midnight in São Paulo, and then lessons say when it was', async () => {
    const student = await ended();
    await at('2026-11-26T02:59:59.000Z', async () => {
      expect((await get(student, '/api/articles')).statusCode).toBe(200);
    });
    await at('2026-11-26T03:00:00.000Z', async () => {
      const refused = await get(student, '/api/articles');
      expect([refused.statusCode, refused.json()]).toEqual([
        403,
        {
          code: 'access_ended',
          message: 'Seu acesso terminou em 25/11/2026.',
          endsOn: '2026-11-25',
          requestId: expect.any(String),
        },
      ]);
    });
  });

  it('what was earned stays, what is sold does not', async () => {
    const student = await ended();
    const quiz = await createTestQuiz(test.deps.db, { questions: 2 });
    await at('2026-12-01T12:00:00.000Z', async () => {
      for (const url of [
        '/api/articles',
        '/api/articles/1',
        '/api/quizzes',
        `/api/quizzes/${quiz.id}`,
        `/api/quizzes/${quiz.id}/overview`,
        `/api/quizzes/${quiz.id}/practice`,
        '/api/practice-choices',
        '/api/courses',
        '/api/courses/1',
        '/api/search?q=crase',
        '/api/mistakes',
        '/api/answered-questions/1',
        '/api/practices/1',
      ]) {
        expect([url, (await get(student, url)).json().code]).toEqual([url, 'access_ended']);
      }
      for (const [url, payload] of [
        [`/api/quizzes/${quiz.id}/start`, {}],
        [`/api/quizzes/${quiz.id}/attempts`, { score: 0, totalQuestions: 2, correctAnswers: 0, timeSpent: 1 }],
        ['/api/practices', { count: 5 }],
        ['/api/courses/1/enrollment', {}],
      ] as const) {
        expect([url, (await post(student, url, payload)).json().code]).toEqual([url, 'access_ended']);
      }
      for (const url of [
        '/api/auth/user',
        '/api/my-access',
        '/api/my-orders',
        '/api/offers',
        '/api/my-enrollments',
        '/api/dashboard/student',
        '/api/lesson-progress',
        '/api/certificates',
        '/api/notifications',
        `/api/quiz-attempts/${quiz.id}`,
      ]) {
        expect([url, (await get(student, url)).statusCode]).toEqual([url, 200]);
      }
      expect(await access(student)).toMatchObject({ active: false, endsOn: '2026-11-25' });
      expect((await get(student, '/api/dashboard/student')).json().access).toEqual({
        active: false,
        endsOn: '2026-11-25',
      });
    });
  });

  it('an open simulado is finished, and no other begun', async () => {
    const student = await ended();
    const quiz = await createTestQuiz(test.deps.db, { questions: 2 });
    await at('2026-11-26T02:50:00.000Z', async () => {
      const { id } = (await post(student, `/api/quizzes/${quiz.id}/start`)).json();
      test.clock.set('2026-11-26T03:05:00.000Z');
      expect((await get(student, `/api/quizzes/${quiz.id}/overview`)).json().openAttempt.id).toBe(id);
      expect((await get(student, `/api/quizzes/${quiz.id}`)).statusCode).toBe(200);
      expect((await post(student, `/api/quizzes/${quiz.id}/start`)).json().id).toBe(id);
      const answer = { questionId: quiz.questions[0]?.id, optionId: null, flagged: true, seq: 1 };
      expect((await post(student, `/api/attempts/${id}/answers`, { answers: [answer] })).statusCode).toBe(200);
      expect((await post(student, `/api/attempts/${id}/finish`, { answers: [] })).statusCode).toBe(200);
      expect((await post(student, `/api/quizzes/${quiz.id}/start`)).json().code).toBe('access_ended');
    });
  });
});

it('a student is notified 30, 7 and 1 day before access ends, once each by bell and by mail', async () => {
  const student = await approvedStudent();
  for (const day of ['2027-10-16', '2027-11-08', '2027-11-14']) {
    await at(`${day}T12:00:00.000Z`, async () => {
      await notifyEndingAccess(test.deps);
      await notifyEndingAccess(test.deps);
    });
  }
  await at('2027-11-14T13:00:00.000Z', async () => {
    const notices = (await get(student, '/api/notifications')).json() as { kind: string; title: string }[];
    expect(notices.filter(({ kind }) => kind === 'access_ending').map(({ title }) => title)).toEqual([
      'Seu acesso termina amanhã',
      'Seu acesso termina em 7 dias',
      'Seu acesso termina em 30 dias',
    ]);
  });
  await test.deps.jobs.drain();
  const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === student.email);
  expect(mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      'Seu acesso termina amanhã',
      'Seu acesso termina em 7 dias',
      'Seu acesso termina em 30 dias',
    ]),
  );
});
