import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Attachment } from '#contract/content/attachments.ts';
import { ATTACHMENTS_MAX } from '#contract/limits.ts';
import { HOUR_MS } from '#contract/time.ts';
import { openPdf } from '#server/pdf/read-pdf.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ ATTACHMENT_MAX_MB: '1', ATTACHMENT_COPIES_MB: '1', RATE_LIMIT: 'off' });
let teacher: Person;
let student: Person;
let lessonId: number;

const person = (role: 'teacher' | 'student' | 'admin', wishes: object = {}) =>
  createPerson(test.deps.db, { role, now: test.clock.now(), ...wishes });
const newLesson = async (authorId: string) => {
  const { id: subjectId } = await createSubject(test.deps.db);
  return (await createLesson(test.deps.db, { subjectId, authorId })).id;
};

beforeAll(async () => {
  teacher = await person('teacher');
  student = await person('student', { firstName: 'Zoë', lastName: 'Nováček', payment: 'approved' });
  lessonId = await newLesson(teacher.id);
});

let serial = 0;
async function pdf(protect = false): Promise<Uint8Array<ArrayBuffer>> {
  serial += 1;
  const document = await PDFDocument.create();
  document.addPage().drawText(`Quadro ${serial}`);
  document.addPage([300, 200]);
  if (protect) document.encrypt({ userPassword: 'segredo', ownerPassword: 'dono' });
  return new Uint8Array(await document.save());
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function attach(as: Person, url: string, name: string, content: Uint8Array<ArrayBuffer>, watermark = 'false') {
  const form = await multipartForm({ name, watermark, file: [name, content] });
  return test.request({ method: 'POST', url, as, ...form });
}
const toLesson = (name: string, content: Uint8Array<ArrayBuffer>, watermark = 'false', as = teacher, id = lessonId) =>
  attach(as, `/api/articles/${id}/attachments`, name, content, watermark);
const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });
const call = (as: Person, method: 'PATCH' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });

const wordsOf = async (content: Buffer) => {
  const pdf = await openPdf(content);
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
  }
  await pdf.loadingTask.destroy();
  return pages.join('\n');
};
const keysStored = async () => {
  const keys: string[] = [];
  for await (const { key } of test.deps.files.list()) keys.push(key);
  return keys.filter((key) => key.startsWith('attachment'));
};
const waitingForSweep = async () =>
  (await test.deps.db.selectFrom('unclaimed_files').select('key').execute()).map(({ key }) => key);

describe('a file of a lesson', () => {
  it('is kept once, shown to readers, and saved under its name', async () => {
    const content = await pdf();
    const sent = await toLesson('Quadro de verbos "impessoais".pdf', content);
    expect(sent.statusCode).toBe(201);
    const attachment = sent.json() as Attachment;
    expect(attachment).toMatchObject({ name: 'Quadro de verbos impessoais .pdf', kind: 'pdf', bytes: content.length });
    expect((await toLesson('outro nome.pdf', content)).json()).toMatchObject({ id: attachment.id });
    expect((await get(student, `/api/articles/${lessonId}/attachments`)).json()).toEqual([attachment]);
    const shown = await get(student, attachment.url);
    expect(shown.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(content.length),
      'content-disposition': "inline; filename*=UTF-8''Quadro%20de%20verbos%20impessoais%20.pdf",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(shown.headers['content-security-policy']).toContain('sandbox');
    expect(shown.rawPayload.equals(Buffer.from(content))).toBe(true);
    const saved = await get(student, `${attachment.url}?save=true`);
    expect(saved.headers['content-disposition']).toMatch(/^attachment;/);
  });

  it.each([
    ['a program', 'jogo.exe', bytesOf('MZ'), 415],
    ['a page', 'pagina.html', bytesOf('<script>alert(1)</script>'), 415],
    ['a program under another name', 'lista.zip', bytesOf(`MZ${'\0'.repeat(200)}`), 415],
    ['a text that says it is a PDF', 'lista.pdf', bytesOf('não sou um PDF'), 415],
    ['a PDF that says it is a picture', 'foto.png', bytesOf('%PDF-1.7\n'), 415],
    ['an empty file', 'vazio.pdf', bytesOf(''), 400],
    ['more than the operator allows', 'grande.txt', new Uint8Array(1024 * 1024 + 1).fill(65), 413],
    ['no name', '', bytesOf('x'), 400],
  ])('refuses %s, and keeps nothing', async (_, name, content, status) => {
    const before = await keysStored();
    const response = await toLesson(name, content);
    expect([response.statusCode, response.json().message.length > 10]).toEqual([status, true]);
    expect(await keysStored()).toEqual(before);
  });

  it('is saved and never shown when it is of another kind', async () => {
    const { url, kind } = (await toLesson('lista.txt', bytesOf('<script>alert(1)</script>'))).json();
    expect(kind).toBe('file');
    expect((await get(student, url)).headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''lista.txt",
    });
  });

  it('can be changed and removed only by its author', async () => {
    const other = await person('teacher');
    expect((await toLesson('a.pdf', await pdf(), 'false', other)).statusCode).toBe(404);
    const { id, url } = (await toLesson('a.pdf', await pdf())).json();
    expect((await call(other, 'PATCH', url, { name: 'b.pdf' })).statusCode).toBe(404);
    expect((await call(other, 'DELETE', url)).statusCode).toBe(404);
    expect((await call(teacher, 'PATCH', url, { name: 'b.pdf' })).json()).toMatchObject({ id, name: 'b.pdf' });
    expect((await call(teacher, 'DELETE', url)).statusCode).toBe(200);
    expect((await get(teacher, url)).statusCode).toBe(404);
  });

  it('is open only to the authors of a draft until it is published', async () => {
    const draft = (await test.request({ method: 'POST', url: '/api/lesson-drafts', as: teacher, payload: {} })).json();
    const { url } = (await toLesson('a.pdf', await pdf(), 'false', teacher, draft.id)).json();
    expect((await get(teacher, url)).statusCode).toBe(200);
    expect((await get(student, url)).statusCode).toBe(404);
    expect((await get(student, `/api/articles/${draft.id}/attachments`)).statusCode).toBe(404);
    await call(teacher, 'DELETE', `/api/lesson-drafts/${draft.id}`);
    expect((await get(teacher, url)).statusCode).toBe(404);
  });

  it('is one of thirty at most, however many come at once', async () => {
    const id = await newLesson(teacher.id);
    const sent = Array.from({ length: ATTACHMENTS_MAX + 3 }, (_, at) =>
      toLesson(`${at}.txt`, bytesOf(`texto ${at}`), 'false', teacher, id),
    );
    const codes = (await Promise.all(sent)).map(({ statusCode }) => statusCode);
    // Too many concurrent uploads get a 503; of the accepted ones at most thirty stay.
    const list = (await get(teacher, `/api/articles/${id}/attachments`)).json() as unknown[];
    expect(list.length).toBe(codes.filter((code) => code === 201).length);
    expect(list.length).toBeLessThanOrEqual(ATTACHMENTS_MAX);
  });
});

