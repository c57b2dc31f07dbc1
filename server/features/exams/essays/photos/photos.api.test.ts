import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import { ESSAY_PAGE_MAX_BYTES } from '#contract/exams/essay-pages.ts';
import type { Essay } from '#contract/exams/essays.ts';
import { essayClient, essayOf, fullPoints } from '#server/testing/essays.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { noisyPhoto, pagePhoto, scannedPdf } from '#server/testing/page-photos.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, begin } = essayClient(test);
let teacher: Person;
let student: Person;
let themeId: number;

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher', firstName: 'Zuleica' });
  themeId = await publishTheme(teacher);
});

const send = async (as: Person, id: number, file: Buffer, fields: Record<string, string> = {}) => {
  const form = await multipartForm({ ...fields, file: ['folha.jpg', new Uint8Array(file)] });
  return test.request({ method: 'POST', url: `/api/essays/${id}/pages`, as, ...form });
};
const pageIds = (answer: { json: () => { pages: { id: number }[] } }) => answer.json().pages.map(({ id }) => id);
const deliverPages = (as: Person, id: number, ids: readonly number[], lines = 27) =>
  call(as, 'POST', `/api/essays/${id}/photo-delivery`, { pageIds: ids, lines });
const open = (as: Person | undefined, pageId: number) =>
  test.request({ method: 'GET', url: `/api/essay-pages/${pageId}`, as });
const newEssay = async (theme = themeId) => {
  student = await createPerson(test.deps.db, { firstName: 'Rafaela', lastName: 'Segredo' });
  return begin(student, theme);
};
const delivered = async (theme = themeId, lines = 27) => {
  const { id } = await newEssay(theme);
  const pages = pageIds(await send(student, id, await pagePhoto(1)));
  expect((await deliverPages(student, id, pages, lines)).statusCode).toBe(200);
  return { id, pages, student };
};
const unclaimed = () => countRows(test.deps.db, 'unclaimed_files');
const refusal = async (answer: ReturnType<typeof send>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().message];
};

