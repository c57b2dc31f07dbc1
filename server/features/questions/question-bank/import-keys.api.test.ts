import { beforeAll, expect, it } from 'vitest';
import { makePdf } from '#server/pdf/testing/make-pdf.ts';
import { makeScan } from '#server/pdf/testing/make-scan.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const BASE = '/api/teacher/question-imports';

async function send(url: string, content: Uint8Array | string, name: string, recognise = false) {
  const boundary = 'limite';
  const field = (of: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${of}"\r\n\r\n${value}\r\n`;
  const head = `${field('name', name)}${field('recognise', String(recognise))}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: text/plain\r\n\r\n`;
  return test.request({
    method: 'POST',
    url,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    as: ana,
  });
}

const exam = (subject: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) =>
      `${at + 1}. Sobre ${subject}, ponto ${at + 1}, é certo:\na) primeira ${at}\nb) segunda ${at}\nc) terceira ${at}`,
  ).join('\n');

async function upload(text: string): Promise<string> {
  const reply = await send(BASE, text, 'prova.txt');
  expect(reply.statusCode, reply.body).toBe(201);
  return `${BASE}/${reply.json().id}`;
}
const apply = async (address: string, text: string, type: string | null = null, as = ana) =>
  test.request({ method: 'PUT', url: `${address}/keys`, payload: { text, type }, as });
const entries = async (address: string, only = 'all') =>
  (await test.request({ method: 'GET', url: `${address}/entries?only=${only}&limit=100`, as: ana })).json();

it('a pasted answer sheet completes the questions of a file without keys, and mismatches are listed', async () => {
  const address = await upload(exam('rios', 6));
  expect((await test.request({ method: 'GET', url: address, as: ana })).json()).toMatchObject({
    readyCount: 0,
    keylessCount: 6,
  });
  const reply = await apply(address, '01 02 03 04 05 07\nA  C  *  F  B  A');
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.json()).toMatchObject({
    matched: 4,
    annulled: [3],
    types: [],
    import: { readyCount: 3, problemCount: 2, annulled: [3], keylessCount: 6 },
    problems: [
      { number: 4, text: 'Questão 4: o gabarito diz F, e não há essa alternativa.' },
      { number: 6, text: 'Questão 6: não está no gabarito.' },
      { number: 7, text: 'O gabarito tem a questão 7, e o arquivo não.' },
    ],
  });
  const ready = await entries(address, 'ready');
  expect(
    ready.map(({ number, question }: { number: number; question: { options: { isCorrect: boolean }[] } }) => [
      number,
      question.options.findIndex(({ isCorrect }) => isCorrect),
    ]),
  ).toEqual([
    [1, 0],
    [2, 2],
    [5, 1],
  ]);
});

it('the same sheet twice changes nothing, and another one replaces its keys', async () => {
  const address = await upload(exam('mares', 2));
  const first = (await apply(address, '1 A\n2 B')).json();
  expect((await apply(address, '1 A\n2 B')).json()).toEqual(first);
  expect((await apply(address, '1 C')).json()).toMatchObject({
    matched: 1,
    import: { readyCount: 1, problemCount: 1 },
  });
  const [one, two] = await entries(address);
  expect(one.question.options[2].isCorrect).toBe(true);
  expect(two.problem).toBe('Falta o gabarito desta questão.');
});

it('a sheet with several types applies nothing until one is named', async () => {
  const address = await upload(exam('lagos', 2));
  const sheet = 'TIPO 1\n1 A\n2 B\nTIPO 2\n1 C\n2 A';
  expect((await apply(address, sheet)).json()).toMatchObject({
    matched: 0,
    types: ['1', '2'],
    import: { readyCount: 0 },
  });
  expect((await apply(address, sheet, '2')).json()).toMatchObject({ matched: 2, import: { readyCount: 2 } });
  expect((await entries(address))[0].question.options[2].isCorrect).toBe(true);
});

it('an entry that was corrected by hand is not changed by an answer sheet', async () => {
  const address = await upload(exam('ilhas', 2));
  const [first] = await entries(address);
  const options = first.unfinished.options.map((one: object, place: number) => ({ ...one, isCorrect: place === 1 }));
  const corrected = await test.request({
    method: 'PUT',
    url: `${address}/entries/1/question`,
    payload: { ...first.unfinished, options },
    as: ana,
  });
  expect(corrected.statusCode, corrected.body).toBe(200);
  expect((await apply(address, '1 A\n2 A')).json()).toMatchObject({ matched: 1, import: { readyCount: 2 } });
  expect((await entries(address))[0].question.options[1].isCorrect).toBe(true);
});