it('a course has files, too: for those who may see it', async () => {
  const courseId = await createCourse(test.deps.db, { instructorId: teacher.id, isPublished: false });
  const { url } = (await attach(teacher, `/api/courses/${courseId}/attachments`, 'a.pdf', await pdf())).json();
  expect((await get(student, url)).statusCode).toBe(404);
  await test.deps.db.updateTable('courses').set({ is_published: true }).where('id', '=', courseId).execute();
  expect((await get(student, url)).statusCode).toBe(200);
  expect((await get(student, `/api/courses/${courseId}/attachments`)).json()).toHaveLength(1);
});

describe('a watermark', () => {
  it('puts the student’s name and the end of the payment code into every page, once per student', async () => {
    const original = await pdf();
    const { url, hasWatermark } = (await toLesson('marcado.pdf', original, 'true')).json();
    expect(hasWatermark).toBe(true);
    const before = (await keysStored()).length;
    const first = await get(student, url);
    const payment = await test.deps.db
      .selectFrom('payments')
      .select('payment_code')
      .where('user_id', '=', student.id)
      .executeTakeFirstOrThrow();
    const words = await wordsOf(first.rawPayload);
    const mark = `Zoë Novácek · ${payment.payment_code.slice(-4)}`;
    expect(words.split(mark).length - 1).toBe(4);
    expect(words).not.toContain(payment.payment_code);
    expect((await get(student, url)).rawPayload.equals(first.rawPayload)).toBe(true);
    expect((await keysStored()).length).toBe(before + 1);
    // Its author reads it as it came.
    expect((await get(teacher, url)).rawPayload.equals(Buffer.from(original))).toBe(true);
    // Another name is another copy, and the old one goes.
    const waiting = (await waitingForSweep()).length;
    await test.deps.db.updateTable('users').set({ last_name: 'Souza' }).where('id', '=', student.id).execute();
    expect(await wordsOf((await get(student, url)).rawPayload)).toContain('Zoë Souza');
    expect(await waitingForSweep()).toHaveLength(waiting + 1);
  });

  it('is deleted with the student whose copy has it', async () => {
    const gone = await person('student');
    const { id, url } = (await toLesson('marcado.pdf', await pdf(), 'true')).json();
    await get(gone, url);
    const copy = await test.deps.db
      .selectFrom('attachment_copies')
      .select('copy_key')
      .where('attachment_id', '=', id)
      .executeTakeFirstOrThrow();
    const admin = await person('admin');
    expect((await call(admin, 'DELETE', `/api/admin/users/${gone.id}`)).statusCode).toBe(200);
    expect(await waitingForSweep()).toContain(copy.copy_key);
  });

  it('keeps to the room that the operator gives', async () => {
    const { url } = (await toLesson('marcado.pdf', await pdf(), 'true')).json();
    await test.deps.db
      .updateTable('attachment_copies')
      .set({ bytes: 1024 * 1024 })
      .execute();
    test.clock.advance(HOUR_MS);
    await get(student, url);
    expect(await test.deps.db.selectFrom('attachment_copies').select('bytes').execute()).toHaveLength(1);
  });

  it.each([
    ['a protected PDF', () => pdf(true), 'Este PDF está protegido por senha'],
    ['a broken PDF', async () => bytesOf('%PDF-1.7\nnada'), 'Este PDF está danificado'],
  ])('is refused for %s, which can be handed out without it', async (_, make, sentence) => {
    const content = await make();
    const before = await keysStored();
    const refused = await toLesson('prova.pdf', content, 'true');
    expect(refused.statusCode).toBe(415);
    expect(refused.json().message).toContain(sentence);
    expect(await keysStored()).toEqual(before);
    const { url } = (await toLesson('prova.pdf', content)).json();
    expect((await call(teacher, 'PATCH', url, { hasWatermark: true })).json().message).toContain(sentence);
    expect((await get(student, url)).statusCode).toBe(200);
  });
});
