import { beforeAll, expect, it } from 'vitest';
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
    import: { readyCount: 2, problemCount: 2, newSubjects: ['Direito Penal'] },
  });
  const problems = (await test.request({ method: 'GET', url: `${address}/entries?only=problems`, as: ana })).json();
  expect(problems.map(({ number, problem }: { number: number; problem: string }) => [number, problem])).toEqual([
    [3, 'Confira: o número de alternativas é outro que o das demais.'],
    [4, 'O gabarito diz que a questão foi anulada. Ela fica de fora.'],
  ]);
  // A question with warnings has its key when the author reviews it.
  expect(problems[0].unfinished.options[2].isCorrect).toBe(true);
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
