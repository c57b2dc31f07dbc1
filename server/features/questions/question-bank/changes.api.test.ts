import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { runImport } from './imports.service.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;
let admin: Person;
let subjects: number[];
let crase: number;

const ask = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object, as = ana) =>
  test.request({ method, url, ...(payload ? { payload } : {}), as });
const done = async (...call: Parameters<typeof ask>) => {
  const reply = await ask(...call);
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json();
};
const change = (payload: object, as = ana) => done('POST', '/api/teacher/question-changes', payload, as);
const undo = (id: number, as = ana) => done('POST', `/api/teacher/question-changes/${id}/undo`, undefined, as);
const question = (id: number) => done('GET', `/api/teacher/questions/${id}`);
const some = async (count: number, wishes: object = {}, as = ana) => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await createBankQuestion(test, as, wishes)).id);
  return ids;
};

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher', firstName: 'Bia' });
  admin = await createPerson(test.deps.db, { role: 'admin' });
  subjects = [];
  for (const name of ['Português', 'Direito']) {
    const { id } = await done('POST', '/api/subjects', { name });
    subjects.push(id);
    const topic = await done('POST', '/api/teacher/topics', { subjectId: id, name: 'Crase' });
    crase ??= topic.id;
  }
});

describe('a change of many questions', () => {
  it('sets the fields in the author’s questions, lists the others, and is undone completely', async () => {
    const own = await some(2, { subjectId: subjects[0], topic: 'Crase', source: 'FGV', difficulty: 'easy' });
    const [foreign = 0] = await some(1, {}, bia);
    const before = await Promise.all(own.map(question));
    const payload = {
      ids: [...own, foreign],
      change: { source: 'Cebraspe', year: 2024, difficulty: 'hard', status: 'outdated', reason: 'Lei nova.' },
      creationKey: randomUUID(),
    };
    const told = await change(payload);
    expect(told).toMatchObject({ changed: 2, leftCount: 1, left: [{ id: foreign, reason: 'not_yours' }] });
    expect(await question(own[0] ?? 0)).toMatchObject({
      ...{ source: 'Cebraspe', year: 2024, difficulty: 'hard', status: 'outdated', statusReason: 'Lei nova.' },
      ...{ subjectId: subjects[0], topic: 'Crase', revision: 2, versionCount: 1 },
    });
    expect(await done('GET', '/api/teacher/questions?search=cebraspe%202024')).toHaveLength(2);
    // A retry with the same key, because the first answer was lost.
    expect(await change(payload)).toEqual(told);
    const [listed] = await done('GET', '/api/teacher/question-changes');
    expect(listed).toMatchObject({
      ...{ id: told.id, kind: 'bulk', fields: ['source', 'year', 'difficulty', 'status'], questionCount: 2 },
      ...{ undoneAt: null, undoableUntil: new Date(test.clock.now().getTime() + 7 * DAY_MS).toISOString() },
    });
    expect((await ask('POST', `/api/teacher/question-changes/${told.id}/undo`, undefined, bia)).statusCode).toBe(404);
    expect(await undo(told.id)).toEqual({ id: told.id, changed: 2, leftCount: 0, left: [] });
    expect(await undo(told.id)).toMatchObject({ changed: 2 });
    const by = { actor_id: ana.id };
    expect(await auditOf(test.deps.db, `change:${told.id}`)).toEqual([
      { action: 'questions.changed', ...by, details: { count: 2, fields: 'source, year, difficulty, status' } },
      { action: 'questions.undone', ...by, details: { count: 2 } },
    ]);
    for (const [at, id] of own.entries()) {
      const { revision: _, updatedAt: __, ...as } = await question(id);
      const { revision: ___, updatedAt: ____, ...was } = before[at];
      expect(as).toEqual(was);
    }
  });

  it('moves to another subject with the topic of the same name, or to a topic with its subject', async () => {
    const [same = 0] = await some(1, { subjectId: subjects[0], topic: 'Crase' });
    const [other = 0] = await some(1, { subjectId: subjects[0], topic: 'Regência' });
    await change({ ids: [same, other], change: { subjectId: subjects[1] } });
    expect(await question(same)).toMatchObject({ subjectId: subjects[1], topic: 'Crase' });
    expect(await question(other)).toMatchObject({ subjectId: subjects[1], topic: '', topicId: null });
    const moved = await change({ ids: [same, other], change: { topicId: crase } });
    expect(moved.changed).toBe(2);
    expect(await question(other)).toMatchObject({ subjectId: subjects[0], topicId: crase, topic: 'Crase' });
    await undo(moved.id);
    expect(await question(other)).toMatchObject({ subjectId: subjects[1], topic: '' });
    expect((await change({ ids: [same], change: { topicId: null } })).changed).toBe(1);
    expect(await question(same)).toMatchObject({ subjectId: subjects[1], topicId: null });
  });

  it('changes all results of a search, except those that need no change', async () => {
    const ids = await some(3, { source: 'Banca da busca' });
    await change({ ids: ids.slice(0, 1), change: { year: 2020 } });
    const filter = { source: 'Banca da busca' };
    expect(await change({ filter, change: { year: 2020 } })).toMatchObject({ changed: 2, leftCount: 0 });
    expect(await done('GET', '/api/teacher/questions?source=Banca%20da%20busca&year=2020')).toHaveLength(3);
    expect(await change({ filter: { search: 'xyzzyx' }, change: { year: 2020 } })).toMatchObject({ changed: 0 });
  });

  it('by a search is refused where the page showed another number, and a retry answers as the first', async () => {
    await some(2, { source: 'Banca contada' });
    const body = { filter: { source: 'Banca contada' }, change: { source: 'Contada' }, creationKey: randomUUID() };
    const refused = await ask('POST', '/api/teacher/question-changes', { ...body, expected: 3 });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ code: 'conflict', message: expect.stringContaining('2 questões, e não 3') });
    expect(await done('GET', '/api/teacher/questions?source=Banca%20contada')).toHaveLength(2);
    const first = await change({ ...body, expected: 2 });
    expect(first.changed).toBe(2);
    // By now the search finds none.
    expect(await change({ ...body, expected: 2 })).toEqual(first);
  });

  it('skips annulled questions, and its undo lists and skips those changed or deleted since', async () => {
    const [a = 0, b = 0, c = 0, d = 0] = await some(4);
    await done('POST', `/api/teacher/questions/${d}/annulment`, { reason: 'Sem resposta.' });
    const told = await change({ ids: [a, b, c, d], change: { status: 'outdated', reason: 'Velhas.' } });
    expect(told).toMatchObject({ changed: 3, left: [{ id: d, reason: 'annulled' }] });
    await done('PATCH', `/api/teacher/questions/${b}/status`, { status: 'active' });
    await test.request({ method: 'DELETE', url: `/api/teacher/questions/${c}`, as: ana });
    const back = await undo(told.id);
    expect(back).toMatchObject({ changed: 1, leftCount: 2 });
    expect(back.left.map(({ id, reason }: { id: number; reason: string }) => [id, reason])).toEqual([
      [b, 'changed'],
      [c, 'deleted'],
    ]);
    expect((await question(a)).status).toBe('active');
  });

  it('runs after a concurrent one of another author, and the first cannot be undone over the second', async () => {
    const ids = await some(5);
    const [one, two] = await Promise.all([
      change({ ids, change: { source: 'De Ana' } }),
      change({ ids: ids.toReversed(), change: { source: 'Do admin' } }, admin),
    ]);
    const [last] = await Promise.all(ids.slice(0, 1).map(question));
    const [lost, stands] = last.source === 'De Ana' ? [two, one] : [one, two];
    const loser = lost === one ? ana : admin;
    expect(await undo(lost.id, loser)).toMatchObject({ changed: 0, leftCount: 5 });
    expect(await undo(stands.id, loser === ana ? admin : ana)).toMatchObject({ changed: 5 });
    expect((await question(ids[0] ?? 0)).source).toBe(lost === one ? 'De Ana' : 'Do admin');
  });

  it.each([
    [{ ids: [1], change: {} }, 400],
    [{ change: { year: 2020 } }, 400],
    [{ ids: [1], filter: {}, change: { year: 2020 } }, 400],
    [{ filter: { organization: 'TJ-SP' }, change: { year: 2020 } }, 400],
    [{ filter: {}, expected: -1, change: { year: 2020 } }, 400],
    [{ ids: [1], change: { status: 'outdated' } }, 400],
    [{ ids: [1], change: { year: 20 } }, 400],
    [{ ids: [1], change: { subjectId: 2_000_000 } }, 409],
    [{ ids: [1], change: { topicId: 2_000_000 } }, 409],
  ])('%j is refused', async (payload, status) => {
    expect((await ask('POST', '/api/teacher/question-changes', payload)).statusCode).toBe(status);
  });

  it('can be undone for seven days', async () => {
    const ids = await some(1);
    const { id } = await change({ ids, change: { year: 2001 } });
    test.clock.advance(7 * DAY_MS);
    expect(await done('GET', '/api/teacher/question-changes')).toEqual([]);
    expect((await ask('POST', `/api/teacher/question-changes/${id}/undo`)).json()).toMatchObject({
      code: 'state_conflict',
      status: 'expired',
    });
  });
});

