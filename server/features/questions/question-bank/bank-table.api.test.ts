import { beforeAll, describe, expect, it } from 'vitest';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;
let admin: Person;
let ids: number[];

const get = (url: string, as = ana) => test.request({ method: 'GET', url, as });
const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object = {}, as = ana) =>
  test.request({ method, url, payload, as });

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher' });
  admin = await createPerson(test.deps.db, { role: 'admin' });
  const labels = [
    { source: 'Órbita', year: 2020, difficulty: 'hard' as const },
    { source: 'alfa', year: null, difficulty: null },
    { source: 'Beta', year: 2024, difficulty: 'easy' as const },
    { source: 'beta', year: 2020, difficulty: 'medium' as const },
    { source: '', year: 1999, difficulty: 'easy' as const },
  ];
  ids = [];
  for (const label of labels) {
    ids.push((await createBankQuestion(test, ana, { questionText: `Mesa ${label.year}?`, ...label })).id);
  }
});

/** All pages of a list, two rows at a time. */
async function pages(query: string): Promise<number[]> {
  const found: number[] = [];
  for (let url: string | undefined = `/api/teacher/questions?limit=2&search=mesa&${query}`; url; ) {
    const reply = await get(url);
    expect(reply.statusCode, reply.body).toBe(200);
    found.push(...reply.json().map((row: { id: number }) => row.id));
    url = /<([^>]+)>/.exec(String(reply.headers.link ?? ''))?.[1];
  }
  return found;
}
const places = (found: number[]) => found.map((id) => ids.indexOf(id));

describe('the order of the table', () => {
  it.each([
    ['sort=id&order=asc', [0, 1, 2, 3, 4]],
    ['sort=year&order=asc', [1, 4, 0, 3, 2]],
    ['sort=year', [2, 3, 0, 4, 1]],
    ['sort=difficulty&order=asc', [1, 2, 4, 3, 0]],
    ['sort=source&order=asc', [4, 1, 3, 2, 0]],
    ['sort=updated&order=asc', [0, 1, 2, 3, 4]],
  ])('%s, page by page', async (query, expected) => {
    expect(places(await pages(query))).toEqual(expected);
  });

  it('refuses a forged cursor and an unknown sort order', async () => {
    const [first] = await pages('sort=year');
    const forged = Buffer.from(JSON.stringify([first, 'x'])).toString('base64url');
    expect((await get(`/api/teacher/questions?sort=year&cursor=${forged}`)).statusCode).toBe(400);
    expect((await get('/api/teacher/questions?sort=colour')).statusCode).toBe(400);
  });
});

