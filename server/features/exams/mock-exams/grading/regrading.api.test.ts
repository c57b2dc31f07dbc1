import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { plainRules } from '#contract/exams/exam-rules.ts';
import { REGRADE_AT_ONCE_MAX } from '#contract/limits.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { runRegrading } from './regrading.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const COUNT = REGRADE_AT_ONCE_MAX + 600;
let ana: Person;
let quizId: number;
let questions: Awaited<ReturnType<typeof createBankQuestion>>[];
let student: Person;

const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, as: Person, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${url}: ${reply.body}`);
  return reply.json();
};

/** One attempt made through the API and COUNT copies of it; every second copy answers the question correctly. */
beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  student = await createPerson(test.deps.db);
  questions = [await createBankQuestion(test, ana), await createBankQuestion(test, ana)];
  quizId = (await publishComposed(test, ana, { questionIds: questions.map(({ id }) => id) }, { passingScore: 100 })).id;
  const [one, two] = questions;
  const taken = await takeQuiz(
    test,
    student,
    quizId,
    new Map([
      [one?.id ?? 0, one?.wrong ?? 0],
      [two?.id ?? 0, two?.right ?? 0],
    ]),
  );
  await sql`
    WITH copies AS (
      INSERT INTO attempts (quiz_id, quiz_version_id, user_id, is_direct, is_preview, started_at, deadline_at, closed_at,
                            closed_by, total_questions, correct_answers, score, passed, passing_score, time_spent)
      SELECT quiz_id, quiz_version_id, NULL, false, false, started_at, deadline_at, closed_at, closed_by, 2,
             1 + n % 2, 5 * (1 + n % 2), n % 2 = 1, passing_score, n
      FROM attempts CROSS JOIN generate_series(1, ${COUNT}) AS n WHERE id = ${taken.id}
      RETURNING id, time_spent AS n
    )
    INSERT INTO attempt_questions (attempt_id, question_id, question_version_id, position, option_id, seq)
    SELECT copies.id, q.question_id, q.question_version_id, q.position,
           CASE WHEN q.question_id = ${one?.id} AND n % 2 = 1 THEN ${one?.right}::int ELSE q.option_id END, 1
    FROM copies CROSS JOIN attempt_questions q WHERE q.attempt_id = ${taken.id}`.execute(test.deps.db);
});

const results = async () =>
  (await sql`SELECT id, correct_answers, score, passed, key_known FROM attempts ORDER BY id`.execute(test.deps.db))
    .rows;
const url = () => `/api/teacher/questions/${questions[0]?.id}/annulment`;
const watched = async () => (await call('GET', `/api/teacher/questions/${questions[0]?.id}/regrading`, ana)).regrading;

describe('annulling a question of very many attempts', () => {
  it('is a job with progress, and undone everything is as it was', async () => {
    const before = await results();
    expect(await call('GET', url(), ana)).toMatchObject({ isCounted: false, attempts: COUNT + 1, regrading: null });
    const begun = await call('POST', url(), ana, { reason: 'Duas certas' });
    expect(begun).toMatchObject({ isCounted: false, regrading: { total: COUNT + 1, done: 0, finishedAt: null } });
    // Asked twice it is the same job.
    expect((await call('POST', url(), ana, { reason: 'Duas certas' })).regrading.id).toBe(begun.regrading.id);
    await test.deps.jobs.drain();
    const changed = COUNT / 2 + 1;
    expect(await watched()).toMatchObject({
      done: COUNT + 1,
      changed,
      passGained: changed,
      finishedAt: expect.any(String),
    });
    expect((await results()).every((row) => (row as { passed: boolean }).passed)).toBe(true);
    const { items = [] } = await call('GET', '/api/notifications', student).then((told) => ({ items: told }));
    expect(JSON.stringify(items)).toContain('Questão anulada');
    await call('DELETE', url(), ana);
    await test.deps.jobs.drain();
    expect(await watched()).toMatchObject({ isAnnulled: false, passLost: changed });
    expect(await results()).toEqual(before);
  });

  it('taken back half way it leaves nothing behind, and a job that runs twice counts once', async () => {
    const before = await results();
    const { regrading } = await call('POST', url(), ana, { reason: 'Duas certas' });
    const undone = await call('DELETE', url(), ana);
    // The first job comes too late, the second runs twice.
    await runRegrading(test.deps, regrading.id);
    await runRegrading(test.deps, undone.regrading.id);
    await runRegrading(test.deps, undone.regrading.id);
    expect(await watched()).toMatchObject({ isAnnulled: false, done: COUNT + 1, changed: 0 });
    expect(await results()).toEqual(before);
    await test.deps.jobs.drain();
    expect(await results()).toEqual(before);
  });

  it.each(['point', 'pro_rata', 'dropped'] as const)(
    'announces only what changed: not who finished meanwhile, nor what was taken back before its turn (%s)',
    async (annulment) => {
      const rules = JSON.stringify({ ...plainRules, annulment });
      await sql`UPDATE quiz_versions SET rules = ${rules}::jsonb WHERE quiz_id = ${quizId}`.execute(test.deps.db);
      const told = async (person: Person) => JSON.stringify(await call('GET', '/api/notifications', person));
      await call('POST', url(), ana, { reason: 'Duas certas' });
      // The question is annulled and the job has not begun: this result counts it so from the first moment.
      const late = await createPerson(test.deps.db);
      await takeQuiz(test, late, quizId, new Map(questions.map(({ id, right }) => [id, right])));
      await test.deps.jobs.drain();
      const all = COUNT + 1;
      expect(await watched()).toMatchObject({ changed: annulment === 'dropped' ? all : COUNT / 2 + 1 });
      expect(await told(late)).not.toContain('nota mudou');
      // Valid again and annulled again before a single result followed.
      await call('DELETE', url(), ana);
      await call('POST', url(), ana, { reason: 'Duas certas' });
      await test.deps.jobs.drain();
      expect(await watched()).toMatchObject({ isAnnulled: true, changed: 0 });
      // The late finisher is notified when the annulment is undone, because only then does the result change.
      await call('DELETE', url(), ana);
      await test.deps.jobs.drain();
      if (annulment === 'dropped') expect(await told(late)).toContain('Anulação desfeita: sua nota mudou');
      await sql`DELETE FROM attempts WHERE user_id = ${late.id}`.execute(test.deps.db);
    },
  );
});
