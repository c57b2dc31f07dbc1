import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { TOPICS_MAX } from '#contract/limits.ts';
import { searchKey } from '#server/db/keys.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { topicsOfSubject } from './topics.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let teacher: Person;
let admin: Person;
let serial = 0;

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  admin = await createPerson(test.deps.db, { role: 'admin' });
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, payload?: object, as = teacher) =>
  test.request({ method, url, ...(payload ? { payload } : {}), as });
const newSubject = async () => {
  serial += 1;
  const reply = await send('POST', '/api/subjects', { name: `Matéria de assuntos ${serial}` });
  return reply.json().id as number;
};
const newTopic = async (subjectId: number, name: string, parentId: number | null = null) => {
  const reply = await send('POST', '/api/teacher/topics', { subjectId, parentId, name });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().id as number;
};
const names = async (subjectId: number) =>
  (await topicsOfSubject(test.deps.db, subjectId)).map(({ name, parentId }) => (parentId ? `- ${name}` : name));
const question = async (id: number) => (await send('GET', `/api/teacher/questions/${id}`)).json();
const found = async (query: string) =>
  (await send('GET', `/api/teacher/questions?${query}`)).json().map(({ id }: { id: number }) => id);

describe('a topic', () => {
  it('is read back whole after every change', async () => {
    const [subjectId, other] = [await newSubject(), await newSubject()];
    const made = (await send('POST', '/api/teacher/topics', { subjectId, name: 'Crase', extra: 1 })).json();
    const topic = { id: made.id, subjectId, parentId: null, name: 'Crase', questionCount: 0, lessonCount: 0 };
    const listed = async (subject: number) => (await send('GET', `/api/teacher/topics?subjectId=${subject}`)).json();
    expect(made).toEqual(topic);
    expect(await listed(subjectId)).toEqual([topic]);
    const url = `/api/teacher/topics/${topic.id}`;
    const changed = { ...topic, subjectId: other, name: 'Acento grave' };
    expect((await send('PATCH', url, { name: 'Acento grave', subjectId: other })).json()).toEqual(changed);
    expect([await listed(subjectId), await listed(other)]).toEqual([[], [changed]]);
    expect((await send('DELETE', url)).json()).toEqual({ ok: true });
    expect((await send('DELETE', url)).statusCode).toBe(404);
    const events = await test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id as by'])
      .where('subject', '=', `topic:${topic.id}`)
      .orderBy('id')
      .execute();
    expect(events).toEqual(
      ['topic.created', 'topic.renamed', 'topic.deleted'].map((action) => ({ action, by: teacher.id })),
    );
  });

  it('stands in natural order, followed by its subtopics', async () => {
    const subjectId = await newSubject();
    const ten = await newTopic(subjectId, 'Aula 10');
    await newTopic(subjectId, 'Aula 2');
    await newTopic(subjectId, 'Item 12', ten);
    await newTopic(subjectId, 'Item 3', ten);
    await newTopic(subjectId, 'aula 1');
    expect(await names(subjectId)).toEqual(['aula 1', 'Aula 2', 'Aula 10', '- Item 3', '- Item 12']);
    const listed = (await send('GET', `/api/teacher/topics?subjectId=${subjectId}`)).json();
    expect(listed.map(({ name }: { name: string }) => name)).toEqual([
      'aula 1',
      'Aula 2',
      'Aula 10',
      'Item 3',
      'Item 12',
    ]);
  });

  it('exists once, whatever the case and accents, and whichever person makes it', async () => {
    const subjectId = await newSubject();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => send('POST', '/api/teacher/topics', { subjectId, name: 'Regência' })),
    );
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(7).fill(409)]);
    const again = await send('POST', '/api/teacher/topics', { subjectId, name: ' REGENCIA ' });
    expect(again.json()).toMatchObject({ code: 'topic_exists', topic: { name: 'Regência' } });
    const below = again.json().topic.id;
    expect(await newTopic(subjectId, 'Regência', below)).not.toBe(below);
  });

  it.each([{ name: '' }, { name: '  ' }, { name: 'a > b' }, { name: 'x'.repeat(121) }, { name: 'a\0' }, {}])(
    'refuses %j',
    async (wish) => {
      const subjectId = await newSubject();
      expect((await send('POST', '/api/teacher/topics', { subjectId, ...wish })).statusCode).toBe(400);
    },
  );

  it('is accepted up to the maximum of its subject, and not beyond', async () => {
    const subjectId = await newSubject();
    await sql`INSERT INTO topics (subject_id, name, name_key) SELECT ${subjectId}, 'Assunto ' || n, topic_key('Assunto ' || n) FROM generate_series(1, ${TOPICS_MAX - 1}) n`.execute(
      test.deps.db,
    );
    await newTopic(subjectId, 'O último');
    const over = await send('POST', '/api/teacher/topics', { subjectId, name: 'Um a mais' });
    expect([over.statusCode, over.json().fields]).toEqual([
      400,
      { name: `Uma matéria tem no máximo ${TOPICS_MAX} assuntos.` },
    ]);
  });

  it('has two levels, in one subject', async () => {
    const [subjectId, other] = [await newSubject(), await newSubject()];
    const top = await newTopic(subjectId, 'Sintaxe');
    const sub = await newTopic(subjectId, 'Período', top);
    const post = (body: object) => send('POST', '/api/teacher/topics', { name: 'Novo', ...body });
    expect((await post({ subjectId, parentId: sub })).statusCode).toBe(400);
    expect((await post({ subjectId: other, parentId: top })).json().code).toBe('topic_gone');
    expect((await post({ subjectId: 999_999 })).json().code).toBe('subject_gone');
    const second = await newTopic(subjectId, 'Morfologia');
    const patch = (id: number, body: object) => send('PATCH', `/api/teacher/topics/${id}`, body);
    expect((await patch(top, { parentId: second })).statusCode).toBe(400);
    expect((await patch(top, { parentId: top })).statusCode).toBe(400);
    expect((await patch(sub, { parentId: second })).json()).toMatchObject({ parentId: second });
    expect((await patch(sub, { parentId: null, name: 'sintaxe' })).json()).toMatchObject({
      code: 'topic_exists',
      topic: { id: top },
    });
    expect((await patch(999_999, { name: 'x' })).statusCode).toBe(404);
    expect((await patch(second, { name: 'Morfologia' })).statusCode).toBe(200);
  });
});