describe('an import', () => {
  it('is undone, except for questions that were used or changed since', async () => {
    const lines = ['Praticada?', 'Fica?', 'Muda?', 'Vai?', 'Vai também?'].map((text) => `${text};C`);
    const csv = `enunciado;gabarito\n${lines.join('\n')}\n`;
    const head = `--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nlote.csv\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: text/csv\r\n\r\n`;
    const sent = await test.request({
      method: 'POST',
      url: '/api/teacher/question-imports',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: `${head}${csv}\r\n--b--\r\n`,
      as: ana,
    });
    const student = await createPerson(test.deps.db, { now: test.clock.now() });
    const practice = await done('POST', '/api/practices', { kind: 'free', count: 1 }, student);
    await done('POST', `/api/teacher/question-imports/${sent.json().id}/confirm`);
    await runImport(test.deps, sent.json().id);
    const [listed] = await done('GET', '/api/teacher/question-changes');
    expect(listed).toMatchObject({ kind: 'import', fileName: 'lote.csv', questionCount: 5 });
    const [last, , changed, kept, practised] = await done('GET', '/api/teacher/questions?limit=5');
    // A question in the practice of a student who has not answered it yet.
    await test.deps.db
      .insertInto('practice_questions')
      .values({
        practice_id: practice.id,
        position: 2,
        question_id: practised.id,
        question_version_id: (
          await test.deps.db
            .selectFrom('question_versions')
            .select('id')
            .where('question_id', '=', practised.id)
            .executeTakeFirstOrThrow()
        ).id,
      })
      .execute();
    await publishComposed(test, ana, { questionIds: [kept.id] });
    await change({ ids: [changed.id], change: { year: 1999 } });
    const back = await undo(listed.id);
    expect(back).toMatchObject({ changed: 2, leftCount: 3 });
    expect(back.left).toEqual([
      { id: changed.id, excerpt: 'Muda?', reason: 'changed' },
      { id: practised.id, excerpt: 'Praticada?', reason: 'used' },
      { id: kept.id, excerpt: 'Fica?', reason: 'used' },
    ]);
    expect((await ask('GET', `/api/teacher/questions/${last.id}`)).statusCode).toBe(404);
  });
});

describe('the table of the bank', () => {
  it('exports only the selected questions', async () => {
    const [a = 0, , c = 0] = await some(3, { comment: 'Para o arquivo.' });
    const csv = (await ask('GET', `/api/teacher/question-export?ids=${a},${c}`)).body;
    expect(csv.match(/Para o arquivo/g)).toHaveLength(2);
    expect((await ask('GET', '/api/teacher/question-export?ids=1;DROP')).statusCode).toBe(400);
  });

  it('shows how students answered a question in practice, one answer for each student', async () => {
    const made = await createBankQuestion(test, ana, { source: 'Só do treino' });
    for (let at = 0; at < 3; at += 1) {
      const person = await createPerson(test.deps.db);
      const practice = await done('POST', '/api/practices', { kind: 'free', count: 50 }, person);
      const optionId = at === 0 ? made.wrong : made.right;
      await done('POST', `/api/practices/${practice.id}/answers`, { questionId: made.id, optionId }, person);
    }
    const told = await done('GET', `/api/teacher/questions/${made.id}/answers`);
    expect(told).toEqual({
      total: 3,
      options: made.options.map((id) => ({ id, count: id === made.right ? 2 : id === made.wrong ? 1 : 0 })),
    });
  });
});
