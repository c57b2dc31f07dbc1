import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { createBankQuestion, takeQuiz } from '#server/testing/bank.ts';
import { breakRows } from '#server/testing/broken-row.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { completeLesson, createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/**
 * Every scheduled job that walks rows: the first of two items is broken, as corrupt data would be. The other is
 * processed in the same run, the system page counts the broken one, and it is processed once it is repaired and its
 * pause is over. Choices and fits of the night, charges and statements have this test beside their other tests.
 */
const test = useTestApp({ RATE_LIMIT: 'off' });
const db = () => test.deps.db;
const now = () => test.clock.now();
const ago = (ms: number) => new Date(now().getTime() - ms);

/** Two items of a job. `done` returns for each whether the job has processed it. */
type Pair = { table: string; condition: string; done: () => Promise<boolean[]> };

const students = async (): Promise<[Person, Person]> => [
  await createPerson(db(), { now: now() }),
  await createPerson(db(), { now: now() }),
];

/** Whether the statement finds a row for each id. */
const foundFor = async (ids: readonly (string | number)[], table: string, column: string, condition = 'true') => {
  const { rows } = await sql<{ id: string }>`
    SELECT ${sql.ref(column)}::text AS id FROM ${sql.table(table)}
    WHERE ${sql.ref(column)}::text = ANY(${ids.map(String)}) AND ${sql.raw(condition)}`.execute(db());
  return ids.map((id) => rows.some((row) => row.id === String(id)));
};
const missingFor = async (...args: Parameters<typeof foundFor>) => (await foundFor(...args)).map((is) => !is);

const windows = async (times: { opens_at: Date; closes_at: Date; results_at: Date }): Promise<[number, number]> => {
  const quizzes = [(await createTestQuiz(db())).id, (await createTestQuiz(db())).id] as [number, number];
  for (const quiz_id of quizzes) {
    const at = { created_at: now(), updated_at: now() };
    await db()
      .insertInto('quiz_windows')
      .values({ quiz_id, late_start: 'full', ...times, ...at })
      .execute();
  }
  return quizzes;
};

