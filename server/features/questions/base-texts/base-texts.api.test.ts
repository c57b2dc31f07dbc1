import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import * as contract from '#contract/questions/base-texts.ts';
import { runImport } from '#server/features/questions/question-bank/imports.service.ts';
import { publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;
let student: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher', firstName: 'Bia' });
  student = await createPerson(test.deps.db);
});

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = ana) =>
  test.request({ method, url, ...(payload ? { payload } : {}), as });
const done = async (...call: Parameters<typeof ask>) => {
  const reply = await ask(...call);
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json();
};

const textOf = (text: string, title = '') => done('POST', '/api/teacher/base-texts', { title, text });
const questionOf = (questionText: string, baseTextId: number | null, topic = '') =>
  done('POST', '/api/teacher/questions', {
    questionText,
    baseTextId,
    source: topic,
    options: ['sim', 'não'].map((optionText, place) => ({ optionText, isCorrect: place === 0 })),
  });
const question = (id: number) => done('GET', `/api/teacher/questions/${id}`);

describe('a base text', () => {
  it('is read back with all fields after every change', async () => {
    const standing = {
      questionCount: 0,
      authorName: 'Ana Silva',
      mayEdit: true,
      updatedAt: test.clock.now().toISOString(),
    };
    const first = { title: 'Texto I', format: 'plain', text: 'Leia com calma.' };
    const second = { title: '', format: 'html', text: '<p>Leia <strong>duas</strong> vezes.</p>' };
    await roundTrip(test, {
      as: ana,
      create: {
        call: contract.createBaseText,
        body: { ...first, creationKey: randomUUID() },
        reads: { ...first, ...standing, excerpt: 'Leia com calma.', versionId: expect.any(Number), revision: 1 },
      },
      update: {
        call: contract.saveBaseText,
        body: second,
        over: ({ revision }) => ({ revision }),
        reads: { ...second, ...standing, excerpt: 'Leia duas vezes.', versionId: expect.any(Number), revision: 2 },
      },
      read: { call: contract.getBaseText },
      list: { call: contract.listBaseTexts, shows: ({ versionId, format, text, revision, ...summary }) => summary },
      remove: contract.deleteBaseText,
      rows: { table: 'base_texts' },
      audit: { of: 'base-text', events: [{ action: 'base_text.deleted' }] },
    });
  });

  it('is sanitised, must not be empty, and is found by any part of it', async () => {
    expect((await ask('POST', '/api/teacher/base-texts', { format: 'html', text: '<p> </p>' })).json()).toMatchObject({
      code: 'bad_request',
      fields: { text: 'Escreva o texto-base.' },
    });
    const html = '<p onclick="x()">A invenção do Ônibus</p><script>1</script>';
    expect(await done('POST', '/api/teacher/base-texts', { format: 'html', text: html })).toMatchObject({
      text: '<p>A invenção do Ônibus</p>',
    });
    const found = await ask('GET', '/api/teacher/base-texts?search=invencao%20do%20onibus');
    expect([found.json().length, found.headers['x-total-count']]).toEqual([1, '1']);
    expect(await done('GET', '/api/teacher/base-texts?search=100%25')).toEqual([]);
    const [{ id }] = found.json();
    await done('PUT', `/api/teacher/base-texts/${id}`, { text: 'A invenção do bonde', revision: 1 });
    expect(await done('GET', '/api/teacher/base-texts?search=onibus')).toEqual([]);
    expect(await done('GET', '/api/teacher/base-texts?search=bonde')).toMatchObject([{ id }]);
    await textOf('Sobre outra coisa.');
    const one = await ask('GET', '/api/teacher/base-texts?search=bonde');
    expect([one.json().length, one.headers['x-total-count']]).toEqual([1, '1']);
  });

  it('is created once for a creation key, and the key of another author is a conflict', async () => {
    const body = { text: 'Uma vez só.', creationKey: randomUUID() };
    const made = await done('POST', '/api/teacher/base-texts', body);
    const again = await ask('POST', '/api/teacher/base-texts', body);
    expect([again.statusCode, again.json().id]).toEqual([200, made.id]);
    expect((await ask('POST', '/api/teacher/base-texts', body, bia)).json().code).toBe('conflict');
  });

  it('is changed only by its author at the current revision, and deleted only while unused', async () => {
    const made = await textOf('De Ana.');
    const url = `/api/teacher/base-texts/${made.id}`;
    const change = (text: string, revision: number, as = ana) => ask('PUT', url, { text, revision }, as);
    expect((await change('De Bia.', 1, bia)).statusCode).toBe(403);
    expect((await change('Outra.', 1)).statusCode).toBe(200);
    // A repeated call gets the same answer.
    expect((await change('Outra.', 1)).json().revision).toBe(2);
    expect((await change('Velha.', 1)).json().code).toBe('version_conflict');
    const used = await questionOf('Quem?', made.id);
    expect((await ask('DELETE', url)).json().code).toBe('text_in_use');
    await done('DELETE', `/api/teacher/questions/${used.id}`);
    expect((await ask('DELETE', url)).statusCode).toBe(200);
    expect((await ask('GET', url)).statusCode).toBe(404);
  });
});