describe('what refers to a topic', () => {
  const filled = async () => {
    const subjectId = await newSubject();
    const topicId = await newTopic(subjectId, 'Crase');
    const { id } = await createBankQuestion(test, teacher, { subjectId, topic: 'CRASE' });
    const lesson = await send('POST', '/api/articles', {
      title: `Aula ${subjectId}`,
      content: '<p>x</p>',
      subjectId,
      topicId,
      published: true,
    });
    expect(lesson.json()).toMatchObject({ topicId });
    const quiz = await publishComposed(test, teacher, { draws: [{ count: 1, subjectId, topicId }] });
    return { subjectId, topicId, questionId: id, lessonId: lesson.json().id as number, quizId: quiz.id };
  };
  const drawsOf = async (quizId: number) =>
    (await send('GET', `/api/teacher/quizzes/${quizId}/composition`)).json().draws;

  it('keeps it, with the counts in the refusal', async () => {
    const { topicId, subjectId } = await filled();
    await newTopic(subjectId, 'Casos', topicId);
    const refused = await send('DELETE', `/api/teacher/topics/${topicId}`);
    expect(refused.json()).toMatchObject({
      code: 'topic_in_use',
      message: 'Este assunto ainda é usado: 1 questão, 1 aula, 1 sorteio, 1 subassunto. Junte-o com outro.',
      uses: { questions: 1, lessons: 1, draws: 1, subtopics: 1 },
    });
    expect((await send('DELETE', `/api/subjects/${subjectId}`, undefined, admin)).json()).toMatchObject({
      code: 'subject_in_use',
      message: 'Esta matéria ainda é usada: 1 questão, 1 aula, 1 sorteio. Junte-a com outra antes de excluir.',
      uses: { questions: 1, lessons: 1, draws: 1 },
    });
  });

  it('is shown with the new name after a rename', async () => {
    const { topicId, subjectId, questionId, quizId } = await filled();
    await send('PATCH', `/api/teacher/topics/${topicId}`, { name: 'Acento grave' });
    expect(await question(questionId)).toMatchObject({ topicId, topic: 'Acento grave' });
    expect(await found(`subjectId=${subjectId}&search=grave`)).toEqual([questionId]);
    expect(await drawsOf(quizId)).toMatchObject([{ topicId, topic: 'Acento grave', available: 1 }]);
  });

  it('follows a move to another subject', async () => {
    const { topicId, subjectId, questionId, quizId, lessonId } = await filled();
    const other = await newSubject();
    await newTopic(subjectId, 'Casos', topicId);
    // Held ready from now on.
    expect((await send('GET', `/api/articles/${lessonId}`)).json()).toMatchObject({ subjectId, topicId });
    expect((await send('PATCH', `/api/teacher/topics/${topicId}`, { subjectId: other })).json()).toMatchObject({
      subjectId: other,
      questionCount: 1,
      lessonCount: 1,
    });
    expect(await question(questionId)).toMatchObject({ subjectId: other, topicId, topic: 'Crase' });
    expect([await names(subjectId), await names(other)]).toEqual([[], ['Crase', '- Casos']]);
    expect((await send('GET', `/api/articles/${lessonId}`)).json()).toMatchObject({ subjectId: other, topicId });
    expect(await drawsOf(quizId)).toMatchObject([{ subjectId: other, topicId, available: 1 }]);
  });

  it('goes into the topic that it is merged with, subtopics of one name with each other', async () => {
    const { topicId, subjectId, questionId, quizId, lessonId } = await filled();
    const into = await newTopic(subjectId, 'Acentos');
    const [mine, theirs] = [await newTopic(subjectId, 'Casos', topicId), await newTopic(subjectId, 'casos', into)];
    await newTopic(subjectId, 'Exceções', topicId);
    const { id: below } = await createBankQuestion(test, teacher, { subjectId });
    await test.deps.db.updateTable('questions').set({ topic_id: mine }).where('id', '=', below).execute();
    const merge = (target: number) => send('POST', `/api/teacher/topics/${topicId}/merge`, { into: target });
    expect((await merge(topicId)).statusCode).toBe(400);
    expect((await merge(mine)).json().fields).toEqual({
      into: 'O subassunto está dentro deste assunto: mova-o antes.',
    });
    // Held ready from now on.
    expect((await send('GET', `/api/articles/${lessonId}`)).json().topicId).toBe(topicId);
    expect((await merge(999_999)).json().code).toBe('topic_gone');
    expect((await merge(into)).json()).toMatchObject({ id: into, questionCount: 1, lessonCount: 1 });
    expect((await merge(into)).statusCode).toBe(404);
    expect(await names(subjectId)).toEqual(['Acentos', '- casos', '- Exceções']);
    expect(await question(questionId)).toMatchObject({ topicId: into, topic: 'Acentos' });
    expect(await question(below)).toMatchObject({ topicId: theirs, topic: 'casos' });
    expect((await send('GET', `/api/articles/${lessonId}`)).json().topicId).toBe(into);
    expect(await drawsOf(quizId)).toMatchObject([{ topicId: into, topic: 'Acentos', available: 2 }]);
    expect(await found(`topicId=${into}`)).toEqual([below, questionId]);
  });

  it('goes with its subject, topics of one name with each other', async () => {
    const { topicId, subjectId, questionId, lessonId, quizId } = await filled();
    const into = await newSubject();
    const twin = await newTopic(into, 'crase');
    await newTopic(subjectId, 'Outra', null);
    await send('POST', `/api/subjects/${subjectId}/merge`, { into }, admin);
    expect(topicId).not.toBe(twin);
    expect(await names(into)).toEqual(['crase', 'Outra']);
    expect(await question(questionId)).toMatchObject({ subjectId: into, topicId: twin, topic: 'crase' });
    expect((await send('GET', `/api/articles/${lessonId}`)).json()).toMatchObject({ subjectId: into, topicId: twin });
    expect(await drawsOf(quizId)).toMatchObject([{ subjectId: into, topicId: twin }]);
  });

  it('is never lost to a question that is written while it is merged away', async () => {
    const subjectId = await newSubject();
    for (let round = 0; round < 5; round += 1) {
      const [from, into] = [await newTopic(subjectId, `De ${round}`), await newTopic(subjectId, `Para ${round}`)];
      const { id } = await createBankQuestion(test, teacher, { subjectId, topic: `De ${round}` });
      const stored = await question(id);
      const [merged, saved, made] = await Promise.all([
        send('POST', `/api/teacher/topics/${from}/merge`, { into }),
        send('PUT', `/api/teacher/questions/${id}`, { ...stored, comment: 'Outro.', topicId: from }),
        send('POST', '/api/teacher/questions', { ...stored, questionText: `Nova ${round}?`, topicId: from }),
      ]);
      expect(merged.statusCode, merged.body).toBe(200);
      for (const reply of [saved, made]) {
        expect([200, 201, 409], reply.body).toContain(reply.statusCode);
        if (reply.statusCode === 409) expect(reply.json().code).toBe('topic_gone');
        else expect(await question(reply.json().id)).toMatchObject({ topicId: into, topic: `Para ${round}` });
      }
    }
  });
});

