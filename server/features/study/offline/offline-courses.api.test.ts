import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import type { Person } from '#server/testing/factories.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { createCourse, createLesson, createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const office = paymentOffice(test);
const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });

let admin: Person;
let lessons: [number, number];
let course: number;
let other: number;

beforeAll(async () => {
  const { db } = test.deps;
  admin = await office.admin();
  const subjectId = await createSubject(db, 'Direito Penal');
  lessons = [await createLesson(db, 'Dolo e culpa', subjectId), await createLesson(db, 'Crimes', subjectId)];
  course = await createCourse(db, { title: 'Penal', lessons });
  other = await createCourse(db, { title: 'Outro', lessons: [lessons[1]] });
});

/** A student who bought some courses (null: all) for a number of days from today. */
async function studentFor(days: number, courseIds: number[] | null): Promise<Person> {
  const post = (url: string, payload: object) => test.request({ method: 'POST', url, as: admin, payload });
  const offer = await post('/api/admin/offers', {
    ...{ name: `${days} dias`, price: 9_700, struckPrice: null, nextPrice: null, defaultExamId: null, places: null },
    ...{ rule: { kind: 'days', count: days }, soldFrom: null, soldUntil: null, courseIds },
  });
  const student = await office.student('pending');
  const order = { studentId: student.id, offerId: offer.json().id, method: 'cash' };
  expect((await post('/api/admin/enrollments', order)).statusCode).toBe(201);
  return student;
}

async function addRecording(lessonId: number, renditions: { height: number; bytes: number }[]): Promise<number> {
  const { db } = test.deps;
  const row = { lesson_id: lessonId, title: 'Aula gravada', kind: 'video', mime_type: 'video/webm', bytes: 9e9 };
  const { id } = await db
    .insertInto('recordings')
    .values({ ...row, file_key: 'recordings/x', state: 'ready', created_at: test.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const { height, bytes } of renditions) {
    const rendition = { recording_id: id, height, bytes, file_key: `recordings/${height}` };
    await db.insertInto('recording_renditions').values(rendition).execute();
  }
  return id;
}

async function attach(to: { lesson_id: number } | { course_id: number }, bytes: number): Promise<number> {
  const file = { name: 'Quadro.pdf', mime_type: 'application/pdf', file_key: 'x', created_at: test.clock.now() };
  const { id } = await test.deps.db
    .insertInto('attachments')
    .values({ ...file, ...to, bytes, sha256: Buffer.alloc(32, bytes % 256) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('a course lists its lessons in order with pictures, sizes and the smallest file of each recording', async () => {
  const { db } = test.deps;
  const student = await studentFor(30, null);
  const { id: mediaId } = await db
    .insertInto('media')
    .values({
      ...{ sha256: Buffer.alloc(32, 7), file_key: 'x', mime_type: 'image/webp', bytes: 5000, width: 1, height: 1 },
      ...{ name: 'figura', created_at: test.clock.now() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('media_uses').values({ media_id: mediaId, kind: 'lesson', ref_id: lessons[1] }).execute();
  const sized = await addRecording(lessons[0], [
    { height: 720, bytes: 70_000 },
    { height: 480, bytes: 40_000 },
  ]);
  const plain = await addRecording(lessons[0], []);
  const captions = { cues: '[]', body: 'Dolo', saved_by: admin.id, updated_at: test.clock.now() };
  await db
    .insertInto('recording_captions')
    .values({ ...captions, recording_id: sized })
    .execute();
  const ofLesson = await attach({ lesson_id: lessons[1] }, 300);
  const ofCourse = await attach({ course_id: course }, 400);
  const text = Buffer.byteLength('<p>Texto.</p>');
  expect((await get(student, `/api/courses/${course}/offline`)).json()).toEqual({
    id: course,
    title: 'Penal',
    bytes: 2 * text + 5000,
    lessons: [
      {
        ...{ id: lessons[0], title: 'Dolo e culpa', version: 1, bytes: text, pictures: [], attachments: [] },
        recordings: [
          { id: sized, variant: '480', bytes: 40_000, hasCaptions: true },
          { id: plain, variant: 'original', bytes: 9e9, hasCaptions: false },
        ],
      },
      {
        ...{ id: lessons[1], title: 'Crimes', version: 1, bytes: text + 5000, pictures: [`/api/media/${mediaId}`] },
        ...{ recordings: [], attachments: [{ id: ofLesson, bytes: 300 }] },
      },
    ],
    attachments: [{ id: ofCourse, bytes: 400 }],
    endsAt: expect.any(String),
  });
  const hidden = await createCourse(db, { isPublished: false, lessons });
  expect((await get(student, `/api/courses/${hidden}/offline`)).statusCode).toBe(404);
});

describe('the access of downloaded courses', () => {
  const accessOf = async (as: Person, ...courseIds: number[]) =>
    get(as, `/api/offline/courses?${courseIds.map((id) => `courseIds=${id}`).join('&')}`);

  it('lists the courses that were bought with the midnight that ends them, and leaves out the others', async () => {
    test.clock.set('2026-11-15T12:00:00.000Z');
    const student = await studentFor(30, [course]);
    const endsAt = '2026-12-16T03:00:00.000Z';
    expect((await accessOf(student, course, other, 2_000_000_000)).json()).toEqual({
      courses: [{ id: course, endsAt }],
    });
    expect((await get(student, `/api/courses/${course}/offline`)).json().endsAt).toBe(endsAt);
  });

  it('is refused after the last day, so that a device removes everything', async () => {
    test.clock.set('2026-11-15T12:00:00.000Z');
    const student = await studentFor(2, null);
    expect((await accessOf(student, course, other)).json().courses).toHaveLength(2);
    test.clock.set(new Date(Date.parse('2026-11-15T12:00:00.000Z') + 3 * DAY_MS).toISOString());
    const refused = await accessOf(student, course);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'access_ended']);
  });
});
