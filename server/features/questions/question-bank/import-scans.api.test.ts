import { beforeAll, expect, it } from 'vitest';
import { SCAN_PAGES_MAX } from '#contract/limits.ts';
import { makePdf } from '#server/pdf/testing/make-pdf.ts';
import { makeScan } from '#server/pdf/testing/make-scan.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
let eva: Person;
/** An exam on two scanned pages. */
let exam: Uint8Array;
/** Two pages without text, which are recognised at once. */
let blank: Uint8Array;

const question = (number: number) => [
  `${number}. Sobre o tema ${number} da administração, assinale a correta.`,
  'A) A resposta primeira.',
  'B) A resposta segunda.',
  'C) A resposta terceira.',
  '',
];

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  eva = await createPerson(test.deps.db, { role: 'teacher' });
  exam = await makeScan([{ lines: [...question(1), ...question(2)] }, { lines: question(3) }]);
  blank = await makeScan([{ lines: [] }, { lines: [] }]);
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

async function offered(content: Uint8Array) {
  const reply = await upload(content);
  expect(reply.statusCode, reply.body).toBe(201);
  return { found: reply.json(), id: reply.json().id as number, address: `${BASE}/${reply.json().id}` };
}
const begin = (address: string, as = ana) =>
  test.request({ method: 'POST', url: `${address}/recognition`, payload: {}, as });
const read = async (address: string) => (await test.request({ method: 'GET', url: address, as: ana })).json();
/** What a run before this one has recognised. */
const storePage = (id: number, page: number, texts: readonly string[]) =>
  test.deps.db
    .insertInto('question_import_scan_pages')
    .values({
      import_id: id,
      page,
      lines: JSON.stringify(
        texts.map((text, at) => ({ baseline: 60 + 12 * at, size: 10, words: [{ text, x: 40, w: 5 * text.length }] })),
      ),
    })
    .execute();
const scanRow = (id: number) =>
  test.deps.db.selectFrom('question_import_scans').selectAll().where('import_id', '=', id).executeTakeFirst();
const released = async (key: string) =>
  (await test.deps.db.selectFrom('unclaimed_files').select('key').where('key', '=', key).execute()).length > 0;

it('a scanned exam waits for the word of its author, is recognised, and each question has to be looked at', async () => {
  const { found, id, address } = await offered(exam);
  expect(found).toMatchObject({
    fileKind: 'pdf',
    state: 'preview',
    total: 0,
    scan: { pages: 2, recognised: 0, state: 'offered', problem: null },
  });
  expect(await test.deps.jobs.drain()).toBe(0);
  const key = (await scanRow(id))?.file_key ?? '';
  expect((await begin(address)).json().scan.state).toBe('running');
  // Twice is once.
  expect((await begin(address)).json().scan.state).toBe('running');
  await test.deps.jobs.drain();
  expect(await read(address)).toMatchObject({ total: 3, readyCount: 0, scan: null, pageCount: 2 });
  const entries = (await test.request({ method: 'GET', url: `${address}/entries`, as: ana })).json();
  for (const [at, { number, unfinished, problem }] of entries.entries()) {
    expect(number).toBe(at + 1);
    expect(unfinished).toMatchObject({
      questionText: `Sobre o tema ${at + 1} da administração, assinale a correta.`,
      options: [
        { optionText: 'A resposta primeira.' },
        { optionText: 'A resposta segunda.' },
        { optionText: 'A resposta terceira.' },
      ],
    });
    expect(problem).toContain('o texto foi reconhecido');
  }
  // With all keys nothing is ready either.
  const keyed = await test.request({
    method: 'PUT',
    url: `${address}/keys`,
    payload: { text: '1 2 3\nA B C' },
    as: ana,
  });
  expect(keyed.json()).toMatchObject({ matched: 3, import: { readyCount: 0, problemCount: 3 } });
  expect(await released(key)).toBe(true);
  expect((await begin(address)).json()).toMatchObject({ scan: null, total: 3 });
  await test.deps.jobs.drain();
  expect(await read(address)).toMatchObject({ total: 3 });
});

it('a run that was cut off goes on behind the last page', async () => {
  const { id, address } = await offered(blank);
  await begin(address);
  await storePage(id, 1, ['1. Lido antes de a luz cair:', 'A) isto.', 'B) aquilo.']);
  expect((await read(address)).scan).toMatchObject({ recognised: 1, pages: 2 });
  await test.deps.jobs.drain();
  expect(await read(address)).toMatchObject({
    scan: null,
    total: 1,
    remarks: ['Páginas em que não reconhecemos texto: 2.'],
  });
  const entries = (await test.request({ method: 'GET', url: `${address}/entries`, as: ana })).json();
  expect(entries[0].unfinished.questionText).toBe('Lido antes de a luz cair:');
});

it('a recognition that ends its process again and again stops in words, and can be started again', async () => {
  const { id, address } = await offered(blank);
  await begin(address);
  await test.deps.db.updateTable('question_import_scans').set({ runs: 3 }).where('import_id', '=', id).execute();
  await test.deps.jobs.drain();
  const { scan } = await read(address);
  expect(scan).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/parou várias vezes na página 1\..*Tente/),
  });
  expect((await begin(address)).json().scan).toMatchObject({ state: 'running', problem: null });
  await storePage(id, 1, ['1. Lido afinal, na segunda vez:', 'A) isto.', 'B) aquilo.']);
  await test.deps.jobs.drain();
  expect(await read(address)).toMatchObject({ total: 1, scan: null });
});

it('pages without text, and a file that is gone, fail in words', async () => {
  const empty = await offered(await makeScan([{ lines: [] }]));
  await begin(empty.address);
  await test.deps.jobs.drain();
  expect((await read(empty.address)).scan).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/não reconhecemos texto/),
  });
  const gone = await offered(blank);
  await test.deps.files.remove((await scanRow(gone.id))?.file_key ?? '');
  await begin(gone.address);
  await test.deps.jobs.drain();
  expect((await read(gone.address)).scan).toMatchObject({ state: 'failed', problem: expect.stringMatching(/Envie/) });
});

it('a discarded exam releases its file, also while it is recognised', async () => {
  const { id, address } = await offered(blank);
  const key = (await scanRow(id))?.file_key ?? '';
  await begin(address);
  expect((await test.request({ method: 'DELETE', url: address, as: ana })).statusCode).toBe(200);
  await test.deps.jobs.drain();
  expect(await released(key)).toBe(true);
});

it('too many pages are refused, and a user cannot start the exam of another', async () => {
  const many = await makePdf(
    Array.from({ length: SCAN_PAGES_MAX + 1 }, () => ({ texts: [], pictures: [{ x: 0, y: 0, w: 595, h: 842 }] })),
  );
  expect((await upload(many)).json()).toMatchObject({ code: 'too_large', message: expect.stringMatching(/60/) });
  const { address } = await offered(blank);
  expect((await begin(address, eva)).statusCode).toBe(404);
});
