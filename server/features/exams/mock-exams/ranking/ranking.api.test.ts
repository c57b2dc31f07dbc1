import { beforeAll, describe, expect, it } from 'vitest';
import type { ExamRules } from '#contract/exams/exam-rules.ts';
import { cebraspeRules } from '#contract/exams/exam-rules.ts';
import type { Ranking } from '#contract/exams/quiz-ranking.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { closeOverdue } from '../grading/closing.service.ts';
import { endWindows } from '../windows/window-work.service.ts';
import { renewStaleRankings } from './ranking-work.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
const saturday = { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z', lateStart: 'shortens' };
let ana: Person;
let subjects: { law: number; logic: number };

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  subjects = {
    law: await createSubject(test.deps.db, 'Direito Penal'),
    logic: await createSubject(test.deps.db, 'Raciocínio Lógico'),
  };
});

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Person, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};

type Question = Awaited<ReturnType<typeof createBankQuestion>>;
type Exam = { id: number; law: Question[]; logic: Question[] };

/** Two of law, two of logic; a wrong one takes a point, and among equals law decides, then the time. */
async function scheduled(change: Partial<ExamRules> = {}): Promise<Exam> {
  clock.set('2026-11-15T12:00:00.000Z');
  const make = (subjectId: number) => createBankQuestion(test, ana, { subjectId });
  const law = [await make(subjects.law), await make(subjects.law)];
  const logic = [await make(subjects.logic), await make(subjects.logic)];
  const { id, revision } = await publishComposed(test, ana, { questionIds: [...law, ...logic].map((one) => one.id) });
  const rules = {
    ...cebraspeRules([], 4),
    totalMinimum: null,
    passLine: 2,
    tieBreaks: [
      { by: 'subject', subjectId: subjects.law },
      { by: 'time', subjectId: null },
    ],
    ...change,
  };
  const saved = await call('PUT', `/api/teacher/quizzes/${id}/rules`, ana, { revision, rules });
  await call('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: saved.revision });
  await call('PUT', `/api/teacher/quizzes/${id}/window`, ana, { version: 0, window: saturday });
  return { id, law, logic };
}

/** C: right, E: wrong, -: blank; law, law, logic, logic. */
async function sit(exam: Exam, marks: string): Promise<Person> {
  const student = await createPerson(test.deps.db, { firstName: 'Zuleide', lastName: 'Inconfundível' });
  const answers = new Map<number, number>();
  for (const [place, question] of [...exam.law, ...exam.logic].entries()) {
    if (marks[place] === 'C') answers.set(question.id, question.right);
    if (marks[place] === 'E') answers.set(question.id, question.wrong);
  }
  clock.set('2026-11-21T13:00:00.000Z');
  await takeQuiz(test, student, exam.id, answers);
  return student;
}

async function over() {
  clock.set('2026-11-21T21:00:06.000Z');
  await closeOverdue(test.deps);
  await endWindows(test.deps);
  await test.deps.jobs.drain();
}

const rankingOf = (exam: Exam, as: Person, query = ''): Promise<Ranking> =>
  call('GET', `/api/quizzes/${exam.id}/ranking${query}`, as);
const shown = ({ top, around }: Ranking) => [...top, ...around].map(({ position, points }) => `${position}: ${points}`);

/** Points 4, 3, four times 2, 0 and five times −4; law decides between the twos. */
const marks = ['CCCC', 'CCC-', 'CC--', 'CC--', '--CC', 'C-C-', 'C--E', 'EEEE', 'EEEE', 'EEEE', 'EEEE', 'EEEE'];

describe('a ranking', () => {
  let exam: Exam;
  let people: Person[];
  beforeAll(async () => {
    exam = await scheduled();
    people = [];
    for (const one of marks) people.push(await sit(exam, one));
  });
  const at = (place: number) => people[place] as Person;

  it('does not exist before the window closes, not even for the author', async () => {
    expect(await rankingOf(exam, at(0))).toMatchObject({
      state: 'waiting',
      people: 0,
      top: [],
      you: null,
      chart: null,
    });
    expect(await rankingOf(exam, ana)).toMatchObject({ state: 'waiting' });
  });

  it('orders by points and then by the rules, equals together, under other names', async () => {
    await over();
    const mine = await rankingOf(exam, at(4));
    expect(shown(mine)).toEqual(['1: 4', '2: 3', '3: 2', '3: 2', '5: 2', '6: 2', '7: 0', '8: -4']);
    expect(mine).toMatchObject({
      state: 'ready',
      people: 12,
      passed: 6,
      passLine: 2,
      maxPoints: 4,
      regradedAt: null,
      you: { position: 6, points: 2, isIn: true, betterThan: 50, fromPassLine: 0, before: null },
      tieBreaks: [
        { by: 'subject', subject: 'Direito Penal' },
        { by: 'time', subject: null },
      ],
    });
    expect(mine.chart?.counts.reduce((sum, one) => sum + one, 0)).toBe(12);
    expect([...mine.top, ...mine.around].filter(({ isYou }) => isYou)).toMatchObject([{ alias: mine.you?.alias }]);
    expect(JSON.stringify(mine)).not.toMatch(/Zuleide|Inconfund|@|pessoa/);
    // The same name for the same person, to whomever it is shown.
    const first = await rankingOf(exam, at(0));
    expect(first.top.map(({ alias }) => alias)).toEqual(mine.top.map(({ alias }) => alias));
    expect(new Set(first.top.map(({ alias }) => alias)).size).toBe(5);
  });

  it('is also by subject, and the result of an attempt names the position', async () => {
    const logic = await rankingOf(exam, at(4), `?subjectId=${subjects.logic}`);
    expect(logic).toMatchObject({ subjectId: subjects.logic, you: { position: 2, points: 2, fromPassLine: 0 } });
    expect(shown(logic).slice(0, 3)).toEqual(['1: 2', '2: 2', '3: 1']);
    expect(logic.subjects.map(({ name }) => name)).toEqual(['Direito Penal', 'Raciocínio Lógico']);
    const [attempt] = await call('GET', `/api/quiz-attempts/${exam.id}`, at(4));
    const result = await call('GET', `/api/attempts/${attempt.id}/result`, at(4));
    expect(result).toMatchObject({ position: 6, of: 12, alias: logic.you?.alias });
  });

  it('says nothing about oneself while a question of it stands in an attempt that is open', async () => {
    const { id } = await publishComposed(test, ana, { questionIds: [exam.law[0]?.id ?? 0] });
    const open = await call('POST', `/api/quizzes/${id}/start`, at(3));
    expect(await rankingOf(exam, at(3))).toMatchObject({ state: 'ready', you: null });
    await call('POST', `/api/attempts/${open.id}/finish`, at(3), { answers: [] });
    expect((await rankingOf(exam, at(3))).you).toMatchObject({ position: 3 });
  });

  it('counts first attempts inside the window alone', async () => {
    const all = new Map([...exam.law, ...exam.logic].map((one) => [one.id, one.right]));
    await takeQuiz(test, at(11), exam.id, all);
    await takeQuiz(test, await createPerson(test.deps.db), exam.id, all);
    await renewStaleRankings(test.deps, 'quiz-windows/rank');
    expect(await rankingOf(exam, at(11))).toMatchObject({ people: 12, you: { position: 8, points: -4 } });
  });

  it('follows an annulment and its undoing, and says so', async () => {
    const before = await rankingOf(exam, at(4));
    const [, question] = exam.logic;
    await call('POST', `/api/teacher/questions/${question?.id}/annulment`, ana, { reason: 'Duas certas' });
    await test.deps.jobs.drain();
    const annulled = await rankingOf(exam, at(4));
    // Everybody has the point: with it, three have all.
    expect(shown(annulled).slice(0, 5)).toEqual(['1: 4', '1: 4', '3: 3', '3: 3', '5: 3']);
    expect(annulled.regradedAt).not.toBeNull();
    await call('DELETE', `/api/teacher/questions/${question?.id}/annulment`, ana);
    await test.deps.jobs.drain();
    const undone = await rankingOf(exam, at(4));
    expect({ ...undone, regradedAt: null }).toEqual(before);
  });

  it('is left by one switch, at once, and entered again under the same name', async () => {
    const before = await rankingOf(exam, at(2));
    await call('PUT', '/api/ranking-presence', at(2), { isIn: false });
    await call('PUT', '/api/ranking-presence', at(2), { isIn: false });
    const alias = before.you?.alias ?? '';
    expect(JSON.stringify(await rankingOf(exam, at(0)))).not.toContain(alias);
    await test.deps.jobs.drain();
    expect(await rankingOf(exam, at(0))).toMatchObject({ people: 11, passed: 5 });
    expect((await rankingOf(exam, at(2))).you).toMatchObject({ isIn: false, position: null, betterThan: null, alias });
    expect((await rankingOf(exam, at(5))).you?.position).toBe(4);
    await call('PUT', '/api/ranking-presence', at(2), { isIn: true });
    await test.deps.jobs.drain();
    expect(await rankingOf(exam, at(2))).toEqual(before);
  });

  it('leaves out a student who left at the moment in which it was made', async () => {
    const before = await rankingOf(exam, at(2));
    // As after a switch that saw no ranking yet, and a ranking that saw no switch yet.
    const leaver = { user_id: at(2).id, left_at: clock.now() };
    await test.deps.db.insertInto('ranking_leavers').values(leaver).execute();
    await renewStaleRankings(test.deps, 'quiz-windows/rank');
    expect(await rankingOf(exam, at(0))).toMatchObject({ people: 11 });
    expect((await rankingOf(exam, at(2))).you).toMatchObject({ isIn: false, position: null });
    await call('PUT', '/api/ranking-presence', at(2), { isIn: true });
    await test.deps.jobs.drain();
    expect(await rankingOf(exam, at(2))).toEqual(before);
  });

  it('closes the gap of an account that is gone, and is hidden under ten people', async () => {
    const remove = async (person: Person) => {
      await test.deps.db.deleteFrom('users').where('id', '=', person.id).execute();
      await renewStaleRankings(test.deps, 'quiz-windows/rank');
    };
    await remove(at(0));
    expect(await rankingOf(exam, at(1))).toMatchObject({ people: 11, you: { position: 1 } });
    await remove(at(7));
    expect(await rankingOf(exam, at(1))).toMatchObject({ people: 10, state: 'ready' });
    await call('PUT', '/api/ranking-presence', at(8), { isIn: false });
    // Holds even before the ranking is recomputed.
    expect(await rankingOf(exam, at(1))).toMatchObject({ state: 'few', people: 0, top: [], you: null, chart: null });
    await test.deps.jobs.drain();
    const [attempt] = await call('GET', `/api/quiz-attempts/${exam.id}`, at(1));
    expect(await call('GET', `/api/attempts/${attempt.id}/result`, at(1))).toMatchObject({ position: null, of: null });
  });
});

it('lists under rules with minimums who is eliminated apart, without a position, however many points they have', async () => {
  const minimums = [{ name: 'Lógica', subjectIds: [subjects.logic], points: 1 }];
  const exam = await scheduled({ minimums });
  const people: Person[] = [];
  for (const one of ['CC--', 'CCCC', '--C-', 'CCC-', 'C-CE', 'CC--', '--CC', 'C-C-', '--C-', '--C-', 'CC-E'])
    people.push(await sit(exam, one));
  await over();
  const [out, first, last] = people as [Person, Person, Person];
  const mine = await rankingOf(exam, out);
  expect(mine).toMatchObject({
    people: 11,
    eliminated: 4,
    you: { position: null, isEliminated: true, betterThan: null },
  });
  expect(mine.eliminatedPeople.map(({ points, isYou }) => [points, isYou])).toEqual([
    [2, true],
    [2, false],
    [1, false],
    [1, false],
  ]);
  const aliases = [...mine.top, ...mine.around].map(({ alias }) => alias);
  for (const { alias } of mine.eliminatedPeople) expect(aliases).not.toContain(alias);
  expect((await rankingOf(exam, first)).you).toMatchObject({ position: 1, isEliminated: false });
  expect((await rankingOf(exam, last)).you).toMatchObject({ position: 5, isEliminated: false });
  // The ranking of a subject eliminates no one.
  const law = await rankingOf(exam, out, `?subjectId=${subjects.law}`);
  expect(law).toMatchObject({ you: { position: 3, isEliminated: true }, eliminatedPeople: [] });
  const resultOf = async (as: Person) => {
    const [attempt] = await call('GET', `/api/quiz-attempts/${exam.id}`, as);
    return call('GET', `/api/attempts/${attempt.id}/result`, as);
  };
  expect(await resultOf(out)).toMatchObject({ position: null, of: null, eliminatedBy: ['Lógica'] });
  expect(await resultOf(first)).toMatchObject({ position: 1, of: 7 });
});

it('a quiz without a window has no ranking', async () => {
  const question = await createBankQuestion(test, ana);
  const { id } = await publishComposed(test, ana, { questionIds: [question.id] });
  const reply = await test.request({ method: 'GET', url: `/api/quizzes/${id}/ranking`, as: ana });
  expect(reply.statusCode).toBe(404);
});