describe('pages of an essay', () => {
  it('are added once each, replaced in their position, removed, and at most four', async () => {
    const { id } = await newEssay();
    const first = await send(student, id, await pagePhoto(1));
    expect(first.statusCode).toBe(201);
    const again = await send(student, id, await pagePhoto(1));
    expect([again.statusCode, pageIds(again)]).toEqual([200, pageIds(first)]);
    const [kept, replaced] = pageIds(await send(student, id, await pagePhoto(2)));
    const changed = pageIds(await send(student, id, await pagePhoto(3), { replaces: String(kept) }));
    expect([changed.length, changed[1]]).toEqual([2, replaced]);
    expect(changed[0]).not.toBe(kept);
    for (const seed of [4, 5]) await send(student, id, await pagePhoto(seed));
    expect(await refusal(send(student, id, await pagePhoto(6)))).toEqual([
      409,
      'São no máximo 4 páginas. Tire uma antes de enviar outra.',
    ]);
    const remove = () => call(student, 'DELETE', `/api/essays/${id}/pages/${replaced}`);
    expect(pageIds(await remove())).toHaveLength(3);
    expect(pageIds(await remove())).toHaveLength(3);
    // The files of the replaced and the removed page are written down for the sweep.
    expect(await unclaimed()).toBe(2);
  });

  it('are stored upright, small enough, and without what the camera wrote into them', async () => {
    const { id } = await newEssay();
    const photo = await sharp(await pagePhoto(1, { width: 1200, height: 900 }))
      .withExif({ IFD0: { Model: 'Telefone da Rafaela' }, IFD3: { GPSLatitude: '15/1 46/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const [page] = (await send(student, id, photo)).json().pages;
    expect([page.width, page.height]).toEqual([900, 1200]);
    const { rawPayload, headers } = await open(student, page.id);
    const stored = await sharp(rawPayload).metadata();
    expect([stored.format, stored.exif, stored.orientation]).toEqual(['webp', undefined, undefined]);
    expect(rawPayload.includes('Rafaela')).toBe(false);
    expect(headers['content-disposition']).toBeUndefined();
  });

  it('are made small enough even if they are noise', async () => {
    const { id } = await newEssay();
    const [page] = (await send(student, id, await noisyPhoto(1600))).json().pages;
    const { rawPayload } = await open(student, page.id);
    expect(rawPayload.length).toBeLessThanOrEqual(ESSAY_PAGE_MAX_BYTES);
    expect(page.width).toBeGreaterThan(500);
  });

  it('come out of a scanned PDF, and one of them may be adjusted', async () => {
    const { id } = await newEssay();
    const pdf = await scannedPdf([await pagePhoto(1), await pagePhoto(2)]);
    const pages = pageIds(await send(student, id, pdf));
    expect(pages).toHaveLength(2);
    expect(pageIds(await send(student, id, pdf))).toEqual(pages);
    const adjusted = pageIds(await send(student, id, await pagePhoto(9), { replaces: String(pages[0]) }));
    expect([adjusted.length, adjusted[1]]).toEqual([2, pages[1]]);
  });

  it.each([
    ['a text', () => Buffer.from('não é foto'), 415],
    [
      'a page of markup',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
    ],
    ['a picture that is cut off', async () => (await pagePhoto(1)).subarray(0, 4000), 415],
    [
      'a header and noise behind it',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(4000)]),
      415,
    ],
    ['a picture too small to be read', () => pagePhoto(1, { width: 200, height: 300 }), 415],
    ['more pixels than memory', () => hugePicture(), 413],
    ['a PDF without pictures', () => scannedPdf([null]), 415],
    ['a PDF with one page without a picture', async () => scannedPdf([await pagePhoto(1), null]), 415],
    ['a PDF with five pages', async () => scannedPdf(Array(5).fill(await pagePhoto(1))), 413],
    ['a broken PDF', () => Buffer.from('%PDF-1.7\nnada'), 415],
    ['nothing', () => Buffer.alloc(0), 400],
  ])('%s is refused in words and leaves nothing behind', async (_, make, status) => {
    const { id } = await newEssay();
    const before = await unclaimed();
    const [found, message] = await refusal(send(student, id, await make()));
    expect([found, message]).toEqual([status, expect.stringMatching(/[a-zçãé]{3,}.*\./i)]);
    expect(await unclaimed()).toBe(before);
    expect((await call(student, 'GET', `/api/essays/${id}`)).json().pages).toEqual([]);
  });

  it('are refused for the essay of another person like for an essay that does not exist', async () => {
    const { id } = await newEssay();
    const stranger = await createPerson(test.deps.db);
    const photo = await pagePhoto(1);
    expect(await refusal(send(stranger, id, photo))).toEqual(await refusal(send(stranger, 2_000_000_000, photo)));
    expect((await send(stranger, id, photo)).statusCode).toBe(404);
  });

  it('go with their essay: the sweep finds their files', async () => {
    const { id } = await delivered();
    const before = await unclaimed();
    await test.deps.db.deleteFrom('essays').where('id', '=', id).execute();
    expect(await unclaimed()).toBe(before + 1);
  });
});

/** A PNG whose header claims 10,000 × 10,000 pixels. */
async function hugePicture(): Promise<Buffer> {
  const png = await sharp({ create: { width: 10, height: 10, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
  // The header begins behind the signature and its own length, and ends with its checksum.
  const [name, end] = [12, 29];
  png.writeUInt32BE(10_000, name + 4);
  png.writeUInt32BE(10_000, name + 8);
  png.writeUInt32BE(crc32(png.subarray(name, end)), end);
  return png;
}

describe('a delivery of pages', () => {
  it('is one, in the order of the student, and closes the essay', async () => {
    const { id } = await newEssay();
    await send(student, id, await pagePhoto(1));
    const [one, two] = pageIds(await send(student, id, await pagePhoto(2)));
    const order = [two ?? 0, one ?? 0];
    const first = await deliverPages(student, id, order);
    expect(first.json()).toMatchObject({ state: 'delivered', isPhoto: true, pages: [{ id: two }, { id: one }] });
    expect((await deliverPages(student, id, order)).json().deliveredAt).toBe(first.json().deliveredAt);
    expect((await deliverPages(student, id, order.toReversed())).statusCode).toBe(409);
    expect((await call(student, 'POST', `/api/essays/${id}/delivery`, { text: '', revision: 1 })).statusCode).toBe(409);
    expect((await send(student, id, await pagePhoto(3))).statusCode).toBe(409);
    expect((await call(student, 'DELETE', `/api/essays/${id}/pages/${one}`)).statusCode).toBe(409);
  });

  it.each([
    ['none', () => []],
    ['a part of them', (ids: number[]) => ids.slice(1)],
    ['one twice', (ids: number[]) => [ids[0] ?? 0, ids[0] ?? 0]],
    ['one that is not there', (ids: number[]) => [ids[0] ?? 0, 2_000_000_000]],
  ])('that names %s is refused', async (_, choose) => {
    const { id } = await newEssay();
    await send(student, id, await pagePhoto(1));
    const ids = pageIds(await send(student, id, await pagePhoto(2)));
    expect((await deliverPages(student, id, choose(ids))).statusCode).toBeGreaterThanOrEqual(400);
    expect((await call(student, 'GET', `/api/essays/${id}`)).json().state).toBe('writing');
  });

  it('is refused when the theme has closed', async () => {
    const theme = await publishTheme(teacher, {
      closesAt: new Date(test.clock.now().getTime() + 60_000).toISOString(),
    });
    const { id } = await newEssay(theme);
    const ids = pageIds(await send(student, id, await pagePhoto(1)));
    test.clock.advance(120_000);
    expect((await deliverPages(student, id, ids)).statusCode).toBe(409);
  });

  it('that is a text removes pages that were sent before', async () => {
    const { id, revision } = await newEssay();
    const [pageId] = pageIds(await send(student, id, await pagePhoto(1)));
    await call(student, 'POST', `/api/essays/${id}/delivery`, { text: essayOf(25), revision });
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({ isPhoto: false, pages: [] });
    expect((await open(student, pageId ?? 0)).statusCode).toBe(404);
  });
});

it('a page opens for its student, after delivery also for those who correct, and for no one else', async () => {
  const { id } = await newEssay();
  const writer = student;
  const [pageId = 0] = pageIds(await send(writer, id, await pagePhoto(1)));
  const people = {
    writer,
    teacher,
    admin: await createPerson(test.deps.db, { role: 'admin' }),
    secretary: await createPerson(test.deps.db, { role: 'secretary' }),
    other: await createPerson(test.deps.db),
    nobody: undefined,
  };
  const statuses = async () => {
    const found: Record<string, number> = {};
    for (const [who, as] of Object.entries(people)) found[who] = (await open(as, pageId)).statusCode;
    return found;
  };
  const closed = { writer: 200, teacher: 404, admin: 404, secretary: 404, other: 404, nobody: 401 };
  expect(await statuses()).toEqual(closed);
  await deliverPages(writer, id, [pageId]);
  expect(await statuses()).toEqual({ ...closed, teacher: 200, admin: 200 });
});

describe('a photographed essay at the desk', () => {
  const desk = '/api/teacher/essays';
  const area = { page: 1, x: 100, y: 200, width: 300, height: 30 };
  const mark = (change: object = {}) => ({
    ...{ id: 'm1', start: 0, end: 1, criterionKey: 'norma', comment: 'vírgula', points: 0.3, isPraise: false },
    area,
    ...change,
  });
  const give = async (id: number, correction: object) => {
    await call(teacher, 'POST', `${desk}/${id}/lease`);
    const full = { ...emptyCorrection, points: fullPoints, ...correction };
    return call(teacher, 'POST', `${desk}/${id}/return`, { correction: full, revision: 1 });
  };

  it('shows its pages and lines and no name, and its rectangles reach the student', async () => {
    const { id, pages, student } = await delivered();
    const read = await call(teacher, 'GET', `${desk}/${id}`);
    expect(read.json()).toMatchObject({ text: '', lines: 27, pages: [{ id: pages[0] }] });
    expect(read.body).not.toMatch(/Rafaela|Segredo/);
    const rows = (await call(teacher, 'GET', desk)).json();
    expect(rows.find((row: { id: number }) => row.id === id)).toMatchObject({ isPhoto: true, lines: 27 });
    expect((await give(id, { marks: [mark()] })).statusCode).toBe(200);
    const shown = (await call(student, 'GET', `/api/essays/${id}`)).json() as Essay;
    expect(shown.returned?.correction.marks).toEqual([mark()]);
    expect(shown.returned?.result.lines).toBe(27);
  });

  it.each([
    ['on a page that is not there', { area: { ...area, page: 2 } }],
    ['beyond the page', { area: { ...area, x: 800 } }],
    ['of a passage of a text', { area: undefined, end: 5 }],
  ])('refuses a mark %s', async (_, change) => {
    const { id } = await delivered();
    expect((await give(id, { marks: [mark(change)] })).statusCode).toBe(400);
  });

  it('refuses a rectangle on a typed essay', async () => {
    const { id, revision } = await newEssay();
    await call(student, 'POST', `/api/essays/${id}/delivery`, { text: essayOf(25), revision });
    expect((await give(id, { marks: [mark()] })).statusCode).toBe(400);
  });

  it('is scored by the lines that its student counted, or that the reader corrected', async () => {
    const few = await delivered(themeId, 3);
    const short = (await give(few.id, {})).json();
    expect(short.result).toMatchObject({ lines: 3, reasonKeys: ['linhas-a-menos'] });
    const miscounted = await delivered(themeId, 3);
    const whole = (await give(miscounted.id, { lines: 25 })).json();
    expect(whole.result).toMatchObject({ lines: 25, reasonKeys: [], score: 16.1 });
  });

  it('has the rectangles of both when two readers corrected it', async () => {
    const theme = await publishTheme(teacher, {
      secondReading: { totalLimit: 2, criterionLimit: null, finalMark: 'closest_two' },
    });
    const { id, student } = await delivered(theme);
    const other = await createPerson(test.deps.db, { role: 'teacher' });
    for (const reader of [teacher, other]) {
      await call(reader, 'POST', `${desk}/${id}/lease`);
      const correction = { ...emptyCorrection, points: fullPoints, marks: [mark()], lines: reader === other ? 20 : 27 };
      await call(reader, 'POST', `${desk}/${id}/return`, { correction, revision: 1 });
    }
    const { returned } = (await call(student, 'GET', `/api/essays/${id}`)).json() as Essay;
    expect(returned?.correction.marks.map((one) => one.area)).toEqual([area, area]);
    expect(returned?.result.lines).toBe(27);
  });
});
