import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { binary, type EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { createBankQuestion, publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { invalidateCaches } from '#server/testing/cache-invalidation.ts';
import { addressOf, missingParams, requiredQuery } from '#server/testing/endpoints.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/**
 * Every call that sends bytes, against every kind of caller. A student whose access expired or was refunded, or who
 * bought another course, can read no study content; before a window opens no student can read its questions.
 */
const test = useTestApp({ RATE_LIMIT: 'off', FFMPEG: 'off' });

const people = ['studying', 'expired', 'refunded', 'other course', 'nobody'] as const;
type Who = (typeof people)[number];
const students = {} as Record<Exclude<Who, 'nobody'>, Person>;
let teacher: Person;
let colleague: Person;
let admin: Person;
let subjectId: number;
/** Uploaded files, by their use. */
const addresses: Record<string, string> = {};

const call = async (as: Person, method: 'POST' | 'PUT' | 'GET', url: string, payload?: object) => {
  const reply = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.body}`);
  return reply.json();
};

let shade = 0;
async function upload(as: Person = teacher): Promise<string> {
  shade += 1;
  const content = await sharp({ create: { width: 4, height: 4, channels: 3, background: { r: shade, g: 0, b: 0 } } })
    .png()
    .toBuffer();
  const form = await multipartForm({ name: 'mapa.png', file: ['mapa.png', new Uint8Array(content)] });
  const reply = await test.request({ method: 'POST', url: '/api/media', as, ...form });
  expect(reply.statusCode).toBe(201);
  return reply.json().url;
}

const tag = (address: string) => `<img src="${address}" alt="mapa">`;
const numbered = (address: string) => address.replace(/-.*/, '');

async function lessonWith(address: string): Promise<number> {
  const body = { title: `Aula ${randomUUID()}`, content: `<p>Veja</p>${tag(address)}`, subjectId, published: true };
  return (await call(teacher, 'POST', '/api/articles', body)).id;
}

beforeAll(async () => {
  const { db } = test.deps;
  const now = test.clock.now();
  teacher = await createPerson(db, { role: 'teacher', now });
  colleague = await createPerson(db, { role: 'teacher', now });
  admin = await createPerson(db, { role: 'admin', now });
  subjectId = (await call(teacher, 'POST', '/api/subjects', { name: 'Geografia' })).id;
  for (const who of people) if (who !== 'nobody') students[who] = await createPerson(db, { now });
  const elsewhere = await createCourse(db, { title: 'Outro curso' });
  const change = (who: keyof typeof students, values: object) =>
    db.updateTable('access_grants').set(values).where('user_id', '=', students[who].id).execute();
  await change('expired', { rule: 'until', rule_until: '2026-11-01' });
  await change('refunded', { ended_at: now });
  await change('other course', { course_ids: [elsewhere] });

  addresses.lesson = await upload();
  addresses.cover = await upload();
  const lessonId = await lessonWith(addresses.lesson);
  addresses['numbered, in a lesson'] = numbered(addresses.lesson);
  addresses['asked in a quiz'] = await upload();
  const asked = await createBankQuestion(test, teacher, {
    questionText: `<p>Veja ${tag(addresses['asked in a quiz'])}</p>`,
    subjectId,
  });
  const quiz = await publishComposed(test, teacher, { questionIds: [asked.id] });
  const courseId = await createCourse(db, { title: 'Curso', lessons: [lessonId], quizzes: [quiz.id] });
  const coverId = Number.parseInt(addresses.cover.slice('/api/media/'.length), 10);
  await db.updateTable('courses').set({ image_id: coverId }).where('id', '=', courseId).execute();

  addresses['free to practise'] = await upload();
  await createBankQuestion(test, teacher, {
    questionText: `<p>${tag(addresses['free to practise'])} Qual?</p>`,
    subjectId,
  });
  addresses['resolution, key not shown'] = await upload();
  await createBankQuestion(test, teacher, { comment: tag(addresses['resolution, key not shown']), subjectId });

  addresses['asked, before the window'] = await upload();
  addresses['resolution, before the window'] = await upload();
  const secret = await createBankQuestion(test, teacher, {
    questionText: `<p>Prova ${tag(addresses['asked, before the window'])}</p>`,
    comment: tag(addresses['resolution, before the window']),
    subjectId,
  });
  const exam = await publishComposed(test, teacher, { questionIds: [secret.id] }, { title: 'Prova de amanhã' });
  await call(teacher, 'PUT', `/api/teacher/quizzes/${exam.id}/window`, {
    version: 0,
    window: {
      opensAt: new Date(now.getTime() + 86_400_000).toISOString(),
      closesAt: new Date(now.getTime() + 2 * 86_400_000).toISOString(),
      lateStart: 'shortens',
    },
  });
  addresses['used by nothing'] = await upload();

  const form = await multipartForm({
    name: 'quadro.txt',
    watermark: 'false',
    file: ['quadro.txt', new TextEncoder().encode('Quadro')],
  });
  const attached = await test.request({
    method: 'POST',
    url: `/api/articles/${lessonId}/attachments`,
    as: teacher,
    ...form,
  });
  expect(attached.statusCode).toBe(201);
  addresses.attachment = `/api/attachments/${attached.json().id}`;

  const video = await readFile(new URL('../testing/recordings/tiny.mp4', import.meta.url));
  const begun = await test.request({
    method: 'POST',
    url: `/api/articles/${lessonId}/recording-uploads`,
    as: teacher,
    headers: { 'upload-length': String(video.length), 'upload-metadata': `filename ${btoa('a.mp4')}` },
  });
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await test.request({ method: 'PATCH', url: String(begun.headers.location), as: teacher, headers, payload: video });
  addresses.recordings = `/api/articles/${lessonId}/recordings`;
});

const read = (url: string, as: Person | undefined) => test.request({ method: 'GET', url, as });

async function statuses(url: string): Promise<Record<Who, number>> {
  const found = {} as Record<Who, number>;
  for (const who of people) found[who] = (await read(url, who === 'nobody' ? undefined : students[who])).statusCode;
  return found;
}

const none = { studying: 404, expired: 404, refunded: 404, 'other course': 404, nobody: 401 };
const studied = { ...none, studying: 200 };

describe('an image', () => {
  it.each([
    ['lesson', studied],
    ['numbered, in a lesson', studied],
    ['asked in a quiz', studied],
    // It belongs to no course: every student may practise it.
    ['free to practise', { ...studied, 'other course': 200 }],
    // Lists and offers show covers.
    ['cover', { studying: 200, expired: 200, refunded: 200, 'other course': 200, nobody: 401 }],
    ['resolution, key not shown', none],
    ['asked, before the window', none],
    ['resolution, before the window', none],
    ['used by nothing', none],
  ] as const)('%s', async (use, expected) => {
    expect(await statuses(addresses[use] ?? '')).toEqual(expected);
  });

  it('is cached for an hour where all who study may read it, and never while it is secret', async () => {
    const cacheOf = async (use: string, as: Person) => {
      const reply = await read(addresses[use] ?? '', as);
      return [reply.statusCode, reply.headers['cache-control']];
    };
    const open = [200, 'private, max-age=3600'];
    const secret = [200, 'no-store'];
    expect(await cacheOf('lesson', students.studying)).toEqual(open);
    expect(await cacheOf('free to practise', students.studying)).toEqual(open);
    expect(await cacheOf('asked in a quiz', students.studying)).toEqual(secret);
    for (const use of ['resolution, before the window', 'asked, before the window', 'resolution, key not shown']) {
      expect(await cacheOf(use, colleague)).toEqual(secret);
    }
    for (const as of [teacher, admin]) expect(await cacheOf('used by nothing', as)).toEqual(secret);
    expect((await read(addresses['used by nothing'] ?? '', colleague)).statusCode).toBe(404);
  });

  it('has a random name, and another name is no image', async () => {
    const address = addresses.lesson ?? '';
    expect(address).toMatch(/^\/api\/media\/\d+-[0-9a-f]{32}$/);
    const guessed = `${numbered(address)}-${'0'.repeat(32)}`;
    expect((await read(guessed, students.studying)).statusCode).toBe(404);
  });

  it('is open only to the writer of a draft until the draft is published', async () => {
    const address = await upload();
    const lessonId = await lessonWith(await upload());
    const { version } = await call(teacher, 'GET', `/api/articles/${lessonId}`);
    await test.deps.db
      .insertInto('lesson_drafts')
      .values({
        id: lessonId,
        author_id: teacher.id,
        title: 'Rascunho',
        content: tag(address),
        is_changed: true,
        word_count: 1,
        created_at: test.clock.now(),
        updated_at: test.clock.now(),
      })
      .execute();
    expect((await read(address, teacher)).statusCode).toBe(200);
    for (const as of [students.studying, colleague]) expect((await read(address, as)).statusCode).toBe(404);
    await test.deps.db.deleteFrom('lesson_drafts').where('id', '=', lessonId).execute();
    const title = 'Publicada';
    await call(teacher, 'PUT', `/api/articles/${lessonId}`, { title, content: tag(address), subjectId, version });
    expect((await read(address, students.studying)).statusCode).toBe(200);
  });

  it('in a resolution opens with its key, and closes again while the question is asked in an attempt', async () => {
    const address = await upload();
    const student = await createPerson(test.deps.db, { now: test.clock.now() });
    const question = await createBankQuestion(test, teacher, { comment: tag(address), subjectId });
    expect((await read(address, student)).statusCode).toBe(404);
    const answer = { key: randomUUID(), questionId: question.id, optionId: question.right, guessed: false };
    await call(student, 'POST', '/api/review/answers', answer);
    expect((await read(address, student)).statusCode).toBe(200);
    const { id } = await publishComposed(test, teacher, { questionIds: [question.id] });
    await call(student, 'POST', `/api/quizzes/${id}/start`);
    expect((await read(address, student)).statusCode).toBe(404);
  });

  it('in an attempt stays part of its history after access has ended', async () => {
    const address = await upload();
    const student = await createPerson(test.deps.db, { now: test.clock.now() });
    const question = await createBankQuestion(test, teacher, { questionText: `<p>${tag(address)}?</p>`, subjectId });
    const { id } = await publishComposed(test, teacher, { questionIds: [question.id] });
    await takeQuiz(test, student, id, new Map([[question.id, question.right]]));
    await test.deps.db.deleteFrom('access_grants').where('user_id', '=', student.id).execute();
    const late = { ...student, cookie: student.cookie };
    expect((await read(address, late)).statusCode).toBe(200);
  });
});

it('an attachment opens only with access to its course', async () => {
  const expected = { studying: 200, expired: 403, refunded: 403, 'other course': 403, nobody: 401 };
  expect(await statuses(addresses.attachment ?? '')).toEqual(expected);
});

it('a recording, also by an address that was signed before the access changed', async () => {
  const student = await createPerson(test.deps.db, { now: test.clock.now() });
  const { recordings } = await call(student, 'GET', addresses.recordings ?? '');
  const signed: string = recordings[0].sources.at(-1).url;
  expect((await read(signed, student)).statusCode).toBe(200);
  // An address is signed for one person.
  expect(await statuses(signed)).toEqual({
    studying: 404,
    expired: 403,
    refunded: 403,
    'other course': 404,
    nobody: 401,
  });
  const [elsewhere] = await test.deps.db
    .selectFrom('courses')
    .select('id')
    .where('title', '=', 'Outro curso')
    .execute();
  await test.deps.db
    .updateTable('access_grants')
    .set({ course_ids: [elsewhere?.id ?? 0] })
    .where('user_id', '=', student.id)
    .execute();
  await invalidateCaches(test.deps.db, `session:${student.id}`);
  expect((await read(signed, student)).statusCode).toBe(403);
});

const sends = Object.entries(endpoints).filter(
  (entry): entry is [string, EndpointSpec] => (entry[1] as EndpointSpec).response === binary,
);

/** Tested above with real content. */
const studiedCalls = new Set(['getCaptionFile', 'getImage', 'getAttachment', 'getRecordingFile']);

/** Calls without school content: the status of each for a missing address, for every caller. */
const others: Record<string, { why: string; status: number }> = {
  getSitePicture: { why: 'Pictures of the published landing page are public.', status: 404 },
  getTrialImage: { why: 'Images of the page for visitors are public.', status: 404 },
  getProof: { why: 'A proof of payment is the payer’s and the office’s.', status: 404 },
  getProofPreview: { why: 'A proof of payment is the payer’s and the office’s.', status: 404 },
  getExamTimeDocument: { why: 'The document of a request is the student’s and the office’s.', status: 404 },
  getRefundFile: { why: 'The proof of a refund is the student’s and the office’s.', status: 404 },
  getCardPicture: { why: 'The picture of a card is its owner’s, also after access.', status: 404 },
  getEssayPage: { why: 'A handwritten page is its student’s, and once delivered the readers’.', status: 404 },
  exportAnkiDeck: { why: 'A student’s own cards stay theirs after access.', status: 200 },
  readPlanFeed: { why: 'A calendar is read by its secret address.', status: 404 },
  exportData: { why: 'What a person is known by stays theirs after access.', status: 200 },
  metrics: { why: 'Figures of the process, by a secret of its own.', status: 404 },
  openApiDocument: { why: 'The description of the calls is public.', status: 200 },
  apiDocs: { why: 'The description of the calls is public.', status: 200 },
};

it.each(sends.filter(([name]) => !studiedCalls.has(name)))('%s opens nothing by a purchase', async (name, spec) => {
  const url = addressOf(spec, missingParams(spec)) + requiredQuery(spec);
  const found: Record<string, number> = {};
  for (const who of people) {
    const as = who === 'nobody' ? undefined : students[who];
    found[who] = (await test.request({ method: spec.method, url, as })).statusCode;
  }
  if (spec.access === 'author' || spec.access === 'office' || spec.access === 'admin') {
    expect(found).toEqual({ studying: 403, expired: 403, refunded: 403, 'other course': 403, nobody: 401 });
    return;
  }
  const known = others[name];
  expect(known?.why, `say here why ${name} sends bytes to whom`).toBeTruthy();
  const nobody = spec.access === 'signedIn' ? 401 : known?.status;
  const status = known?.status;
  expect(found).toEqual({ studying: status, expired: status, refunded: status, 'other course': status, nobody });
});
