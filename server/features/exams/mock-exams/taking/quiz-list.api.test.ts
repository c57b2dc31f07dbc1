import { beforeAll, describe, expect, it } from 'vitest';
import { quizFilters } from '#contract/exams/quiz-overview.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });
const verdict = (place: number) => (place === 1 ? 'Certo' : 'Errado');

let teacher: Person;
let student: Person;
const quizzes: Record<'mixed' | 'grammar' | 'judged' | 'drawn' | 'unsorted', number> = {
  mixed: 0,
  grammar: 0,
  judged: 0,
  drawn: 0,
  unsorted: 0,
};
const namesOf = (rows: { id: number }[]) =>
  rows.map(({ id }) => Object.entries(quizzes).find(([, quiz]) => quiz === id)?.[0]);

beforeAll(async () => {
  test.clock.set('2026-11-15T12:00:00.000Z');
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  student = await createPerson(test.deps.db);
  const [grammar, law] = [await createSubject(test.deps.db, 'Português'), await createSubject(test.deps.db, 'Direito')];
  const ask = async (wishes: object) => (await createBankQuestion(test, teacher, wishes)).id;
  const ofGrammar = await ask({ subjectId: grammar });
  const ofLaw = await ask({ subjectId: law });
  const judged = await ask({ subjectId: law, options: 2, optionText: verdict });
  const unsorted = await ask({ subjectId: null });
  const publish = async (composition: object) => {
    test.clock.advance(1000);
    return (await publishComposed(test, teacher, composition)).id;
  };
  quizzes.mixed = await publish({ questionIds: [ofGrammar, judged] });
  quizzes.grammar = await publish({ questionIds: [ofGrammar] });
  quizzes.judged = await publish({ questionIds: [judged] });
  quizzes.drawn = await publish({ draws: [{ subjectId: law, topicId: null, difficulty: null, source: '', count: 1 }] });
  quizzes.unsorted = await publish({ questionIds: [unsorted] });
  await takeQuiz(test, student, quizzes.mixed, new Map());
  // Handed in inside its window: done, although the result is not published yet.
  const window = { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z', lateStart: 'shortens' };
  const set = { method: 'PUT', url: `/api/teacher/quizzes/${quizzes.grammar}/window`, as: teacher } as const;
  expect((await test.request({ ...set, payload: { version: 0, window } })).statusCode).toBe(200);
  test.clock.set('2026-11-21T13:00:00.000Z');
  await takeQuiz(test, student, quizzes.grammar, new Map());
  // Begun and not handed in is not done.
  const begun = { method: 'POST', url: `/api/quizzes/${quizzes.judged}/start`, as: student } as const;
  expect((await test.request(begun)).statusCode).toBe(201);
  expect(ofLaw).toBeGreaterThan(0);
});

describe('the list of simulados', () => {
  it.each([
    ['untried', ['unsorted', 'drawn', 'judged']],
    ['complete', ['mixed']],
    ['bySubject', ['drawn', 'judged', 'grammar']],
    ['trueFalse', ['judged']],
  ])('is limited to the filter %s', async (filter, names) => {
    const list = await get(student, `/api/quizzes?filter=${filter}`);
    expect(namesOf(list.json())).toEqual(names);
    expect(list.headers['x-total-count']).toBe(String(names.length));
  });

  it('counts what each filter leaves, as the lists do', async () => {
    const counts = (await get(student, '/api/quizzes/counts')).json();
    expect(counts).toEqual({ all: 5, untried: 3, complete: 1, bySubject: 3, trueFalse: 1 });
    const totals = await Promise.all(
      quizFilters.map(async (filter) => [
        filter,
        Number((await get(student, `/api/quizzes?filter=${filter}&limit=1`)).headers['x-total-count']),
      ]),
    );
    expect({ all: 5, ...Object.fromEntries(totals) }).toEqual(counts);
  });

  it('keeps the filter from page to page', async () => {
    const first = await get(student, '/api/quizzes?filter=bySubject&limit=2');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect(namesOf((await get(student, next)).json())).toEqual(['grammar']);
  });

  it('says which ones are nothing but Certo or Errado', async () => {
    const rows = (await get(student, '/api/quizzes')).json() as { id: number; isTrueFalse: boolean }[];
    expect(namesOf(rows.filter(({ isTrueFalse }) => isTrueFalse))).toEqual(['judged']);
  });

  it('refuses any other filter', async () => {
    expect((await get(student, '/api/quizzes?filter=todos')).statusCode).toBe(400);
  });
});
