import { beforeAll, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const call = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, as = ana) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

async function upload(content: string, name: string): Promise<{ id: number; address: string }> {
  const boundary = 'limite';
  const reply = await test.request({
    method: 'POST',
    url: '/api/teacher/question-imports',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    as: ana,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return { id: reply.json().id, address: `/api/teacher/question-imports/${reply.json().id}` };
}
const faulty = async (address: string) => (await call('GET', `${address}/entries?only=problems`)).json();
const correct = (address: string, position: number, question: object, as = ana) =>
  call('PUT', `${address}/entries/${position}/question`, question, as);

const sheet = `enunciado;a;b;c;gabarito;materia;assunto;banca;ano;dificuldade
Qual é a capital da Bahia?;Salvador;Recife;Natal;A;Geografia;Capitais;FGV;2024;fácil
Qual é a capital do Ceará?;Fortaleza;Recife;Natal;F;Geografia;Capitais;FGV;2024;fácil
Qual é a capital do Pará?;Belém;Manaus;Macapá;A;Geografia;Capitais;FGV;24;fácil`;

it('an entry with a problem shows what could be read, and is imported once it is corrected', async () => {
  const { address } = await upload(sheet, 'capitais.csv');
  await test.deps.jobs.drain();
  const [ceara, para] = await faulty(address);
  expect(ceara.unfinished).toMatchObject({
    questionText: 'Qual é a capital do Ceará?',
    subject: 'Geografia',
    topic: 'Capitais',
    source: 'FGV',
    year: 2024,
    difficulty: 'easy',
    options: ['Fortaleza', 'Recife', 'Natal'].map((optionText) => ({ optionText, isCorrect: false })),
  });
  // Only the year is not understood: the key is kept.
  expect(para.unfinished).toMatchObject({ year: null, options: [{ isCorrect: true }, {}, {}] });
  const without = { ...ceara.unfinished, options: ceara.unfinished.options };
  expect((await correct(address, ceara.position, without)).json()).toMatchObject({
    code: 'bad_request',
    message: expect.stringMatching(/certa/),
  });
  const right = {
    ...ceara.unfinished,
    options: ceara.unfinished.options.map((one: object, place: number) => ({ ...one, isCorrect: place === 0 })),
  };
  const other = await createPerson(test.deps.db, { role: 'teacher' });
  expect((await correct(address, ceara.position, right, other)).statusCode).toBe(404);
  expect((await correct(address, 99, right)).statusCode).toBe(404);
  for (const _ of ['first', 'repeated']) {
    const taken = await correct(address, ceara.position, right);
    expect(taken.json(), taken.body).toMatchObject({ problemCount: 1, readyCount: 2, duplicateCount: 0 });
  }
  const changed = { ...right, questionText: 'Outra coisa?' };
  expect((await correct(address, ceara.position, changed)).json().code).toBe('state_conflict');
  await test.deps.jobs.drain();
  expect((await call('GET', address)).json()).toMatchObject({ isCompared: true });
  await call('POST', `${address}/confirm`);
  await test.deps.jobs.drain();
  expect((await call('GET', address)).json()).toMatchObject({ state: 'done', imported: 2 });
  expect((await correct(address, para.position, right)).json().code).toBe('state_conflict');
  const [found] = (await call('GET', '/api/teacher/questions?search=Ceará')).json();
  expect(found).toMatchObject({ subject: 'Geografia', topic: 'Capitais', year: 2024, difficulty: 'easy' });
});

it('a corrected entry is a duplicate when the file or the bank already has the question', async () => {
  const { address } = await upload(sheet.replace('capital da Bahia', 'capital do Acre'), 'acre.csv');
  const [ceara, para] = await faulty(address);
  const same = (questionText: string, first: string) => ({
    questionText,
    options: [first, 'Recife', 'Natal'].map((optionText, place) => ({ optionText, isCorrect: place === 0 })),
  });
  const inFile = await correct(address, ceara.position, same('Qual é a capital do Acre?', 'Salvador'));
  expect(inFile.json(), inFile.body).toMatchObject({ problemCount: 1, readyCount: 1, duplicateCount: 1 });
  const inBank = await correct(address, para.position, same('Qual é a capital da Bahia?', 'Salvador'));
  expect(inBank.json(), inBank.body).toMatchObject({ problemCount: 0, readyCount: 1, duplicateCount: 2 });
});

it.each([
  ['aiken', 'Qual é um verbo?\nA. correr\nB. casa\nANSWER: D\n', ['correr', 'casa']],
  ['text', '1. Qual é um verbo?\na) correr\nb) casa\nGabarito: D\n', ['correr', 'casa']],
])('an import keeps what could be read of %s', async (kind, content, options) => {
  const { address } = await upload(content, `${kind}.txt`);
  const [entry] = await faulty(address);
  expect(entry.unfinished).toMatchObject({
    questionText: 'Qual é um verbo?',
    options: options.map((optionText) => ({ optionText, isCorrect: false })),
  });
});

it('an entry with a problem shows only sanitised content', async () => {
  const { address } = await upload(
    'enunciado;a;b;gabarito;formato\n<p>Oi<img src=x onerror=alert(1)></p>;um;dois;Z;html',
    'html.csv',
  );
  const [entry] = await faulty(address);
  expect(entry.unfinished.questionText).toContain('Oi');
  expect(entry.unfinished.questionText).not.toContain('onerror');
});
