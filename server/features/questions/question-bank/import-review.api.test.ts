import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ImportEntry } from '#contract/questions/question-import.ts';
import { column, type MadePage, makePdf } from '#server/pdf/testing/make-pdf.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const BASE = '/api/teacher/question-imports';
let tests = 0;

async function begin(lines: readonly string[], pictures: MadePage['pictures'] = [], shapes: MadePage['shapes'] = []) {
  tests += 1;
  // Another text in each test, so that no question is in the bank already.
  const made = lines.map((line) => line.replace('TEMA', `tema ${tests}`));
  const content = await makePdf([{ texts: column(made), pictures, shapes }]);
  const boundary = 'limite';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\nprova.pdf\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: application/pdf\r\n\r\n`;
  const reply = await test.request({
    method: 'POST',
    url: BASE,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    as: ana,
  });
  expect(reply.statusCode, reply.body).toBe(201);
  return `${BASE}/${reply.json().id}`;
}

const question = (number: number, letters = 'ABCD') => [
  '',
  `${number}. Sobre a questão ${number} do TEMA, assinale a alternativa correta.`,
  ...[...letters].map((letter) => `${letter}) resposta ${letter} do número ${number}.`),
];

const send = (method: 'PUT' | 'POST', url: string, payload: object, as = ana) =>
  test.request({ method, url, payload, as });
const entries = async (address: string): Promise<ImportEntry[]> =>
  (await test.request({ method: 'GET', url: `${address}/entries?limit=1000`, as: ana })).json();
const one = async (address: string, position: number) => {
  const found = (await entries(address)).find((entry) => entry.position === position);
  if (!found) throw new Error(`There is no entry ${position}.`);
  return found;
};
const textsOf = ({ question: ready, unfinished }: ImportEntry) => {
  const found = ready ?? unfinished;
  return [found?.questionText, ...(found?.options.map(({ optionText }) => optionText) ?? [])];
};

describe('pages', () => {
  it('a page has the lines that the pieces of its questions name', async () => {
    const address = await begin([...question(1), ...question(2)]);
    const page = (await test.request({ method: 'GET', url: `${address}/pages/1`, as: ana })).json();
    const [first] = await entries(address);
    const texts = first?.pieces?.map(({ line, from, to, part }) => [
      part,
      page.lines
        .find((other: { line: number }) => other.line === line)
        .text.slice(from, to)
        .trim(),
    ]);
    expect(texts?.slice(1)).toEqual(['A', 'B', 'C', 'D'].map((letter) => [letter, `resposta ${letter} do número 1.`]));
    expect(texts?.[0]?.[0]).toBe('statement');
    const missing = await test.request({ method: 'GET', url: `${address}/pages/2`, as: ana });
    expect(missing.statusCode).toBe(404);
  });

  it('only the owner of an import sees its pages and changes its questions', async () => {
    const address = await begin([...question(1), ...question(2)]);
    const other = await createPerson(test.deps.db, { role: 'teacher' });
    const page = await test.request({ method: 'GET', url: `${address}/pages/1`, as: other });
    expect(page.statusCode).toBe(404);
    const accepted = await send('PUT', `${address}/entries/1/acceptance`, { right: 'A' }, other);
    expect(accepted.statusCode).toBe(404);
  });
});

describe('accepting', () => {
  it('a question with a warning and a key is ready once it is accepted, and the call is idempotent', async () => {
    const address = await begin([...question(1), ...question(2, 'ABC'), ...question(3)]);
    await send('PUT', `${address}/keys`, { text: '1 A\n2 B\n3 C' });
    expect((await one(address, 2)).problem).toMatch(/^Confira/);
    for (const _ of [1, 2]) {
      const reply = await send('PUT', `${address}/entries/2/acceptance`, { right: null });
      expect(reply.json()).toMatchObject({ readyCount: 3, problemCount: 0 });
    }
    expect((await one(address, 2)).question?.options.map(({ isCorrect }) => isCorrect)).toEqual([false, true, false]);
  });

  it('a question that is accepted before the answer sheet is uploaded is ready after the upload', async () => {
    const address = await begin([...question(1), ...question(2, 'ABC'), ...question(3)]);
    await send('PUT', `${address}/entries/2/acceptance`, {});
    expect((await one(address, 2)).problem).toBe('Falta o gabarito desta questão.');
    const keyed = await send('PUT', `${address}/keys`, { text: '1 A\n2 B\n3 C' });
    expect(keyed.json()).toMatchObject({ import: { readyCount: 3 } });
  });

  it('a key that the author enters by hand makes the question ready and is kept by an answer sheet', async () => {
    const address = await begin([...question(1), ...question(2)]);
    await send('PUT', `${address}/entries/1/acceptance`, { right: 'D' });
    await send('PUT', `${address}/keys`, { text: '1 A\n2 B' });
    expect((await one(address, 1)).question?.options.findIndex(({ isCorrect }) => isCorrect)).toBe(3);
    const wrong = await send('PUT', `${address}/entries/2/acceptance`, { right: 'F' });
    expect(wrong.json()).toMatchObject({ fields: { right: 'Ela não tem a alternativa F.' } });
  });

  it('an excluded question stays out of the bank and can be included again', async () => {
    const address = await begin([...question(1), ...question(2)]);
    await send('PUT', `${address}/keys`, { text: '1 A\n2 B' });
    const out = await send('PUT', `${address}/entries/1/exclusion`, { isLeftOut: true });
    expect(out.json()).toMatchObject({ readyCount: 1, problemCount: 1 });
    expect(await one(address, 1)).toMatchObject({ isLeftOut: true, problem: 'Você deixou esta questão de fora.' });
    await send('PUT', `${address}/entries/1/exclusion`, { isLeftOut: false });
    expect(await one(address, 1)).toMatchObject({ isLeftOut: false, problem: 'Confira esta questão.' });
    expect((await send('PUT', `${address}/entries/1/acceptance`, {})).json()).toMatchObject({ readyCount: 2 });
  });

  it('no question changes once the import has begun', async () => {
    const address = await begin([...question(1), ...question(2)]);
    await send('PUT', `${address}/keys`, { text: '1 A\n2 B' });
    await send('POST', `${address}/confirm`, {});
    const calls = [
      send('PUT', `${address}/entries/1/acceptance`, {}),
      send('PUT', `${address}/entries/1/exclusion`, { isLeftOut: true }),
      send('POST', `${address}/entries/1/cut`, { piece: 1, expected: 5, before: 'nothing' }),
      send('PUT', `${address}/entries/1/pieces`, {
        pieces: [{ part: 'statement', page: 1, line: 0, from: 0, to: 2 }],
      }),
    ];
    for (const reply of await Promise.all(calls)) expect(reply.json()).toMatchObject({ code: 'state_conflict' });
  });
});

describe('pieces', () => {
  it('a line that moves to another part is joined there, and the question waits to be accepted', async () => {
    const address = await begin([
      '1. Sobre o TEMA, assinale',
      'A) uma.',
      'B) outra.',
      'C) mais uma.',
      'uma nota.',
      ...question(2, 'ABC'),
    ]);
    const { pieces } = await one(address, 1);
    if (!pieces) throw new Error('A question of an exam has pieces.');
    const note = pieces.at(-1);
    const moved = pieces.map((piece) => (piece === note ? { ...piece, part: 'statement' as const } : piece));
    for (const _ of [1, 2]) {
      const reply = await send('PUT', `${address}/entries/1/pieces`, { pieces: moved });
      expect(reply.statusCode, reply.body).toBe(200);
    }
    const changed = await one(address, 1);
    expect(textsOf(changed)).toEqual([expect.stringMatching(/assinale\s+uma nota\.$/), 'uma.', 'outra.', 'mais uma.']);
    expect(changed.problem).toBe('Confira: você mudou as partes desta questão.');
  });

  it('lines moved from the next question leave it, and a question without lines is excluded', async () => {
    const address = await begin([...question(1, 'AB'), ...question(2, 'AB'), ...question(3, 'AB')]);
    const [first, second] = await entries(address);
    const [statement, ...options] = second?.pieces ?? [];
    const joined = [
      ...(first?.pieces ?? []),
      { ...statement, part: 'B' as const },
      ...options.map((piece, at) => ({ ...piece, part: (['C', 'D'] as const)[at] })),
    ];
    const reply = await send('PUT', `${address}/entries/1/pieces`, { pieces: joined });
    expect(reply.statusCode, reply.body).toBe(200);
    expect(textsOf(await one(address, 1))).toHaveLength(5);
    expect(await one(address, 2)).toMatchObject({ isLeftOut: true, problem: 'Ela foi juntada à questão 1.' });
  });

  it('pieces that overlap, or that no page has, are refused', async () => {
    const address = await begin([...question(1), ...question(2)]);
    const [first] = (await one(address, 1)).pieces ?? [];
    const twice = await send('PUT', `${address}/entries/1/pieces`, { pieces: [first, { ...first, part: 'A' }] });
    expect(twice.json()).toMatchObject({ fields: { pieces: 'A mesma linha está em duas partes.' } });
    const beyond = await send('PUT', `${address}/entries/1/pieces`, { pieces: [{ ...first, to: 9999 }] });
    expect(beyond.json()).toMatchObject({ code: 'bad_request' });
  });
});

describe('figures', () => {
  it('a picture is cut out, causes a warning, and stays with its part when lines move', async () => {
    const lines = ['1. Observe a figura do TEMA.', '', '', '', '', '', '', 'A) uma.', 'B) outra.', 'C) mais uma.'];
    const address = await begin([...lines, ...question(2, 'ABC')], [{ x: 60, y: 70, w: 80, h: 40 }]);
    const before = await one(address, 1);
    expect(before.problem).toMatch(/há uma figura/);
    expect(before.unfinished?.questionText).toMatch(/<img[^>]+src="\/api\/[^"]+"/);
    const [, src = ''] = /src="([^"]+)"/.exec(before.unfinished?.questionText ?? '') ?? [];
    const picture = await test.request({ method: 'GET', url: src, as: ana });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
    const pieces = (before.pieces ?? []).filter(({ part }) => part !== 'C');
    await send('PUT', `${address}/entries/1/pieces`, { pieces });
    expect((await one(address, 1)).unfinished?.questionText).toContain(src);
    expect((await one(address, 1)).unfinished?.options).toHaveLength(2);
  });

  it('a chart made of bars and axes is painted as a picture of its question, and causes a warning', async () => {
    const lines = ['1. Observe o gráfico do TEMA.', ...Array(8).fill(''), 'A) uma.', 'B) outra.', 'C) mais uma.'];
    const bars = [70, 90, 110, 130].map((x, at) => ({
      path: `M${x} ${140 - 12 * at}H${x + 12}V140H${x}Z`,
      fill: [0, 0.4, 0.8] as [number, number, number],
    }));
    const axes = { path: 'M62 80V142H160', stroke: [0, 0, 0] as [number, number, number] };
    const address = await begin([...lines, ...question(2, 'ABC')], [], [...bars, axes]);
    const entry = await one(address, 1);
    expect(entry.problem).toMatch(/há uma figura/);
    const [, src = ''] = /src="([^"]+)"/.exec(entry.unfinished?.questionText ?? '') ?? [];
    const picture = await test.request({ method: 'GET', url: src, as: ana });
    const { width, height } = await sharp(picture.rawPayload).metadata();
    // 98 by 62 points and a margin, at 200 dots per inch.
    expect([width, height]).toEqual([expect.closeTo(290, -1), expect.closeTo(190, -1)]);
  });
});

describe('cutting', () => {
  const glued = [
    '1. Sobre o TEMA, assinale a certa.',
    'A) uma.',
    'B) outra.',
    'Outro enunciado do TEMA é este:',
    'A) sim.',
    'B) não.',
  ];

  it('two questions that were read as one are split, each with its options', async () => {
    const address = await begin([...glued, ...question(2, 'AB')]);
    const pieces = (await one(address, 1)).pieces ?? [];
    const page = (await test.request({ method: 'GET', url: `${address}/pages/1`, as: ana })).json();
    const begins = page.lines.find(({ text }: { text: string }) => text.startsWith('Outro enunciado')).line;
    const piece = pieces.findIndex(({ line }) => line === begins);
    const body = { piece, expected: pieces.length, before: 'question' };
    expect((await send('POST', `${address}/entries/1/cut`, body)).json()).toMatchObject({ total: 3 });
    expect(textsOf(await one(address, 1)).slice(1)).toEqual(['uma.', 'outra.']);
    expect(textsOf(await one(address, 3))).toEqual([expect.stringMatching(/^Outro enunciado/), 'sim.', 'não.']);
    expect((await one(address, 3)).number).toBe(2);
    // A lost answer is followed by the same call again.
    expect((await send('POST', `${address}/entries/1/cut`, body)).json()).toMatchObject({ code: 'state_conflict' });
    expect(await entries(address)).toHaveLength(3);
  });

  it('a question that begins further down loses the lines above', async () => {
    const address = await begin([
      '1. Uma nota que não é da questão.',
      'Sobre o TEMA, assinale a certa.',
      'A) uma.',
      'B) outra.',
      ...question(2, 'AB'),
    ]);
    const pieces = (await one(address, 1)).pieces ?? [];
    const body = { piece: 1, expected: pieces.length, before: 'nothing' };
    expect((await send('POST', `${address}/entries/1/cut`, body)).statusCode).toBe(200);
    expect(textsOf(await one(address, 1))).toEqual([expect.stringMatching(/^Sobre o tema/), 'uma.', 'outra.']);
    const again = await send('POST', `${address}/entries/1/cut`, { piece: 0, expected: 3, before: 'nothing' });
    expect(again.json()).toMatchObject({ fields: { piece: 'Corte a questão em uma linha do meio dela.' } });
  });
});