describe('questions with a base text', () => {
  it('get a new version when the text changes, and keep the text when a save does not name it', async () => {
    const text = await textOf('O rato roeu a rolha.', 'Texto I');
    const [one, two] = [await questionOf('Quem roeu a rolha?', text.id), await questionOf('O que foi roído?', text.id)];
    expect(one.baseText).toMatchObject({ id: text.id, versionId: text.versionId, text: 'O rato roeu a rolha.' });
    expect(await done('GET', `/api/teacher/questions?baseTextId=${text.id}`)).toHaveLength(2);
    await done('PUT', `/api/teacher/base-texts/${text.id}`, {
      title: 'Texto I',
      text: 'O rei roeu a roupa.',
      revision: 1,
    });
    for (const { id } of [one, two]) {
      expect(await question(id)).toMatchObject({
        baseText: { text: 'O rei roeu a roupa.' },
        versionCount: 2,
        revision: 1,
      });
    }
    expect(await done('GET', '/api/teacher/questions?search=roupa')).toHaveLength(2);
    // A browser with an older build sends no base text: the question keeps its own.
    const saved = await done('PUT', `/api/teacher/questions/${one.id}`, {
      questionText: 'Quem roeu a roupa?',
      options: one.options,
      revision: 1,
    });
    expect(saved).toMatchObject({ baseText: { text: 'O rei roeu a roupa.' }, versionCount: 3 });
    const without = await done('PUT', `/api/teacher/questions/${two.id}`, { ...two, baseTextId: null, revision: 1 });
    expect(without.baseText).toBeNull();
    expect((await ask('POST', '/api/teacher/questions', { ...two, baseTextId: 2_000_000 })).json()).toMatchObject({
      fields: { baseTextId: 'Este texto-base não existe mais. Escolha outro.' },
    });
  });

  it('are no duplicates of the same statement with another text', async () => {
    const [a, b] = [await textOf('Sobre o mar.'), await textOf('Sobre a terra.')];
    await questionOf('Qual é o tema?', a.id);
    const csv = 'enunciado;alternativa_a;alternativa_b;correta;texto_base\n';
    const preview = await upload(
      `${csv}Qual é o tema?;sim;não;A;Sobre o mar.\nQual é o tema?;sim;não;A;Sobre a terra.\n`,
    );
    expect(preview).toMatchObject({ total: 2, duplicateCount: 1 });
    expect(b.questionCount).toBe(0);
  });

  it('show it in attempt, review and practice; a taken quiz keeps the version it had', async () => {
    const text = await textOf('Texto de antes.');
    const made = await questionOf('Do que trata?', text.id);
    const quiz = await publishComposed(test, ana, { questionIds: [made.id] });
    const before = { id: text.id, versionId: text.versionId, title: '', format: 'plain', text: 'Texto de antes.' };
    const sheet = await done('POST', `/api/quizzes/${quiz.id}/start`, {}, student);
    expect(sheet.questions[0].baseText).toEqual(before);
    await takeQuiz(test, student, quiz.id, new Map([[made.id, made.options[1].id]]));
    // A background job adds closed attempts to the answer log.
    await test.deps.jobs.drain();
    await test.deps.jobs.drain();
    await done('PUT', `/api/teacher/base-texts/${text.id}`, { text: 'Texto de depois.', revision: 1 });
    const review = await done('GET', `/api/attempts/${sheet.id}/review`, undefined, student);
    expect(review.questions[0].baseText).toEqual(before);
    const [mistake] = (await done('GET', '/api/mistakes', undefined, student)).items;
    expect(mistake.baseText).toEqual(before);
    const today = await done('GET', '/api/review/today?of=mistakes', undefined, student);
    expect(today.items[0].baseText.text).toBe('Texto de depois.');
    const practice = await done('POST', '/api/practices', { kind: 'mistakes', quizId: quiz.id }, student);
    expect(practice.questions[0].baseText.text).toBe('Texto de depois.');
    // The quiz takes the new text when its author asks for it.
    const composition = await done('GET', `/api/teacher/quizzes/${quiz.id}/composition`);
    expect(composition.questions[0].hasNewerVersion).toBe(true);
  });

  it('in the draft of a simulado keep the text and follow its changes', async () => {
    const text = await textOf('Ainda em rascunho.');
    const { id, ...draft } = await done('POST', '/api/teacher/quizzes', { title: 'Com texto' });
    const options = ['a', 'b'].map((optionText, place) => ({ optionText, isCorrect: place === 0 }));
    const first = { questionText: 'Um?', options, baseTextId: text.id };
    const saved = await done('PUT', `/api/teacher/quizzes/${id}`, { ...draft, questions: [first] });
    expect(saved.questions[0].baseText.text).toBe('Ainda em rascunho.');
    await done('PUT', `/api/teacher/base-texts/${text.id}`, { text: 'Passado a limpo.', revision: 1 });
    const [read] = (await done('GET', `/api/teacher/quizzes/${id}`)).questions;
    expect(read.baseText.text).toBe('Passado a limpo.');
    const kept = { id: read.id, questionText: 'Dois?', options };
    const again = await done('PUT', `/api/teacher/quizzes/${id}`, { ...saved, questions: [kept] });
    expect(again.questions[0].baseText.text).toBe('Passado a limpo.');
    await done('POST', `/api/teacher/quizzes/${id}/publish`, { revision: again.revision });
    expect((await question(read.id)).baseText.text).toBe('Passado a limpo.');
  });

  it('stay next to each other in draws and in practice', async () => {
    const texts = [await textOf('Primeiro.'), await textOf('Segundo.'), await textOf('Terceiro.')];
    for (let at = 0; at < 9; at += 1) await questionOf(`Sorteada ${at}?`, texts[at % 3].id, 'Banca dos textos');
    const quiz = await publishComposed(test, ana, { draws: [{ count: 7, source: 'Banca dos textos' }] });
    for (let at = 0; at < 4; at += 1) {
      const person = await createPerson(test.deps.db);
      const sheet = await done('POST', `/api/quizzes/${quiz.id}/start`, {}, person);
      const order: number[] = sheet.questions.map(({ baseText }: { baseText: { id: number } }) => baseText.id);
      const runs = order.filter((id, place) => id !== order[place - 1]);
      // Two texts whole and one question of the third, none of them apart.
      expect(runs).toHaveLength(3);
      expect(order.filter((id) => id === runs[0])).toHaveLength(3);
    }
  });

  it('share one text after an import, and are exported unchanged', async () => {
    const csv =
      'enunciado;gabarito;texto_base;texto_titulo\nA1;C;"Um só.\n\nDois.";Texto A\nA2;E;"Um só.\n\nDois.";Texto A\n';
    await imported(csv);
    const [text] = await done('GET', '/api/teacher/base-texts?search=texto%20a');
    expect(text).toMatchObject({ title: 'Texto A', questionCount: 2 });
    const gift = (await ask('GET', `/api/teacher/question-export?format=gift&baseTextId=${text.id}`)).body;
    expect(gift.match(/Um só/g)).toHaveLength(1);
    expect(await upload(gift, 'volta.gift.txt')).toMatchObject({ total: 2, problemCount: 0, duplicateCount: 2 });
    const back = (await ask('GET', `/api/teacher/question-export?format=csv&baseTextId=${text.id}`)).body;
    expect(await upload(back)).toMatchObject({ total: 2, problemCount: 0, duplicateCount: 2 });
    // Another file with the same text takes the one that is there.
    await imported('enunciado;gabarito;texto_base;texto_titulo\nA3;C;"Um só.\n\nDois.";Texto A\n');
    expect(await done('GET', '/api/teacher/base-texts?search=texto%20a')).toMatchObject([
      { id: text.id, questionCount: 3 },
    ]);
  });
});

async function upload(content: string, name = 'questoes.csv') {
  const head = `--b\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const reply = await test.request({
    method: 'POST',
    url: '/api/teacher/question-imports',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')]),
    as: ana,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
}

async function imported(content: string) {
  const { id, problemCount } = await upload(content);
  expect(problemCount).toBe(0);
  await done('POST', `/api/teacher/question-imports/${id}/confirm`);
  await runImport(test.deps, id);
}