const pairs: Record<string, () => Promise<Pair>> = {
  'review-reminders': async () => {
    const ids = (await students()).map(({ id }) => id);
    for (const user_id of ids)
      await db()
        .insertInto('review_reminders')
        .values({ user_id, hour: 9, next_at: ago(1000) })
        .execute();
    return {
      table: 'review_reminders',
      condition: `r.user_id = '${ids[0]}'`,
      done: () => foundFor(ids, 'review_reminders', 'user_id', `next_at > '${ago(0).toISOString()}'`),
    };
  },
  'publish-lessons': async () => {
    const author = await createPerson(db(), { role: 'teacher', now: now() });
    const { id: subject_id } = await db()
      .insertInto('subjects')
      .values({ name: 'Redação', name_key: 'redacao', created_at: now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const drafts: number[] = [];
    for (const title of ['Crase', 'Regência']) {
      const { id } = await db()
        .insertInto('lesson_drafts')
        .values({
          title,
          content: '<p>Um texto.</p>',
          word_count: 2,
          subject_id,
          author_id: author.id,
          is_changed: true,
          publish_at: ago(MINUTE_MS),
          created_at: now(),
          updated_at: now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      drafts.push(id);
    }
    return {
      table: 'lesson_drafts',
      condition: `r.id = ${drafts[0]}`,
      done: () => foundFor(drafts, 'lessons', 'id'),
    };
  },
  'refresh-mastery': async () => {
    const ids = (await students()).map(({ id }) => id);
    await db().updateTable('mastery_model').set({ epoch: 5 }).execute();
    for (const user_id of ids) {
      const standing = { epoch: 1, through: 0, is_partial: false, ability: 0, answers: 0 };
      await db()
        .insertInto('student_mastery')
        .values({ user_id, ...standing })
        .execute();
    }
    return {
      table: 'student_mastery',
      condition: `r.user_id = '${ids[0]}'`,
      done: () => foundFor(ids, 'student_mastery', 'user_id', 'epoch = 5'),
    };
  },
  'account-deletions': async () => {
    const ids = (await students()).map(({ id }) => id);
    for (const user_id of ids)
      await db()
        .insertInto('deletion_requests')
        .values({ user_id, requested_at: ago(DAY_MS), due_at: ago(1000) })
        .execute();
    return { table: 'users', condition: `r.id = '${ids[0]}'`, done: () => missingFor(ids, 'users', 'id') };
  },
  'payment-files': async () => {
    const keys = ['test/first', 'test/second'];
    for (const key of keys)
      await db()
        .insertInto('unclaimed_files')
        .values({ key, at: ago(DAY_MS) })
        .execute();
    return {
      table: 'unclaimed_files',
      condition: `r.key = 'test/first'`,
      done: () => missingFor(keys, 'unclaimed_files', 'key'),
    };
  },
  retention: async () => {
    const payments: number[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { paymentCode = '' } = await createPerson(db(), { payment: 'rejected', now: now() });
      const { id } = await db()
        .updateTable('payments')
        .set({ decided_at: ago(4000 * DAY_MS) })
        .where('payment_code', '=', paymentCode)
        .returning('id')
        .executeTakeFirstOrThrow();
      payments.push(id);
      const file = { file_key: `test/proof${n}`, sha256: Buffer.alloc(32, n), size: 1, type: 'application/pdf' };
      await db()
        .insertInto('payment_proofs')
        .values({ payment_id: id, uploaded_at: now(), ...file })
        .execute();
    }
    return {
      table: 'payment_proofs',
      condition: `r.payment_id = ${payments[0]}`,
      done: () => foundFor(payments, 'payment_proofs', 'payment_id', 'file_key IS NULL'),
    };
  },
  cleanup: async () => {
    const key = Buffer.from('an old event');
    await db()
      .insertInto('throttle_events')
      .values({ bucket: 'test', key, at: ago(10 * DAY_MS) })
      .execute();
    await db()
      .insertInto('ended_sessions')
      .values({ token_hash: Buffer.from([0]), because: 'blocked', ended_at: ago(400 * DAY_MS) })
      .execute();
    return {
      table: 'ended_sessions',
      condition: 'true',
      done: async () => [
        ...(await missingFor(['\\x00'], 'ended_sessions', 'token_hash')),
        ...(await missingFor(['test'], 'throttle_events', 'bucket')),
      ],
    };
  },
  'missing-certificates': async () => {
    const ids = (await students()).map(({ id }) => id);
    const course_id = await createCourse(db(), { lessons: [await createLesson(db(), 'Uma aula')] });
    for (const user_id of ids)
      await db().insertInto('course_completions').values({ user_id, course_id, completed_at: now() }).execute();
    return {
      table: 'certificates',
      condition: `r.user_id = '${ids[0]}'`,
      done: () => foundFor(ids, 'certificates', 'user_id'),
    };
  },
  'course-completions': async () => {
    const ids = (await students()).map(({ id }) => id);
    const lesson = await createLesson(db(), 'Outra aula');
    const course = await createCourse(db(), { lessons: [lesson] });
    for (const id of ids) {
      await enrollStudent(db(), id, course);
      await completeLesson(db(), id, lesson, now());
    }
    return {
      table: 'course_completions',
      condition: `r.user_id = '${ids[0]}'`,
      done: () => foundFor(ids, 'course_completions', 'user_id'),
    };
  },
  'compare-questions': async () => {
    const author = await createPerson(db(), { role: 'teacher', now: now() });
    const ids = [(await createBankQuestion(test, author)).id, (await createBankQuestion(test, author)).id];
    return {
      table: 'question_index',
      condition: `r.question_id = ${ids[0]}`,
      done: () => foundFor(ids, 'question_index', 'question_id', 'compared'),
    };
  },
  exams_near: async () => {
    const ids = (await students()).map(({ id }) => id);
    for (const user_id of ids) {
      const exam = { name: 'Soldado PM', organisation: '', created_at: now(), updated_at: now() };
      const { id } = await db()
        .insertInto('exams')
        .values({
          ...exam,
          exam_date: sql<Date>`${ago(-7 * DAY_MS)
            .toISOString()
            .slice(0, 10)}::date`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db().insertInto('followed_exams').values({ user_id, exam_id: id, followed_at: now() }).execute();
    }
    return {
      table: 'notifications',
      condition: `r.user_id = '${ids[0]}'`,
      done: () => foundFor(ids, 'notifications', 'user_id', `kind = 'exam_near'`),
    };
  },
  access_ending: async () => {
    const ids = (await students()).map(({ id }) => id);
    await db().deleteFrom('access_grants').where('user_id', 'in', ids).execute();
    for (const [at, user_id] of ids.entries()) {
      const rule_count = at === 0 ? 7 : 30;
      await db().insertInto('access_grants').values({ user_id, rule: 'days', rule_count, begins_at: now() }).execute();
    }
    return {
      table: 'notifications',
      condition: `r.user_id = '${ids[0]}'`,
      done: () => foundFor(ids, 'notifications', 'user_id', `kind = 'access_ending'`),
    };
  },
  'quiz-windows (reminders)': async () => {
    const far = ago(-DAY_MS);
    const quizzes = await windows({ opens_at: ago(-30 * MINUTE_MS), closes_at: far, results_at: far });
    return {
      table: 'quiz_windows',
      condition: `r.quiz_id = ${quizzes[0]}`,
      done: () => foundFor(quizzes, 'quiz_windows', 'quiz_id', 'reminded_at IS NOT NULL'),
    };
  },
  'quiz-windows (ends)': async () => {
    const past = ago(30 * MINUTE_MS);
    const quizzes = await windows({ opens_at: ago(DAY_MS), closes_at: past, results_at: past });
    return {
      table: 'quiz_windows',
      condition: `r.quiz_id = ${quizzes[0]}`,
      done: () => foundFor(quizzes, 'quiz_windows', 'quiz_id', 'ended_at IS NOT NULL'),
    };
  },
  'quiz-windows (rankings)': async () => {
    const quizzes = [(await createTestQuiz(db())).id, (await createTestQuiz(db())).id];
    for (const quiz_id of quizzes) {
      const counts = { people: 0, passed: 0, pass_line: 0, max_points: 0, charts: '[]' };
      await db()
        .insertInto('quiz_rankings')
        .values({ quiz_id, made_at: now(), stale: 'order', ...counts })
        .execute();
    }
    return {
      table: 'quiz_rankings',
      condition: `r.quiz_id = ${quizzes[0]}`,
      done: () => foundFor(quizzes, 'quiz_rankings', 'quiz_id', 'stale IS NULL'),
    };
  },
  'close-overdue-attempts': async () => {
    const attempts: number[] = [];
    for (const person of await students()) {
      const quiz = await createTestQuiz(db(), { timeLimit: 10 });
      const reply = await test.request({ method: 'POST', url: `/api/quizzes/${quiz.id}/start`, as: person });
      attempts.push(reply.json().id);
    }
    test.clock.advance(11 * MINUTE_MS);
    return {
      table: 'attempts',
      condition: `r.id = ${attempts[0]}`,
      done: () => foundFor(attempts, 'attempts', 'id', 'closed_at IS NOT NULL'),
    };
  },
  'close-overdue-attempts (held back)': async () => {
    const attempts: number[] = [];
    for (const person of await students()) {
      const quiz = await createTestQuiz(db());
      const { id } = await takeQuiz(
        test,
        person,
        quiz.id,
        new Map(quiz.questions.map(({ id: at, right }) => [at, right])),
      );
      attempts.push(id);
    }
    await db().updateTable('attempts').set({ held_back: true }).where('id', 'in', attempts).execute();
    return {
      table: 'attempts',
      condition: `r.id = ${attempts[0]}`,
      done: () => foundFor(attempts, 'attempts', 'id', 'NOT held_back'),
    };
  },
};

const run = async (job: string) => {
  await test.deps.jobs.send(db(), job, {});
  await test.deps.jobs.drain();
};

it.each(Object.entries(pairs))(
  '%s does the others, counts the broken item and retries it later',
  async (name, pair) => {
    test.clock.advance(DAY_MS);
    const job = name.split(' ')[0] ?? name;
    const { table, condition, done } = await pair();
    const admin = await createPerson(db(), { role: 'admin', now: now() });
    const failed = async () => {
      const reply = await test.request({ method: 'GET', url: '/api/admin/system', as: admin });
      return reply.json().upkeep.find((one: { name: string }) => one.name === job)?.result.failed;
    };
    const repair = await breakRows(db(), table, condition);
    await run(job);
    expect(await done()).toEqual([false, true]);
    expect(await failed()).toBe(1);
    await repair();
    test.clock.advance(MINUTE_MS);
    await run(job);
    expect(await done()).toEqual([false, true]);
    test.clock.advance(4 * MINUTE_MS);
    await run(job);
    expect(await done()).toEqual([true, true]);
    expect(await failed()).toBeUndefined();
  },
);
