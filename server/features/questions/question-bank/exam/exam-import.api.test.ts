import { beforeAll, describe, expect, it } from 'vitest';
import { column, makePdf } from '#server/pdf/testing/make-pdf.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const BASE = '/api/teacher/question-imports';

async function upload(content: Uint8Array) {
  const boundary = 'limite';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\nprova.pdf\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: application/pdf\r\n\r\n`;
  return test.request({
    method: 'POST',
    url: BASE,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    as: ana,
  });
}

const question = (number: number, letters = 'ABCD') => [
  '',
  `${number}. Sobre o assunto ${number} da prova de rios, assinale a alternativa correta.`,
  ...[...letters].map((letter) => `${letter}) resposta ${letter} do assunto ${number}.`),
];
const lines = ['#DIREITO PENAL', ...question(1), ...question(2), ...question(3, 'ABC'), ...question(4)];

const SHEET = '1 2 3 4\nA B C *';
const apply = (address: string) =>
  test.request({ method: 'PUT', url: `${address}/keys`, payload: { text: SHEET }, as: ana });
const begin = async (made: readonly string[]) => {
  const reply = await upload(await makePdf([{ texts: column(made) }]));
  expect(reply.statusCode, reply.body).toBe(201);
  return { found: reply.json(), address: `${BASE}/${reply.json().id}` };
};

it('an exam in PDF is ready with its answer sheet, except for questions with warnings and annulled ones', async () => {
  const { found, address } = await begin(lines);
  expect(found).toMatchObject({ fileKind: 'pdf', total: 4, readyCount: 0, keylessCount: 4 });
  expect((await apply(address)).json()).toMatchObject({
    matched: 4,
    annulled: [4],
    import: { readyCount: 2, problemCount: 1, annulled: [4], newSubjects: ['Direito Penal'] },
  });
  const problems = (await test.request({ method: 'GET', url: `${address}/entries?only=problems`, as: ana })).json();
  expect(problems.map(({ number, problem }: { number: number; problem: string }) => [number, problem])).toEqual([
    [3, 'Confira: o número de alternativas é outro que o das demais.'],
  ]);
  // A question with warnings has its key when the author reviews it.
  expect(problems[0].unfinished.options[2].isCorrect).toBe(true);
});

const accept = (address: string, position: number, right: string | null) =>
  test.request({
    method: 'PUT',
    url: `${address}/entries/${position}/acceptance`,
    payload: right === null ? {} : { right },
    as: ana,
  });
const listed = async (address: string, only: string) =>
  (await test.request({ method: 'GET', url: `${address}/entries?only=${only}`, as: ana })).json();

describe('an annulled question', () => {
  it('stays out, is named, and comes only with a key of the author', async () => {
    const { address } = await begin([...lines, '', 'Fim da primeira prova.']);
    await apply(address);
    expect(await listed(address, 'annulled')).toMatchObject([
      { number: 4, isAnnulled: true, question: null, problem: expect.stringContaining('marque a alternativa certa') },
    ]);
    expect((await listed(address, 'keyless')).map(({ number }: { number: number }) => number)).toEqual([]);
    const bare = await accept(address, 4, null);
    expect(bare.json()).toMatchObject({ message: expect.stringContaining('anulada') });
    expect(bare.statusCode).toBe(400);
    expect((await listed(address, 'annulled')).length).toBe(1);
    expect((await accept(address, 4, 'C')).json()).toMatchObject({ readyCount: 3, problemCount: 1, annulled: [] });
    // The same sheet again takes nothing from the author's decision.
    expect((await apply(address)).json()).toMatchObject({ import: { readyCount: 3, annulled: [] } });
    const ready = await listed(address, 'ready');
    expect(ready.at(-1).question.options.map(({ isCorrect }: { isCorrect: boolean }) => isCorrect)).toEqual([
      ...[false, false, true, false],
    ]);
  });

  it('is annulled also where its reading is doubted', async () => {
    const { address } = await begin([...lines, '', 'Fim da quinta prova.']);
    const reply = await test.request({
      method: 'PUT',
      url: `${address}/keys`,
      payload: { text: '1 2 3 4\nA B X D' },
      as: ana,
    });
    expect(reply.json()).toMatchObject({ import: { readyCount: 3, problemCount: 0, annulled: [3] } });
  });

  it('is one of the exam again where a later sheet has a key for it', async () => {
    const { address } = await begin([...lines, '', 'Fim da segunda prova.']);
    await apply(address);
    const final = await test.request({
      method: 'PUT',
      url: `${address}/keys`,
      payload: { text: '1 2 3 4\n* B C D' },
      as: ana,
    });
    expect(final.json()).toMatchObject({ import: { readyCount: 2, problemCount: 1, annulled: [1] } });
  });

  it('that the author has left out and takes back is annulled still', async () => {
    const { address } = await begin([...lines, '', 'Fim da terceira prova.']);
    await apply(address);
    const leaveOut = (isLeftOut: boolean) =>
      test.request({ method: 'PUT', url: `${address}/entries/4/exclusion`, payload: { isLeftOut }, as: ana });
    expect((await leaveOut(true)).json()).toMatchObject({ problemCount: 2, annulled: [] });
    expect((await leaveOut(false)).json()).toMatchObject({ problemCount: 1, annulled: [4] });
  });

  it('is not stored with the others, and the import still names it', async () => {
    const { address } = await begin([...lines, '', 'Fim da quarta prova.']);
    await apply(address);
    await test.request({ method: 'POST', url: `${address}/confirm`, as: ana });
    await test.deps.jobs.drain();
    expect((await test.request({ method: 'GET', url: address, as: ana })).json()).toMatchObject({
      ...{ state: 'done', imported: 2, problemCount: 1, annulled: [4] },
    });
  });
});

it('the origin before a statement becomes banca, órgão and year of the question', async () => {
  const { address } = await begin(question(1).map((line) => line.replace('1. Sobre', '1. (FGV - OAB - 2016) Sobre')));
  const [entry] = (await test.request({ method: 'GET', url: `${address}/entries`, as: ana })).json();
  expect(entry.unfinished).toMatchObject({
    questionText: 'Sobre o assunto 1 da prova de rios, assinale a alternativa correta.',
    source: 'FGV',
    organ: 'OAB',
    year: 2016,
  });
});

it('the same exam a second time is found in the bank', async () => {
  const { address } = await begin([...lines, '']);
  await apply(address);
  await test.request({ method: 'POST', url: `${address}/confirm`, as: ana });
  await test.deps.jobs.drain();
  const again = await begin(lines);
  expect((await apply(again.address)).json()).toMatchObject({ import: { readyCount: 0, duplicateCount: 2 } });
});

it('an exam with a password and a broken one are refused with a message', async () => {
  const locked = await upload(await makePdf([{ texts: column(lines) }], 'senha'));
  expect(locked.json()).toMatchObject({ code: 'unsupported_type', message: expect.stringMatching(/senha/) });
  const broken = await upload(Buffer.from('%PDF-1.4 nothing'));
  expect(broken.json()).toMatchObject({ code: 'unsupported_type', message: expect.stringMatching(/danificado/) });
});
