import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/app.ts';
import type { Tx } from '#server/db/handle.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { queriesOf } from '#server/testing/queries.ts';
import { createTestQuiz, type TestQuestion } from '#server/testing/quizzes.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const { clock } = test;

type Sitting = { person: Person; id: number; questions: TestQuestion[] };

/** Students of one quiz, each with an open attempt. */
async function sittings(count: number): Promise<Sitting[]> {
  const quiz = await createTestQuiz(test.deps.db, { now: clock.now() });
  return Promise.all(
    Array.from({ length: count }, async () => {
      const person = await createPerson(test.deps.db, { now: clock.now() });
      const started = await test.request({ method: 'POST', url: `/api/quizzes/${quiz.id}/start`, as: person });
      return { person, id: started.json().id as number, questions: quiz.questions };
    }),
  );
}

const answerTo = (question: TestQuestion | undefined, optionId = question?.right, seq = 1) => ({
  answers: [{ questionId: question?.id, optionId, flagged: false, seq }],
});
const save = (as: Person, id: number, payload: object) =>
  test.request({ method: 'POST', url: `/api/attempts/${id}/answers`, as, payload });
const saveFirst = ({ person, id, questions }: Sitting, seq = 1) =>
  save(person, id, answerTo(questions[0], questions[0]?.right, seq));
const finish = ({ person, id }: Sitting) =>
  test.request({ method: 'POST', url: `/api/attempts/${id}/finish`, as: person, payload: {} });
const statuses = (responses: readonly { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode);

/** The pool may hand out a connection whose backend was ended a moment ago: it is dropped, and another one is taken. */
async function whateverConnection<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!/terminat/.test(String(error))) throw error;
    return whateverConnection(read);
  }
}

