import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cebraspeRules } from '#contract/exams/exam-rules.ts';
import type { Ranking } from '#contract/exams/quiz-ranking.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { closeOverdue } from '../grading/closing.service.ts';
import { endWindows } from '../windows/window-work.service.ts';
import { markRegraded, setLeaver } from './ranking.store.ts';
import { rankingPieces } from './ranking-run.service.ts';
import { rankQuiz, renewStaleRankings } from './ranking-work.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
/** So small that groups of equals are cut by the end of a piece. */
const SMALL = { attempts: 2, rows: 3 };
const answersOfPeople = ['CC', 'CC', 'C-', 'C-', 'C-', 'C-', '-C', 'CE', 'EE', 'EE', 'E-', '--'];
let quizId: number;
let people: Person[];

const call = async (method: 'GET' | 'POST' | 'PUT', url: string, as: Person, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};

beforeAll(async () => {
  const author = await createPerson(test.deps.db, { role: 'teacher' });
  const law = await createBankQuestion(test, author, { subjectId: await createSubject(test.deps.db, 'Penal') });
  const logic = await createBankQuestion(test, author, { subjectId: await createSubject(test.deps.db, 'Lógica') });
  const { id, revision } = await publishComposed(test, author, { questionIds: [law.id, logic.id] });
  quizId = id;
  const rules = { ...cebraspeRules([], 2), totalMinimum: null, passLine: 1, tieBreaks: [] };
  const saved = await call('PUT', `/api/teacher/quizzes/${id}/rules`, author, { revision, rules });
  await call('POST', `/api/teacher/quizzes/${id}/publish`, author, { revision: saved.revision });
  const window = { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z', lateStart: 'shortens' };
  await call('PUT', `/api/teacher/quizzes/${id}/window`, author, { version: 0, window });
  clock.set('2026-11-21T13:00:00.000Z');
  people = [];
  for (const given of answersOfPeople) {
    const student = await createPerson(test.deps.db);
    const answers = new Map<number, number>();
    for (const [index, question] of [law, logic].entries()) {
      if (given[index] === 'C') answers.set(question.id, question.right);
      if (given[index] === 'E') answers.set(question.id, question.wrong);
    }
    await takeQuiz(test, student, id, answers);
    people.push(student);
  }
  clock.set('2026-11-21T21:00:06.000Z');
  await closeOverdue(test.deps);
  await endWindows(test.deps);
});

const entries = async () =>
  (
    await sql`SELECT subject_id, attempt_id, alias, points, is_hidden, place, position, better_than
              FROM ranking_entries WHERE quiz_id = ${quizId} ORDER BY 1, 2`.execute(test.deps.db)
  ).rows;
const rankingFor = (as: Person): Promise<Ranking> => call('GET', `/api/quizzes/${quizId}/ranking`, as);
const at = (index: number) => people[index] as Person;
const regrade = () => test.deps.db.transaction().execute((tx) => markRegraded(tx, [quizId], clock.now()));
const unfinished = async () =>
  (
    await sql<{ rows: number }>`
      SELECT ((SELECT count(*) FROM ranking_runs) + (SELECT count(*) FROM ranking_drafts))::int AS rows`.execute(
      test.deps.db,
    )
  ).rows[0]?.rows;

/** Does all pieces; returns how many there were. */
async function finish(doPiece: () => Promise<boolean>): Promise<number> {
  for (let pieces = 1; ; pieces += 1) if (!(await doPiece())) return pieces;
}

describe('a ranking that is made in pieces', () => {
  it('is not shown to any student before its first run has finished', async () => {
    const doPiece = rankingPieces(test.deps, quizId, SMALL);
    let more = true;
    let hasWaited = 0;
    while (more) {
      more = await doPiece();
      const { state } = await rankingFor(at(0));
      if (state === 'waiting') hasWaited += 1;
      const { rows } = await sql<{ phase: string }>`SELECT phase FROM ranking_runs`.execute(test.deps.db);
      if (state === 'ready') expect(rows.every(({ phase }) => phase === 'clear')).toBe(true);
    }
    expect(hasWaited).toBeGreaterThan(10);
    expect(await rankingFor(at(0))).toMatchObject({
      state: 'ready',
      people: 12,
      you: { position: 1, betterThan: 83.3 },
    });
    expect(await unfinished()).toBe(0);
  });

  describe('again', () => {
    let expected: Awaited<ReturnType<typeof entries>>;
    beforeEach(async () => {
      await regrade();
      await rankQuiz(test.deps, quizId);
      expected = await entries();
      // What a run does not write stays wrong.
      await sql`UPDATE ranking_entries SET points = -99, place = NULL, position = NULL, better_than = NULL
                WHERE quiz_id = ${quizId}`.execute(test.deps.db);
      await regrade();
    });

    it.each([
      { attempts: 1, rows: 1 },
      { attempts: 5, rows: 2 },
      { attempts: 100, rows: 12 },
    ])('is the same in pieces of $attempts attempts and $rows rows', async (sizes) => {
      await finish(rankingPieces(test.deps, quizId, sizes));
      expect(await entries()).toEqual(expected);
    });

    it('goes on where it stopped when every piece is done by another process', async () => {
      const inAnother = () => rankingPieces(test.deps, quizId, SMALL)();
      const pieces = await finish(inAnother);
      expect(await entries()).toEqual(expected);
      await regrade();
      expect(await finish(rankingPieces(test.deps, quizId, SMALL))).toBe(pieces);
    });

    it('is made by two processes in turns without counting anything twice', async () => {
      await Promise.all([1, 2].map(() => finish(rankingPieces(test.deps, quizId, SMALL))));
      await rankQuiz(test.deps, quizId);
      expect(await entries()).toEqual(expected);
      expect(await unfinished()).toBe(0);
    });

    it('is finished by the scheduled job when its own job was lost', async () => {
      const first = rankingPieces(test.deps, quizId, SMALL);
      for (let piece = 0; piece < 6; piece += 1) await first();
      await sql`UPDATE quiz_rankings SET stale = NULL WHERE quiz_id = ${quizId}`.execute(test.deps.db);
      await renewStaleRankings(test.deps, 'quiz-windows/rank');
      expect(await entries()).toEqual(expected);
      expect(await unfinished()).toBe(0);
    });

    it('counts the points once more when a regrade arrives during the run', async () => {
      const doPiece = rankingPieces(test.deps, quizId, SMALL);
      // Behind the counting of points, where the run would miss the regrade.
      for (;;) {
        await doPiece();
        const { rows } = await sql<{ phase: string }>`SELECT phase FROM ranking_runs`.execute(test.deps.db);
        if (rows[0]?.phase === 'publish') break;
      }
      const attempt = await sql<{ id: number }>`
        UPDATE attempt_questions SET option_id = NULL
        WHERE attempt_id = (SELECT id FROM attempts WHERE user_id = ${at(0).id}) RETURNING attempt_id AS id`.execute(
        test.deps.db,
      );
      expect(attempt.rows.length).toBe(2);
      await regrade();
      await finish(doPiece);
      expect((await rankingFor(at(0))).you).toMatchObject({ points: 0 });
    });

    it('hides a student who leaves during the run, and moves the others up', async () => {
      const doPiece = rankingPieces(test.deps, quizId, SMALL);
      for (let piece = 0; piece < 8; piece += 1) await doPiece();
      await test.deps.db.transaction().execute((tx) => setLeaver(tx, at(1).id, false, clock.now()));
      await finish(doPiece);
      expect((await rankingFor(at(1))).you).toMatchObject({ isIn: false, position: null });
      expect(await rankingFor(at(2))).toMatchObject({ people: 11, you: { position: 1 } });
      await test.deps.db.transaction().execute((tx) => setLeaver(tx, at(1).id, true, clock.now()));
      await rankQuiz(test.deps, quizId);
    });

    it('leaves out an account that is deleted during the run', async () => {
      const doPiece = rankingPieces(test.deps, quizId, SMALL);
      for (let piece = 0; piece < 8; piece += 1) await doPiece();
      await test.deps.db.deleteFrom('users').where('id', '=', at(11).id).execute();
      await finish(doPiece);
      expect(await rankingFor(at(2))).toMatchObject({ people: 11 });
      const places = (await entries()) as { subject_id: number; place: number | null }[];
      const whole = places.filter(({ subject_id }) => subject_id === 0).map(({ place }) => place ?? 0);
      expect(whole.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1));
    });
  });
});
