import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ranking } from '#contract/exams/quiz-ranking.ts';
import type { StudentDashboard } from '#contract/study/dashboards.ts';
import type { ExamMap, ExpectedScore } from '#contract/study/exam-map.ts';
import type { Login } from '#server/features/people/accounts/first-admin.service.ts';
import { countRows, createPerson, createSession, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { loadSample } from './load.service.ts';

const test = useTestApp();
const SLOW = 120_000;
let admin: Person;
let logins: Login[];

beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  logins = await loadSample(test.deps, () => 'segredo1');
}, SLOW);

const get = async (url: string, as?: { cookie: string }) => (await test.request({ method: 'GET', url, as })).json();
const post = (url: string, as: { cookie: string }, payload?: object) =>
  test.request({ method: 'POST', url, as, ...(payload ? { payload } : {}) });
const idOf = async (username: string) =>
  (await test.deps.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
const enter = async (username: string) => {
  const id = await idOf(username);
  return { id, cookie: await createSession(test.deps.db, id, test.clock.now()) };
};

describe('the sample school', () => {
  it('has a login for each role; the class has no passwords, and no e-mail address exists', async () => {
    expect(logins.map(({ who, username }) => [who, username])).toEqual([
      ['teacher', 'professora'],
      ['student', 'rafaela'],
      ['student', 'tiago'],
    ]);
    const people = await test.deps.db
      .selectFrom('users')
      .select(['email', 'password_removed_at as removedAt'])
      .where('is_sample', '=', true)
      .execute();
    expect(people.filter(({ removedAt }) => removedAt === null)).toHaveLength(3);
    expect(people.length).toBeGreaterThan(43);
    expect(people.every(({ email }) => email.endsWith('.invalid'))).toBe(true);
  });

  it('has a student with two months of study, results, mistakes, a plan and a certificate', async () => {
    const rafaela = await enter('rafaela');
    const dashboard = (await get('/api/dashboard/student', rafaela)) as StudentDashboard;
    expect(dashboard.recentQuizAttempts).toHaveLength(5);
    const results = dashboard.recentQuizAttempts.map(({ passed }) => passed);
    expect(results).toContain(true);
    expect(results).toContain(false);
    expect(await get('/api/certificates', rafaela)).toMatchObject([{ courseTitle: 'Português sem decoreba' }]);
    expect(await get('/api/study-plan', rafaela)).toMatchObject({ enrolled: true, exam: { daysLeft: 45 } });
    expect(await get('/api/practices', rafaela)).toHaveLength(6);
    const days = await test.deps.db.selectFrom('study_days').select('day').where('user_id', '=', rafaela.id).execute();
    expect(days.length).toBeGreaterThan(40);
  });

  it('has an exam with a syllabus, and the student a map with colour, an expected score and a next step', async () => {
    const rafaela = await enter('rafaela');
    const score: ExpectedScore = await get('/api/expected-score', rafaela);
    expect(score).toMatchObject({ enough: true, of: expect.closeTo(60), passMark: 36 });
    // Her other mock exams repeat questions, or ask topics of which too little was known before them.
    expect(score.checks).toEqual([]);
    const map: ExamMap = await get(`/api/exams/${score.examId}/map`, rafaela);
    const topics = map.subjects.flatMap((subject) => subject.topics);
    expect(map.subjects.every(({ mastery }) => mastery !== null)).toBe(true);
    expect(topics.filter(({ mastery }) => mastery !== null).length).toBeGreaterThan(4);
    expect(topics.filter(({ lessons }) => lessons > 0)).toHaveLength(16);
    expect(topics.every(({ available, lessons }) => available + lessons > 0)).toBe(true);
    expect((await get('/api/next-step', rafaela)).step).toMatchObject({ minutes: expect.any(Number) });
  });

  it('has a brand-new student, who has done nothing yet', async () => {
    const tiago = await enter('tiago');
    expect(await get('/api/my-enrollments', tiago)).toEqual([]);
    expect(await get('/api/lesson-progress', tiago)).toEqual([]);
  });

  it('has a teacher with five courses, a draft of each kind and statistics worth reading', async () => {
    const teacher = await enter('professora');
    const courses: { title: string; isPublished: boolean; ratingCount: number; id: number }[] = await get(
      '/api/courses?mine=true',
      teacher,
    );
    expect(courses.filter(({ isPublished }) => isPublished)).toHaveLength(5);
    expect(courses.filter(({ isPublished }) => !isPublished)).toHaveLength(1);
    for (const course of courses.filter(({ isPublished }) => isPublished)) {
      expect(course.ratingCount).toBeGreaterThan(1);
      const { items } = await get(`/api/courses/${course.id}`, teacher);
      expect(items.at(-1).kind).toBe('quiz');
    }
    const quizzes: { id: number; title: string; isPublished: boolean }[] = await get('/api/teacher/quizzes', teacher);
    expect(quizzes.filter(({ isPublished }) => !isPublished)).toHaveLength(2);
    const first = quizzes.find(({ title }) => title.startsWith('Simulado 1'));
    const statistics = await get(`/api/teacher/quizzes/${first?.id}/statistics`, teacher);
    expect(statistics.students).toBeGreaterThan(30);
    expect(statistics.averagePercent).toBeGreaterThan(40);
    expect(statistics.averagePercent).toBeLessThan(85);
    const warned = statistics.questions.filter(({ suspicions }: { suspicions: string[] }) =>
      suspicions.includes('negative_discrimination'),
    );
    expect(warned).toHaveLength(1);
  });

  it('has a weekly simulado: last Saturday’s with its ranking, and the next one with hidden items', async () => {
    const rafaela = await enter('rafaela');
    const { windows } = await get('/api/quiz-windows', rafaela);
    expect(windows).toMatchObject([
      { title: 'Simulado semanal 2', questionCount: 10, isTrueFalse: true, confirmed: 12, isConfirmed: false },
    ]);
    expect(Date.parse(windows[0].closesAt)).toBeGreaterThan(test.clock.now().getTime());
    const [over] = (await get('/api/quizzes?filter=trueFalse', rafaela)).filter(
      ({ title }: { title: string }) => title === 'Simulado semanal 1',
    );
    expect(over).toMatchObject({ window: null, attemptCount: 1, best: { score: 8, passed: true } });
    const ranking: Ranking = await get(`/api/quizzes/${over.id}/ranking`, rafaela);
    expect(ranking).toMatchObject({ state: 'ready', people: 23, passLine: 5, maxPoints: 10 });
    expect(ranking.you?.position).toBeGreaterThan(1);
    expect(ranking.passed).toBeGreaterThan(2);
    expect(ranking.passed).toBeLessThan(20);
    const [attempt] = await get(`/api/quiz-attempts/${over.id}`, rafaela);
    const result = await get(`/api/attempts/${attempt.id}/result`, rafaela);
    expect(result).toMatchObject({
      points: 6,
      eliminatedBy: [],
      of: 23 - ranking.eliminated,
      position: ranking.you?.position,
    });
    expect(await get('/api/notifications', rafaela)).toContainEqual(
      expect.objectContaining({ title: 'Saiu o resultado de "Simulado semanal 1"' }),
    );
    expect((await get(`/api/quizzes/${windows[0].quizId}`, rafaela)).questions).toEqual([]);
    const { sources } = await get('/api/practice-choices', rafaela);
    const weekly = sources.find(({ name }: { name: string }) => name.includes('semanal'));
    expect(weekly?.count ?? 0).toBeLessThanOrEqual(10);
  });

  it('has an admin with a queue of a dozen payments, rejections and refunds, and takes no seat', async () => {
    const queue: { status: string; proofs: { type: string; url: string; previewUrl: string | null }[] }[] = await get(
      '/api/admin/payments',
      admin,
    );
    expect(queue.map(({ status }) => status)).toEqual([...Array(9).fill('analyzing'), ...Array(3).fill('pending')]);
    const proofs = queue.flatMap((payment) => payment.proofs);
    expect(new Set(proofs.map(({ type }) => type))).toEqual(new Set(['image/png', 'application/pdf']));
    const picture = proofs.find(({ previewUrl }) => previewUrl);
    for (const url of [picture?.url, picture?.previewUrl]) {
      const file = await test.request({ method: 'GET', url: url ?? '', as: admin });
      expect(file.statusCode).toBe(200);
      expect(file.rawPayload.length).toBeGreaterThan(500);
    }
    expect(await get('/api/admin/payments/decisions?decision=rejected', admin)).toHaveLength(3);
    expect((await get('/api/admin/payments/decisions?decision=approved', admin)).length).toBeGreaterThan(12);
    expect(await get('/api/admin/payments/refunds?state=due', admin)).toHaveLength(1);
    expect(await get('/api/admin/payments/refunds?state=done', admin)).toHaveLength(1);
    const offers = await test.deps.db.selectFrom('offers').select('places_taken').execute();
    expect(offers).toEqual([{ places_taken: 0 }]);
    const rafaela = logins.find(({ username }) => username === 'rafaela');
    const payload = { username: rafaela?.username, password: rafaela?.password };
    const login = await test.request({ method: 'POST', url: '/api/login', payload });
    expect(login.statusCode).toBe(200);
  });

  it('has a funnel that narrows from step to step', async () => {
    const { funnel } = await get('/api/admin/home', admin);
    expect(funnel.visits).toBeGreaterThan(funnel.registered * 5);
    expect(funnel.registered).toBeGreaterThan(funnel.sentProof);
    expect(funnel.sentProof).toBeGreaterThanOrEqual(funnel.approved);
    expect(funnel.approved).toBeGreaterThan(0);
  });

  it('has only past dates, except those of exams, and has sent no e-mail', async () => {
    const now = test.clock.now();
    const { rows } = await sql<{ last: Date }>`
      SELECT max(at) AS last FROM (
        SELECT max(closed_at) AS at FROM attempts UNION ALL SELECT max(completed_at) FROM lesson_progress
        UNION ALL SELECT max(enrolled_at) FROM enrollments UNION ALL SELECT max(rated_at) FROM course_ratings
        UNION ALL SELECT max(issued_at) FROM certificates UNION ALL SELECT max(created_at) FROM notifications
        UNION ALL SELECT max(at) FROM audit_events) AS moments`.execute(test.deps.db);
    expect(rows[0]?.last.getTime()).toBeLessThanOrEqual(now.getTime());
    const early = await sql`SELECT FROM attempts JOIN users ON users.id = attempts.user_id
      WHERE attempts.started_at < users.created_at`.execute(test.deps.db);
    expect(early.rows).toEqual([]);
    expect((await get('/api/exams', admin)).map(({ daysLeft }: { daysLeft: number }) => daysLeft)).toEqual([
      45, 120, 200,
    ]);
    const jobs =
      await sql`SELECT name FROM pgboss.job WHERE name IN ('mail', 'notification_mails', 'notification_digest')`;
    expect((await jobs.execute(test.deps.db)).rows).toEqual([]);
  });

  it('is loaded once, and a second load changes nothing', async () => {
    const before = await countRows(test.deps.db, 'attempts');
    expect(await loadSample(test.deps, () => 'outra')).toEqual([]);
    expect(await countRows(test.deps.db, 'attempts')).toBe(before);
  });
});

it(
  'an interrupted load is repeated from scratch, whatever was marked as sample before',
  async () => {
    const { db } = test.deps;
    await db.updateTable('sample_school').set({ loaded_at: null }).execute();
    for (const table of ['lessons', 'quizzes', 'questions', 'courses', 'exams'] as const) {
      await db.updateTable(table).set({ is_sample: false }).execute();
    }
    expect(await loadSample(test.deps, () => 'segredo1')).toHaveLength(3);
    expect(await countRows(db, 'courses')).toBe(6);
    expect(await countRows(db, 'exams')).toBe(3);
    const people = await db.selectFrom('users').select('id').where('username', 'like', '%ana.beatriz%').execute();
    expect(people).toHaveLength(1);
  },
  SLOW,
);

describe('removing the sample school', () => {
  const remove = async () => (await post('/api/admin/system/sample/remove', admin)).json();

  it('keeps what real people use or changed, reports it, and deletes everything else', async () => {
    const real = await createPerson(test.deps.db, { now: test.clock.now() });
    const rafaela = await enter('rafaela');
    const courses: { id: number; title: string }[] = await get('/api/courses', real);
    const followed = courses.find(({ title }) => title === 'História do Brasil República');
    expect((await post(`/api/courses/${followed?.id}/enrollment`, real)).statusCode).toBe(201);
    test.clock.advance(60_000);
    const lessons: { id: number; title: string }[] = await get('/api/articles', admin);
    const edited = lessons.find(({ title }) => title.startsWith('Crase'));
    const lesson = await get(`/api/articles/${edited?.id}`, admin);
    const change = { title: 'Crase: o que a casa ensina', content: lesson.content, subjectId: lesson.subjectId };
    const saved = await test.request({
      method: 'PUT',
      url: `/api/articles/${edited?.id}`,
      payload: { ...change, version: lesson.version },
      as: admin,
    });
    expect(saved.statusCode).toBe(200);
    expect(await get('/api/admin/system/sample', admin)).toMatchObject({
      sample: { courses: 6, exams: 3, quizzes: 7 },
    });

    const [first] = await get('/api/admin/payments', admin);
    const approved = await post('/api/admin/payments/approve', admin, { paymentCode: first.paymentCode });
    expect(approved.statusCode).toBe(200);
    expect(await get('/api/notifications', admin)).not.toEqual([]);

    // Real visits to the landing page on a day of the sample.
    await sql`UPDATE visit_days SET visits = visits + 3 WHERE day = (SELECT max(day) FROM visit_days)`.execute(
      test.deps.db,
    );
    const result = await remove();
    expect((await get('/api/admin/home', admin)).funnel.visits).toBe(3);
    expect(result).toMatchObject({
      people: { kept: 0 },
      courses: { removed: 5, kept: 1 },
      lessons: { kept: 4 },
      quizzes: { removed: 6, kept: 1 },
      questions: { kept: 10 },
      exams: { removed: 3, kept: 0 },
    });
    expect(result.people.removed).toBeGreaterThan(43);
    expect(await get('/api/admin/system/sample', admin)).toEqual({ sample: null });
    expect(await get('/api/my-enrollments', real)).toMatchObject([
      { course: { title: 'História do Brasil República' } },
    ]);
    expect((await test.request({ method: 'GET', url: '/api/auth/user', as: rafaela })).statusCode).toBe(401);
    for (const table of [
      'attempts',
      'quiz_windows',
      'quiz_presences',
      'quiz_rankings',
      'ranking_entries',
      'certificates',
      'course_ratings',
      'study_days',
      'payments',
      'payment_proofs',
    ] as const) {
      expect([table, await countRows(test.deps.db, table)]).toEqual([table, 0]);
    }
    expect(await get('/api/notifications', admin)).toEqual([]);
    expect(await test.deps.db.selectFrom('offers').select('places_taken').execute()).toEqual([{ places_taken: 0 }]);
    const left = await sql<{ role: string }>`SELECT role FROM users ORDER BY role`.execute(test.deps.db);
    expect(left.rows).toEqual([{ role: 'admin' }, { role: 'student' }]);
    await expect.poll(async () => (await get('/api/articles', real)).length).toBe(4);
    const events = test.deps.db.selectFrom('audit_events').select('actor_id').where('action', '=', 'sample.removed');
    expect(await events.execute()).toEqual([{ actor_id: admin.id }]);
  });

  it('a second time removes nothing, and no start loads it again', async () => {
    expect(await remove()).toMatchObject({ people: { removed: 0, kept: 0 }, courses: { removed: 0, kept: 0 } });
    expect(await loadSample(test.deps, () => 'outra')).toEqual([]);
    expect(await countRows(test.deps.db, 'courses')).toBe(1);
  });
});