async function storedOf(sitting: Sitting): Promise<number> {
  const { count } = await test.deps.db
    .selectFrom('attempt_questions')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('attempt_id', '=', sitting.id)
    .where('option_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A concurrent transaction that keeps its locks until `release` is called. */
async function heldBy(hold: (tx: Tx) => Promise<unknown>) {
  const tx = await test.deps.db.startTransaction().execute();
  await hold(tx);
  return { release: () => tx.commit().execute() };
}

/** Resolves once at least `count` statements wait for a lock. */
async function untilWaiting(count: number): Promise<number[]> {
  for (;;) {
    const { rows } = await sql<{ pid: number }>`
      SELECT pid FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()`.execute(test.deps.db);
    if (rows.length >= count) return rows.map(({ pid }) => pid);
  }
}

describe('answers that come together', () => {
  it('are written together, and none of them more than once', async () => {
    const class_ = await sittings(30);
    const sent = await queriesOf(async () => {
      expect(statuses(await Promise.all(class_.map((one) => saveFirst(one))))).toEqual(class_.map(() => 200));
    });
    expect(sent.filter((text) => text.includes('UPDATE attempt_questions')).length).toBeLessThan(10);
    for (const one of class_) expect(await storedOf(one)).toBe(1);
  });

  it('do not suffer from a bad one among them', async () => {
    const [stray, stranger, closed, unknown, ...good] = (await sittings(12)) as [Sitting, Sitting, Sitting, Sitting];
    const victim = (good as Sitting[])[0] as Sitting;
    await finish(closed);
    const responses = await Promise.all([
      save(stray.person, stray.id, answerTo(stray.questions[0], stray.questions[1]?.right)),
      save(stranger.person, victim.id, answerTo(victim.questions[1])),
      saveFirst(closed),
      save(unknown.person, 2_147_483_647, answerTo(unknown.questions[0])),
      ...(good as Sitting[]).map((one) => saveFirst(one)),
    ]);
    expect(statuses(responses)).toEqual([400, 404, 409, 404, ...good.map(() => 200)]);
    for (const one of good) expect(await storedOf(one)).toBe(1);
    for (const one of [stray, stranger, closed, unknown]) expect(await storedOf(one)).toBe(0);
  });

  it('do not wait for a stranger whose attempt is held; that one waits alone', async () => {
    const [held, ...others] = (await sittings(8)) as [Sitting, ...Sitting[]];
    const holder = await heldBy((tx) =>
      tx.selectFrom('attempts').select('id').where('id', '=', held.id).forUpdate().execute(),
    );
    const waiting = saveFirst(held);
    expect(statuses(await Promise.all(others.map((one) => saveFirst(one))))).toEqual(others.map(() => 200));
    await untilWaiting(1);
    expect(await storedOf(held)).toBe(0);
    await holder.release();
    expect((await waiting).statusCode).toBe(200);
    expect(await storedOf(held)).toBe(1);
  });

  it('race a finish: acknowledged answers are in the grade, and the others get a conflict', async () => {
    for (let round = 0; round < 5; round += 1) {
      const class_ = await sittings(10);
      const raced = await Promise.all(
        class_.flatMap((one, at) => {
          const answering = () => saveFirst(one);
          const finishing = () => finish(one);
          const order = (at + round) % 2 === 0 ? [answering, finishing] : [finishing, answering];
          return order.map((run) => run());
        }),
      );
      for (const [at, one] of class_.entries()) {
        const pair = [raced[2 * at], raced[2 * at + 1]];
        const answer = pair.find((response) => !response?.json().attempt);
        const grade = pair.find((response) => response?.json().attempt)?.json().attempt;
        expect([200, 409]).toContain(answer?.statusCode);
        expect(grade.correctAnswers).toBe(answer?.statusCode === 200 ? 1 : 0);
        expect(await storedOf(one)).toBe(grade.correctAnswers);
      }
    }
  });

  it('all get a 503 and none is saved when the database goes away in the middle', async () => {
    const class_ = await sittings(20);
    const holder = await heldBy((tx) => sql`LOCK TABLE attempt_questions IN ACCESS EXCLUSIVE MODE`.execute(tx));
    const answering = Promise.all(class_.map((one) => saveFirst(one)));
    for (let ended = 0; ended < 1; ) {
      const pids = await untilWaiting(1);
      ended += pids.length;
      for (const pid of pids) await sql`SELECT pg_terminate_backend(${pid})`.execute(test.deps.db);
    }
    await holder.release();
    const responses = await answering;
    const refused = class_.filter((_, at) => responses[at]?.statusCode === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const [at, one] of class_.entries()) {
      const stored = await whateverConnection(() => storedOf(one));
      expect(stored).toBe(responses[at]?.statusCode === 200 ? 1 : 0);
    }
    expect(statuses(await Promise.all(refused.map((one) => saveFirst(one))))).toEqual(refused.map(() => 200));
    for (const one of class_) expect(await storedOf(one)).toBe(1);
  });
});

describe('finishes that come together', () => {
  it('are graded together, each by its own answers', async () => {
    const class_ = await sittings(20);
    for (const one of class_.filter((_, at) => at % 2 === 0)) await saveFirst(one);
    const sent = await queriesOf(async () => {
      const graded = (await Promise.all(class_.map(finish))).map((response) => response.json().attempt);
      expect(graded.map(({ correctAnswers }) => correctAnswers)).toEqual(class_.map((_, at) => (at % 2 === 0 ? 1 : 0)));
      expect(graded.map(({ id }) => id)).toEqual(class_.map(({ id }) => id));
    });
    expect(sent.filter((text) => text === 'commit').length).toBeLessThan(8);
  });

  it('do not suffer from those that may not, nor wait for a stranger whose attempt is held', async () => {
    const [held, stranger, again, ...others] = (await sittings(9)) as [Sitting, Sitting, Sitting, ...Sitting[]];
    const first = (await finish(again)).json();
    const holder = await heldBy((tx) =>
      tx.selectFrom('attempts').select('id').where('id', '=', held.id).forUpdate().execute(),
    );
    const waiting = finish(held);
    const responses = await Promise.all([finish({ ...stranger, id: held.id }), finish(again), ...others.map(finish)]);
    expect(statuses(responses)).toEqual([404, 200, ...others.map(() => 200)]);
    expect(responses[1]?.json()).toEqual(first);
    await untilWaiting(1);
    await holder.release();
    expect((await waiting).json()).toMatchObject({ attempt: { id: held.id }, tooLate: [] });
    expect((await finish(stranger)).statusCode).toBe(200);
  });
});

describe('over a real connection', () => {
  let close: (() => Promise<unknown>) | undefined;
  afterEach(() => close?.());

  /** A second instance of the app, on a separate port. */
  async function listening() {
    const app = await buildApp(test.deps);
    close = () => app.close();
    return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) };
  }

  const send = (url: string, { person, id, questions }: Sitting, signal?: AbortSignal) =>
    fetch(`${url}/api/attempts/${id}/answers`, {
      method: 'POST',
      headers: { cookie: person.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(answerTo(questions[0])),
      ...(signal ? { signal } : {}),
    });

  it('a client that disconnects does not affect the other clients', async () => {
    const { url } = await listening();
    const [leaver, ...others] = (await sittings(6)) as [Sitting, ...Sitting[]];
    const holder = await heldBy((tx) => sql`LOCK TABLE attempt_questions IN ACCESS EXCLUSIVE MODE`.execute(tx));
    const leaving = new AbortController();
    const left = send(url, leaver, leaving.signal).catch((error: Error) => error.name);
    const staying = others.map((one) => send(url, one));
    await untilWaiting(1);
    leaving.abort();
    expect(await left).toBe('AbortError');
    await holder.release();
    expect((await Promise.all(staying)).map(({ status }) => status)).toEqual(others.map(() => 200));
    for (const one of others) expect(await storedOf(one)).toBe(1);
  });

  it('a server that stops writes what it has taken, and says so', async () => {
    const { app, url } = await listening();
    const class_ = await sittings(6);
    const holder = await heldBy((tx) => sql`LOCK TABLE attempt_questions IN ACCESS EXCLUSIVE MODE`.execute(tx));
    const answering = class_.map((one) => send(url, one));
    await untilWaiting(1);
    while (app.pressure().inFlight < class_.length) await new Promise(setImmediate);
    const stopping = app.close();
    await holder.release();
    expect((await Promise.all(answering)).map(({ status }) => status)).toEqual(class_.map(() => 200));
    await stopping;
    for (const one of class_) expect(await storedOf(one)).toBe(1);
  });
});
