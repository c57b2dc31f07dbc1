import { beforeAll, expect, it } from 'vitest';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher' });
});

const get = (url: string, as = ana) => test.request({ method: 'GET', url, as });
const send = (method: 'POST' | 'PUT', url: string, payload: object = {}) =>
  test.request({ method, url, payload, as: ana });
const idsOf = async (query: string) =>
  (await get(`/api/teacher/questions?order=asc&sort=id&${query}`)).json().map(({ id }: { id: number }) => id);

const BASE = '/api/teacher/question-imports';

async function upload(text: string, name: string) {
  const boundary = 'limite';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: text/plain\r\n\r\n`;
  const reply = await test.request({
    method: 'POST',
    url: BASE,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(text), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    as: ana,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json().id as number;
}

async function confirm(id: number) {
  await send('POST', `${BASE}/${id}/confirm`);
  await test.deps.jobs.drain();
}

it('órgão and cargo are stored, filtered by and listed, and a save without them leaves them as they are', async () => {
  const asked = { source: 'Vunesp', organ: 'TJ-SP', post: 'Escrevente', year: 2024 };
  const { id } = await createBankQuestion(test, ana, asked);
  const other = await createBankQuestion(test, ana, { source: 'Vunesp', organ: 'PM-SP', year: 2018 });
  expect((await get(`/api/teacher/questions/${id}`)).json()).toMatchObject(asked);
  expect(await idsOf('organ=TJ-SP')).toEqual([id]);
  expect(await idsOf('post=Escrevente&organ=PM-SP')).toEqual([]);
  expect(await idsOf('source=Vunesp&yearFrom=2018&yearTo=2020')).toEqual([other.id]);
  expect(await idsOf('source=Vunesp&yearFrom=2019')).toEqual([id]);
  expect(await idsOf('search=escrevente')).toEqual([id]);
  expect((await get('/api/teacher/question-labels')).json()).toMatchObject({
    organs: ['PM-SP', 'TJ-SP'],
    posts: ['Escrevente'],
  });
  const { questionText, comment, options, revision } = (await get(`/api/teacher/questions/${id}`)).json();
  const plain = { questionText, comment, options, source: 'Vunesp', year: 2024, subjectId: null };
  const saved = await send('PUT', `/api/teacher/questions/${id}`, { ...plain, difficulty: 'easy', revision });
  expect(saved.json()).toMatchObject({ ...asked, difficulty: 'easy' });
  for (const word of ['escrevente', 'tj']) expect(await idsOf(`search=${word}`), word).toEqual([id]);
  const cleared = { ...plain, organ: '', post: 'Oficial', revision: saved.json().revision };
  expect((await send('PUT', `/api/teacher/questions/${id}`, cleared)).json()).toMatchObject({
    organ: '',
    post: 'Oficial',
  });
  expect(await idsOf('search=oficial')).toEqual([id]);
  for (const word of ['escrevente', 'tj']) expect(await idsOf(`search=${word}`), word).toEqual([]);
});

it('questions without a subject, a topic, a banca or a year are found by what they lack', async () => {
  const { id: subjectId } = (await send('POST', '/api/subjects', { name: 'Falta' })).json();
  const full = await createBankQuestion(test, ana, {
    questionText: 'Lacuna?',
    ...{ subjectId, topic: 'Tema', source: 'FGV', year: 2020 },
  });
  const bare = await createBankQuestion(test, ana, { questionText: 'Lacuna dois?' });
  for (const lacks of ['subject', 'topic', 'source', 'year']) {
    const found = await idsOf(`search=lacuna&lacks=${lacks}`);
    expect(found, lacks).toEqual([bare.id]);
    expect(found).not.toContain(full.id);
  }
  expect((await get('/api/teacher/questions?lacks=key')).statusCode).toBe(400);
});

const versionOf = (id: number) =>
  test.deps.db.selectFrom('questions').select('current_version_id').where('id', '=', id).executeTakeFirstOrThrow();

it('questions that few answer right, without a comment and with an open doubt are found by that', async () => {
  const ask = (questionText: string, comment: string) =>
    createBankQuestion(test, ana, { questionText: `Atenção ${questionText}?`, comment });
  const [hard, fair, rare, silent] = [
    await ask('difícil', 'Explica.'),
    await ask('justa', 'Explica.'),
    await ask('rara', 'Explica.'),
    await ask('muda', ''),
  ];
  const counts = [
    [hard.id, 10, 3],
    [fair.id, 10, 4],
    [rare.id, 9, 0],
  ] as const;
  for (const [id, answers, rights] of counts) {
    const { current_version_id: version } = await versionOf(id);
    const row = { question_version_id: Number(version), value: 0, answers, rights };
    await test.deps.db.insertInto('question_difficulties').values(row).execute();
  }
  const shown = (await get('/api/teacher/questions?search=atenção&sort=id&order=asc')).json<
    { rightPercent: unknown }[]
  >();
  expect(shown.map(({ rightPercent }) => rightPercent)).toEqual([30, 40, null, null]);
  expect(await idsOf('search=atenção&attention=few_right')).toEqual([hard.id]);
  // The comments of its options are comments, too.
  expect(await idsOf('search=atenção&attention=no_comment')).toEqual([]);
  const { current_version_id: silentVersion } = await versionOf(silent.id);
  await test.deps.db
    .updateTable('options')
    .set({ comment: '' })
    .where('question_version_id', '=', Number(silentVersion))
    .execute();
  expect(await idsOf('search=atenção&attention=no_comment')).toEqual([silent.id]);
  const student = await createPerson(test.deps.db);
  const doubt = {
    ...{ user_id: student.id, question_id: fair.id, body: 'Por quê?', pseudonym: 'Ipê' },
    ...{ created_at: test.clock.now(), asked_on: test.clock.now() },
  };
  const { id: doubtId } = await test.deps.db
    .insertInto('doubts')
    .values(doubt)
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await idsOf('search=atenção&attention=open_doubt')).toEqual([fair.id]);
  await test.deps.db
    .updateTable('doubts')
    .set({ state: 'answered', answer: 'Porque sim.', answered_at: test.clock.now(), answered_by: ana.id })
    .where('id', '=', doubtId)
    .execute();
  expect(await idsOf('search=atenção&attention=open_doubt')).toEqual([]);
  expect((await get('/api/teacher/questions?attention=all')).statusCode).toBe(400);
});

it('labels for all rows fill órgão and cargo where they are empty, and the questions of the file are found by it', async () => {
  const id = await upload(
    'enunciado,alternativa_a,alternativa_b,correta,orgao,cargo\nPergunta um do arquivo?,x,y,A,Câmara,\nPergunta dois do arquivo?,z,w,B,,',
    'prova do tribunal.csv',
  );
  const filled = await send('PUT', `${BASE}/${id}/labels`, { organ: 'TRT', post: 'Analista' });
  expect(filled.statusCode, filled.body).toBe(200);
  await confirm(id);
  const rows = (await get(`/api/teacher/questions?importId=${id}&sort=id&order=asc`)).json();
  expect(rows.map(({ organ, post }: { organ: string; post: string }) => [organ, post])).toEqual([
    ['Câmara', 'Analista'],
    ['TRT', 'Analista'],
  ]);
  const imports = async (as: Person) => (await get('/api/teacher/question-labels', as)).json().imports;
  expect(await imports(ana)).toEqual([{ id, fileName: 'prova do tribunal.csv' }]);
  expect(await imports(bia)).toEqual([]);
});

it.each(['csv', 'gift', 'moodle'])('órgão and cargo leave and come back in %s', async (format) => {
  const { id } = await createBankQuestion(test, ana, {
    questionText: `Volta do ${format}?`,
    ...{ organ: 'Prefeitura de Santos', post: 'Guarda' },
  });
  const file = (await get(`/api/teacher/question-export?ids=${id}&format=${format}`)).body;
  const text = file.replaceAll(`Volta do ${format}?`, `Outra volta do ${format}, com mais palavras?`);
  const again = await upload(text, `volta.${format === 'moodle' ? 'xml' : format}`);
  const [entry] = (await get(`${BASE}/${again}/entries`)).json();
  expect(entry.question).toMatchObject({ organ: 'Prefeitura de Santos', post: 'Guarda' });
});

it('entries that still need a key are listed apart from other problems', async () => {
  const id = await upload(
    '1. Sobre o mar, é certo:\na) um\nb) dois\n2. Sobre o rio, é certo:\na) três\nb) quatro\n3. Sobre o lago, é certo:\na) cinco\nb) seis',
    'sem.txt',
  );
  const numbers = async (only: string) =>
    (await get(`${BASE}/${id}/entries?only=${only}`)).json().map(({ number }: { number: number }) => number);
  expect(await numbers('keyless')).toEqual([1, 2, 3]);
  await send('PUT', `${BASE}/${id}/keys`, { text: '1-A 3-B' });
  expect(await numbers('keyless')).toEqual([2]);
});