it('a question that the bank has with the same key is a duplicate, and one with another key is not', async () => {
  const first = await upload(exam('serras', 2));
  await apply(first, '1 A\n2 B');
  await test.request({ method: 'POST', url: `${first}/confirm`, as: ana });
  await test.deps.jobs.drain();
  const again = await upload(`${exam('serras', 2)}\n`);
  expect((await apply(again, '1 A\n2 C')).json()).toMatchObject({ import: { readyCount: 1, duplicateCount: 1 } });
});

it('items without options take Certo and Errado', async () => {
  const address = await upload(
    `${exam('vales', 1)}\nQuestão 2 A lei retroage sempre.\nQuestão 3 A lei vale para todos.`,
  );
  expect((await apply(address, '1 B\n2 E\n3 C')).json()).toMatchObject({ matched: 3, import: { readyCount: 3 } });
  const [, wrong, right] = await entries(address);
  expect(wrong.question.options.map(({ isCorrect }: { isCorrect: boolean }) => isCorrect)).toEqual([false, true]);
  expect(right.question.options.map(({ isCorrect }: { isCorrect: boolean }) => isCorrect)).toEqual([true, false]);
});

it('a text without keys, a started import and an import of another author are refused', async () => {
  const address = await upload(exam('campos', 1));
  expect((await apply(address, 'boa prova a todos')).json()).toMatchObject({
    code: 'bad_request',
    fields: { text: 'Não encontramos números e letras neste gabarito.' },
  });
  const other = await createPerson(test.deps.db, { role: 'teacher' });
  expect((await apply(address, '1 A', null, other)).statusCode).toBe(404);
  await apply(address, '1 A');
  await test.request({ method: 'POST', url: `${address}/confirm`, as: ana });
  expect((await apply(address, '1 B')).json()).toMatchObject({ code: 'state_conflict' });
});

it('an answer sheet in PDF is read like pasted text', async () => {
  const cell = (text: string, at: number, y: number) => ({ text, x: 60 + at * 30, y });
  const texts = [
    { text: 'GABARITO DEFINITIVO', x: 60, y: 40 },
    ...['1', '2', '3'].map((text, at) => cell(text, at, 70)),
    ...['C', '*', 'A'].map((text, at) => cell(text, at, 84)),
  ];
  const reply = await send(`${BASE}/key-file`, await makePdf([{ texts }]), 'gabarito.pdf');
  expect(reply.statusCode, reply.body).toBe(200);
  const address = await upload(exam('praias', 3));
  expect((await apply(address, reply.json().text)).json()).toMatchObject({ matched: 3, annulled: [2], problems: [] });
});

it('a scanned answer sheet is recognised only when the request asks for it', { timeout: 60_000 }, async () => {
  const scan = await makeScan([{ lines: ['GABARITO', '1 - C', '2 - A', '3 - B'] }]);
  const offered = await send(`${BASE}/key-file`, scan, 'gabarito.pdf');
  expect(offered.json()).toEqual({ text: '', scannedPages: 1, isRecognised: false });
  const read = (await send(`${BASE}/key-file`, scan, 'gabarito.pdf', true)).json();
  expect(read).toMatchObject({ scannedPages: 0, isRecognised: true });
  const address = await upload(exam('serras', 3));
  expect((await apply(address, read.text)).json()).toMatchObject({ matched: 3, problems: [] });
});

it('a broken PDF is refused with a message', async () => {
  const reply = await send(`${BASE}/key-file`, '%PDF-1.7 nothing', 'gabarito.pdf');
  expect(reply.json()).toMatchObject({ code: 'unsupported_type', message: expect.stringMatching(/danificado/) });
});

it('labels for all rows fill empty fields and keep the labels of a row', async () => {
  const address = await upload(`${exam('dunas', 2)}\nBanca: FGV\nAno: 2019`);
  await apply(address, '1 A\n2 B');
  const labels = { subject: 'Geografia', source: 'Cebraspe', year: 2024, tag: 'prova de 2024' };
  const fill = () => test.request({ method: 'PUT', url: `${address}/labels`, payload: labels, as: ana });
  expect((await fill()).json()).toMatchObject({ newSubjects: ['Geografia'] });
  const filled = await entries(address);
  expect(filled.map(({ question }: { question: object }) => question)).toMatchObject([
    { subject: 'Geografia', source: 'Cebraspe', year: 2024, tags: ['prova de 2024'] },
    { subject: 'Geografia', source: 'FGV', year: 2019, tags: ['prova de 2024'] },
  ]);
  await fill();
  expect(await entries(address)).toEqual(filled);
});
