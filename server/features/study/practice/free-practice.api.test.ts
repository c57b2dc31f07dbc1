import { beforeAll, expect, it } from 'vitest';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let ana: Person;
let student: Person;
let subjectId: number;
let logic: Awaited<ReturnType<typeof createBankQuestion>>[];

const call = (method: 'GET' | 'POST', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const counted = async (query = '') => (await call('GET', `/api/practice-choices?${query}`, student)).json();
const practise = async (choice: object) =>
  call('POST', '/api/practices', student, { kind: 'free', count: 50, ...choice });
const drawn = async (choice: object) =>
  ((await practise(choice)).json().questions as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b);

/** Four of logic (two of them of Vunesp, one of a comma's board), and one of another subject. */
beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  student = await createPerson(test.deps.db);
  subjectId = (await call('POST', '/api/subjects', ana, { name: 'Raciocínio' })).json().id;
  const { id: otherId } = (await call('POST', '/api/subjects', ana, { name: 'História' })).json();
  const make = (wishes: Parameters<typeof createBankQuestion>[2]) =>
    createBankQuestion(test, ana, { subjectId, ...wishes });
  const above = (await call('POST', '/api/teacher/topics', ana, { subjectId, name: 'Proposições' })).json();
  const below = { subjectId, parentId: above.id, name: 'Negação' };
  const { id: topicId } = (await call('POST', '/api/teacher/topics', ana, below)).json();
  logic = [
    await make({ topicId, source: 'Vunesp', organ: 'TJ-SP', post: 'Escrevente', year: 2026, difficulty: 'easy' }),
    await make({ topic: 'Proposições', source: 'Vunesp', organ: 'TJ-SP', year: 2021, difficulty: 'hard' }),
    await make({ topic: 'Sequências', source: 'Banca, a outra', year: 2010, difficulty: 'hard' }),
    await make({ topic: 'Sequências' }),
  ];
  await createBankQuestion(test, ana, { subjectId: otherId, source: 'FGV', year: 2025 });
});

it('counts each group with the rest of the choice, and draws what it counts', async () => {
  const all = await counted();
  expect(all).toMatchObject({ total: 5, all: 5, unanswered: 5, wrong: 0, topics: [], without: [] });
  expect(all.subjects.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
    ['História', 1],
    ['Raciocínio', 4],
  ]);
  expect(all.years).toEqual([
    { from: 2024, to: null, count: 2 },
    { from: 2020, to: 2023, count: 1 },
    { from: null, to: 2019, count: 1 },
  ]);
  const some = await counted(`subjectId=${subjectId}&sources=Vunesp&sources=Banca%2C%20a%20outra&difficulties=hard`);
  expect(some).toMatchObject({
    total: 2,
    difficulties: [
      { difficulty: 'easy', count: 1 },
      { difficulty: 'hard', count: 2 },
    ],
  });
  expect(some.topics.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
    ['Proposições', 1],
    ['Negação', 0],
    ['Sequências', 1],
  ]);
  const choice = { subjectId, sources: ['Vunesp', 'Banca, a outra'], difficulties: ['hard'] };
  expect(await drawn(choice)).toEqual([logic[1]?.id, logic[2]?.id]);
  // A topic brings its subtopics.
  const topicIds = some.topics
    .filter(({ name }: { name: string }) => name === 'Proposições')
    .map(({ id }: { id: number }) => id);
  expect(await drawn({ subjectId, topicIds })).toEqual([logic[0]?.id, logic[1]?.id]);
  expect(await drawn({ yearTo: 2023, yearFrom: 2020 })).toEqual([logic[1]?.id]);
});

it('counts and draws by órgão and cargo, and each question says where it was asked', async () => {
  const all = await counted();
  expect(all.organs).toEqual([{ name: 'TJ-SP', count: 2 }]);
  expect(all.posts).toEqual([{ name: 'Escrevente', count: 1 }]);
  const court = await counted('organs=TJ-SP');
  expect(court).toMatchObject({ total: 2, sources: [{ name: 'Vunesp', count: 2 }, { count: 0 }, { count: 0 }] });
  expect(court.posts).toEqual([{ name: 'Escrevente', count: 1 }]);
  expect(await drawn({ organs: ['TJ-SP'] })).toEqual([logic[0]?.id, logic[1]?.id]);
  const { questions } = (await practise({ posts: ['Escrevente'] })).json();
  expect(questions).toMatchObject([
    { id: logic[0]?.id, source: 'Vunesp', organ: 'TJ-SP', post: 'Escrevente', year: 2026 },
  ]);
  expect((await counted('posts=Escrevente&yearTo=2019')).without).toEqual([
    { filter: 'posts', count: 1 },
    { filter: 'years', count: 1 },
  ]);
});

it('a choice that nothing fits shows what one filter less would give', async () => {
  const none = await counted('sources=Vunesp&yearTo=2019');
  expect(none).toMatchObject({
    total: 0,
    without: [
      { filter: 'sources', count: 1 },
      { filter: 'years', count: 2 },
    ],
  });
  expect((await practise({ sources: ['Vunesp'], yearTo: 2019 })).json().code).toBe('nothing_to_practise');
});

it('the filters distinguish answered questions, and wrong ones that were not answered right since', async () => {
  const [first, second] = logic as [(typeof logic)[0], (typeof logic)[0]];
  const { id } = (await practise({ sources: ['Vunesp'] })).json();
  const answer = (question: typeof first, optionId: number) =>
    call('POST', `/api/practices/${id}/answers`, student, { questionId: question.id, optionId });
  await answer(first, first.right);
  await answer(second, second.wrong);
  expect(await counted()).toMatchObject({ total: 5, unanswered: 3, wrong: 1 });
  expect(await drawn({ only: 'wrong' })).toEqual([second.id]);
  expect(await drawn({ subjectId, only: 'unanswered' })).toEqual([logic[2]?.id, logic[3]?.id]);
  const title = (await practise({ subjectId, only: 'unanswered' })).json().title;
  expect(title).toBe('Raciocínio · não respondidas');
});

it('a query with invalid choices is refused', async () => {
  for (const query of ['topicIds=x', 'yearFrom=99', 'only=todas', 'difficulties=facil', `${'sources=a&'.repeat(41)}`]) {
    expect([query, (await call('GET', `/api/practice-choices?${query}`, student)).statusCode]).toEqual([query, 400]);
  }
});