describe('a question', () => {
  it('names a topic of its subject, by id or by text', async () => {
    const [subjectId, other] = [await newSubject(), await newSubject()];
    const top = await newTopic(subjectId, 'Penas');
    const sub = await newTopic(subjectId, 'Penas', top);
    const { id } = await createBankQuestion(test, teacher, { subjectId, topic: 'penas ' });
    const stored = await question(id);
    expect(stored).toMatchObject({ topicId: top, topic: 'Penas' });
    const save = async (change: object) =>
      send('PUT', `/api/teacher/questions/${id}`, { ...(await question(id)), topicId: undefined, ...change });
    expect((await save({ topicId: sub })).json()).toMatchObject({ topicId: sub, topic: 'Penas', revision: 2 });
    expect((await save({ source: 'FGV' })).json()).toMatchObject({ topicId: sub, revision: 3 });
    expect((await save({ subjectId: other, topicId: sub })).json().code).toBe('topic_gone');
    expect((await save({ subjectId: other, topic: 'Multas' })).json()).toMatchObject({
      subjectId: other,
      topic: 'Multas',
    });
    expect(await names(other)).toEqual(['Multas']);
    expect((await save({ topicId: null })).json()).toMatchObject({ topicId: null, topic: '' });
    const loose = await save({ subjectId: null, topic: 'Solto' });
    expect(loose.json()).toMatchObject({ subjectId: null, topicId: null, topic: 'Solto' });
  });

  it('is kept in step by the database where only the text is written, as the version before does', async () => {
    const [subjectId, other] = [await newSubject(), await newSubject()];
    const { id } = await createBankQuestion(test, teacher, { subjectId, topic: 'Crase' });
    const write = (change: object) => test.deps.db.updateTable('questions').set(change).where('id', '=', id).execute();
    const [{ id: first } = { id: 0 }] = await topicsOfSubject(test.deps.db, subjectId);
    await write({ topic: 'CRASE', subject_id: subjectId });
    expect(await question(id)).toMatchObject({ topicId: first, topic: 'Crase' });
    await write({ subject_id: other });
    expect(await names(other)).toEqual(['Crase']);
    await write({ topic: '' });
    expect(await question(id)).toMatchObject({ subjectId: other, topicId: null, topic: '' });
    await write({ topic: 'Novo' });
    expect(await names(other)).toEqual(['Crase', 'Novo']);
    await test.deps.db.deleteFrom('subjects').where('id', '=', other).execute();
    expect(await question(id)).toMatchObject({ subjectId: null, topicId: null, topic: 'Novo' });
  });
});

it('a topic has the key that the rest of the product gives to names', async () => {
  const texts = [
    '  Ação   e Reação ',
    'ﬁNAL',
    'ÀÉÎÕÜ Ç',
    'İstanbul',
    'Straße',
    'Ångström',
    'a\u00a0b\tc\nd',
    'é e\u0301',
    '№ 5',
  ];
  const { rows } = await sql<{ key: string }>`SELECT topic_key(t) AS key FROM unnest(${texts}::text[]) t`.execute(
    test.deps.db,
  );
  expect(rows.map(({ key }) => key)).toEqual(texts.map(searchKey));
});