describe('tags', () => {
  it('are stored, filtered by and exported, and a save without tags keeps them', async () => {
    const { id } = await createBankQuestion(test, ana, { tags: ['Revisão', 'revisão', ' prova 2 '] } as never);
    const stored = (await get(`/api/teacher/questions/${id}`)).json();
    expect(stored.tags).toEqual(['Revisão', 'prova 2']);
    const { tags: _, ...before } = stored;
    const saved = await send('PUT', `/api/teacher/questions/${id}`, { ...before, source: 'FGV' });
    expect(saved.json()).toMatchObject({ source: 'FGV', tags: ['Revisão', 'prova 2'] });
    expect((await get('/api/teacher/questions?tag=prova%202')).json()).toMatchObject([{ id }]);
    expect((await get('/api/teacher/question-labels')).json().tags).toEqual(['prova 2', 'Revisão']);
    expect((await get(`/api/teacher/question-export?ids=${id}&format=gift`)).body).toContain(
      '[tag:Revisão] [tag:prova 2]',
    );
    const refused = await send('PUT', `/api/teacher/questions/${id}`, { ...stored, tags: ['a,b'] });
    expect(refused.json()).toMatchObject({ code: 'bad_request', fields: { 'tags.0': expect.any(String) } });
  });

  it('are added to and removed from many questions at once, and the change can be undone', async () => {
    const one = await createBankQuestion(test, ana, { tags: ['velha'] } as never);
    const two = await createBankQuestion(test, ana);
    const full = await createBankQuestion(test, ana, { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) } as never);
    const change = { addTags: ['Nova'], removeTags: ['VELHA'] };
    const reply = await send('POST', '/api/teacher/question-changes', { ids: [one.id, two.id, full.id], change });
    expect(reply.json()).toMatchObject({ changed: 2, left: [{ id: full.id, reason: 'too_many_tags' }] });
    const tagsOf = async (id: number) => (await get(`/api/teacher/questions/${id}`)).json().tags;
    expect([await tagsOf(one.id), await tagsOf(two.id)]).toEqual([['Nova'], ['Nova']]);
    const again = await send('POST', '/api/teacher/question-changes', { ids: [one.id], change });
    expect(again.json()).toMatchObject({ changed: 0 });
    await send('POST', `/api/teacher/question-changes/${reply.json().id}/undo`);
    expect([await tagsOf(one.id), await tagsOf(two.id)]).toEqual([['velha'], []]);
  });

  it('on the same questions are changed by two authors at once, and no change is lost', async () => {
    const rows = await Promise.all(Array.from({ length: 4 }, () => createBankQuestion(test, ana)));
    const chosen = rows.map(({ id }) => id);
    const both = await Promise.all([
      send('POST', '/api/teacher/question-changes', { ids: chosen, change: { addTags: ['da ana'] } }, ana),
      send(
        'POST',
        '/api/teacher/question-changes',
        { ids: chosen.toReversed(), change: { addTags: ['do admin'], year: 2021 } },
        admin,
      ),
    ]);
    expect(both.map((reply) => reply.json().changed)).toEqual([4, 4]);
    for (const id of chosen) {
      const { tags, year, revision } = (await get(`/api/teacher/questions/${id}`)).json();
      expect([tags.toSorted(), year, revision]).toEqual([['da ana', 'do admin'], 2021, 3]);
    }
    // The first of the two changes cannot be undone: the second changed the same questions after it.
    const undone = await Promise.all([
      send('POST', `/api/teacher/question-changes/${both[0]?.json().id}/undo`, {}, ana),
      send('POST', `/api/teacher/question-changes/${both[1]?.json().id}/undo`, {}, admin),
    ]);
    expect(undone.map((reply) => reply.json().changed).toSorted()).toEqual([0, 4]);
  });
});

describe('saved filters', () => {
  it('belong to their author, are replaced by name, and follow merged topics', async () => {
    const subject = (await send('POST', '/api/subjects', { name: 'Filtros' }, admin)).json();
    const topic = async (name: string) =>
      (await send('POST', '/api/teacher/topics', { subjectId: subject.id, name }, admin)).json();
    const [from, into] = [await topic('Crases'), await topic('Crase')];
    const filter = { subjectId: subject.id, topicId: from.id, year: 2020, sort: 'year', order: 'asc' };
    const saved = await send('POST', '/api/teacher/question-filters', { name: 'Meu', filter });
    expect(saved.statusCode, saved.body).toBe(200);
    await send('POST', '/api/teacher/question-filters', { name: 'Meu', filter: { ...filter, year: 2021 } });
    const merged = await send('POST', `/api/teacher/topics/${from.id}/merge`, { into: into.id }, admin);
    expect(merged.statusCode, merged.body).toBe(200);
    const mine = (await get('/api/teacher/question-filters')).json();
    expect(mine).toEqual([{ id: saved.json().id, name: 'Meu', filter: { ...filter, topicId: into.id, year: 2021 } }]);
    expect((await get('/api/teacher/question-filters', bia)).json()).toEqual([]);
    expect((await send('DELETE', `/api/teacher/question-filters/${saved.json().id}`, {}, bia)).statusCode).toBe(404);
    expect((await send('DELETE', `/api/teacher/question-filters/${saved.json().id}`)).statusCode).toBe(200);
    const gone = await send('POST', '/api/teacher/question-filters', { name: 'X', filter: { topicId: from.id } });
    expect(gone.json()).toMatchObject({ code: 'topic_gone' });
  });
});
