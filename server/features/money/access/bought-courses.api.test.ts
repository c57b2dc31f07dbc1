import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { newCard } from '#server/testing/cards.ts';
import { createSession, type Person } from '#server/testing/factories.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { createCourse } from '#server/testing/study.ts';
import { createExamWithSyllabus } from '#server/testing/syllabi.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/* An offer may open only some courses. Calls for the other courses are refused with `not_bought`; all else is unchanged. */

const test = useTestApp({ RATE_LIMIT: 'off' });
const desk = paymentOffice(test);

let admin: Person;
let bought: { course: number; lesson: number; quiz: number };
let other: { course: number; lesson: number; quiz: number };
let common: { lesson: number; quiz: number };
let shared: number;

beforeAll(async () => {
  const { db } = test.deps;
  admin = await desk.admin();
  const { id: subjectId } = await createSubject(db);
  const lesson = async (title: string) => (await createLesson(db, { title, subjectId })).id;
  const quiz = async (title: string) => (await createTestQuiz(db, { title, questions: 2 })).id;
  const pair = async (name: string) => ({ lesson: await lesson(`Aula ${name}`), quiz: await quiz(`Prova ${name}`) });
  const [one, two, three] = [await pair('comprada'), await pair('alheia'), await pair('comum')];
  shared = await lesson('Aula de dois cursos');
  const add = (title: string, { lesson: id, quiz: quizId }: typeof one) =>
    createCourse(db, { title, lessons: [id, shared], quizzes: [quizId] });
  bought = { course: await add('Curso comprado', one), ...one };
  other = { course: await add('Curso alheio', two), ...two };
  // A draft sells nothing: what stands in it alone is common.
  await createCourse(db, { title: 'Rascunho', isPublished: false, lessons: [three.lesson] });
  common = three;
});

const get = (as: Person, url: string) => test.request({ method: 'GET', url, as });
const send = (as: Person, method: 'POST' | 'PUT', url: string, payload: object = {}) =>
  test.request({ method, url, as, payload });

const offerBody = {
  name: 'Só um curso',
  price: 9_700,
  struckPrice: null,
  nextPrice: null,
  rule: { kind: 'days', count: 30 },
  defaultExamId: null,
  places: null,
  soldFrom: null,
  soldUntil: null,
};
type Offer = { id: number; version: number; courseIds: number[] | null };

async function addOffer(courseIds: number[] | null): Promise<Offer> {
  const answer = await send(admin, 'POST', '/api/admin/offers', { ...offerBody, courseIds });
  expect(answer.json()).toMatchObject({ courseIds });
  return answer.json();
}

/** Enrolled at the desk, so that the offer is the one that counts. */
async function studentOf(offer: Offer): Promise<Person> {
  const student = await desk.student('pending');
  const order = { studentId: student.id, offerId: offer.id, method: 'cash' };
  expect((await send(admin, 'POST', '/api/admin/enrollments', order)).statusCode).toBe(201);
  return student;
}

const codeOf = async (answer: Promise<{ statusCode: number; json: () => { code?: string } }>) => {
  const { statusCode, json } = await answer;
  return statusCode < 300 ? 'ok' : json().code;
};

/** Every call that names one of these things. */
async function codes(as: Person, { course, lesson, quiz }: typeof bought): Promise<unknown[]> {
  const attempt = { score: 0, totalQuestions: 2, correctAnswers: 0, timeSpent: 1 };
  const reading = { position: 0.1, activeSeconds: 1, reachedEnd: false };
  return Promise.all(
    [
      get(as, `/api/courses/${course}`),
      send(as, 'POST', `/api/courses/${course}/enrollment`),
      get(as, `/api/articles/${lesson}`),
      get(as, `/api/articles/${lesson}/attachments`),
      get(as, `/api/courses/${course}/attachments`),
      send(as, 'PUT', `/api/articles/${lesson}/reading`, reading),
      send(as, 'PUT', `/api/articles/${lesson}/completion`, { completed: false }),
      get(as, `/api/quizzes/${quiz}`),
      get(as, `/api/quizzes/${quiz}/overview`),
      get(as, `/api/quizzes/${quiz}/practice`),
      send(as, 'POST', `/api/quizzes/${quiz}/attempts`, attempt),
      send(as, 'POST', `/api/quizzes/${quiz}/start`),
    ].map(codeOf),
  );
}
const all = (code: string) => Array.from({ length: 12 }, () => code);

describe('a student who bought one course', () => {
  it('studies that course, and the other one answers that it was not bought', async () => {
    const student = await studentOf(await addOffer([bought.course]));
    expect(await codes(student, bought)).toEqual(all('ok'));
    expect(await codes(student, other)).toEqual(all('not_bought'));
    expect(await codeOf(send(student, 'POST', '/api/practices', { kind: 'training', quizId: other.quiz }))).toBe(
      'not_bought',
    );
    expect(await codeOf(send(student, 'PUT', `/api/courses/${other.course}/rating`, { stars: 5 }))).toBe('not_bought');
    for (const lesson of [common.lesson, shared]) {
      expect(await codeOf(get(student, `/api/articles/${lesson}`))).toBe('ok');
    }
    expect(await codeOf(get(student, `/api/quizzes/${common.quiz}`))).toBe('ok');
    expect(await codeOf(get(student, '/api/articles/999999'))).toBe('not_found');
    expect((await get(student, '/api/my-access')).json()).toMatchObject({
      active: true,
      courses: [{ id: bought.course, title: 'Curso comprado' }],
    });
    expect((await get(student, '/api/my-orders')).json()[0].access.courses).toMatchObject([{ id: bought.course }]);
  });

  it('makes cards from the lessons that are open only', async () => {
    const student = await studentOf(await addOffer([bought.course]));
    const make = (lessonId: number) =>
      codeOf(send(student, 'POST', '/api/cards', newCard({ source: { kind: 'lesson', lessonId } })));
    expect(await make(other.lesson)).toBe('not_bought');
    for (const lesson of [bought.lesson, common.lesson, shared]) expect(await make(lesson)).toBe('ok');
  });

  it('finds in lists and searches what is open, and sees what else there is to buy', async () => {
    const student = await studentOf(await addOffer([bought.course]));
    const ids = async (url: string) =>
      ((await get(student, url)).json() as { id: number }[]).map(({ id }) => id).sort((a, b) => a - b);
    const openLessons = [bought.lesson, common.lesson, shared].sort((a, b) => a - b);
    expect(await ids('/api/articles')).toEqual(openLessons);
    expect(await ids('/api/articles?limit=100')).toEqual(openLessons);
    expect(await ids('/api/quizzes')).toEqual([bought.quiz, common.quiz].sort((a, b) => a - b));
    expect((await get(student, '/api/quizzes')).headers['x-total-count']).toBe('2');
    const found = (await get(student, '/api/search?q=aula')).json() as { kind: string; id: number }[];
    expect(found.map(({ id }) => id).sort((a, b) => a - b)).toEqual(openLessons);
    expect((await get(student, '/api/search?q=alheia')).json()).toEqual([]);
    const courses = (await get(student, '/api/courses')).json() as { id: number; isOpen: boolean }[];
    expect(new Map(courses.map(({ id, isOpen }) => [id, isOpen]))).toEqual(
      new Map([
        [bought.course, true],
        [other.course, false],
      ]),
    );
    expect((await get(admin, '/api/courses')).json()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: other.course, isOpen: true })]),
    );
  });

  it('practises freely with the questions of that one and with those that belong to no course', async () => {
    const { id: subjectId } = await createSubject(test.deps.db);
    const question = async () => (await createBankQuestion(test, admin, { subjectId })).id;
    const [ours, theirs, loose] = [await question(), await question(), await question()];
    const train = async (id: number) =>
      (await publishComposed(test, admin, { questionIds: [id], isTraining: true })).id;
    const course = await createCourse(test.deps.db, { title: 'Com treino', quizzes: [await train(ours)] });
    await createCourse(test.deps.db, { title: 'Outro com treino', quizzes: [await train(theirs)] });
    const drawn = async (as: Person) => {
      const { questions } = (await send(as, 'POST', '/api/practices', { kind: 'free', subjectId, count: 50 })).json();
      return questions.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
    };
    expect(await drawn(await studentOf(await addOffer([course])))).toEqual([ours, loose]);
    expect(await drawn(await studentOf(await addOffer(null)))).toEqual([ours, theirs, loose]);

    // The review asks, and takes answers to, the same questions as free practice.
    const reviewed = async (as: Person) => {
      const { items } = (await get(as, '/api/review/today')).json() as { items: { questionId: number }[] };
      return items
        .map(({ questionId }) => questionId)
        .filter((id) => [ours, theirs, loose].includes(id))
        .toSorted((a, b) => a - b);
    };
    const limited = await studentOf(await addOffer([course]));
    expect(await reviewed(limited)).toEqual([ours, loose]);
    expect(await reviewed(await studentOf(await addOffer(null)))).toEqual([ours, theirs, loose]);
    const option = await test.deps.db
      .selectFrom('options')
      .innerJoin('questions', 'questions.current_version_id', 'options.question_version_id')
      .select('options.id')
      .where('questions.id', '=', theirs)
      .executeTakeFirstOrThrow();
    const reply = { key: randomUUID(), questionId: theirs, optionId: option.id };
    expect(await codeOf(send(limited, 'POST', '/api/review/answers', reply))).toBe('not_found');
  });

  it('sees the scheduled simulados of that course only', async () => {
    const scheduled = async () => {
      const question = await createBankQuestion(test, admin);
      const { id } = await publishComposed(test, admin, { questionIds: [question.id] });
      const window = { opensAt: '2026-11-21T12:00:00.000Z', closesAt: '2026-11-21T21:00:00.000Z', lateStart: 'full' };
      await send(admin, 'PUT', `/api/teacher/quizzes/${id}/window`, { version: 0, window });
      return id;
    };
    const [ours, theirs] = [await scheduled(), await scheduled()];
    const course = await createCourse(test.deps.db, { title: 'Com hora', quizzes: [ours] });
    await createCourse(test.deps.db, { title: 'Outro com hora', quizzes: [theirs] });
    const shown = async (offer: Offer) => {
      const { windows } = (await get(await studentOf(offer), '/api/quiz-windows')).json();
      return windows.map(({ quizId }: { quizId: number }) => quizId);
    };
    expect(await shown(await addOffer([course]))).toEqual([ours]);
    expect(await shown(await addOffer(null))).toEqual([ours, theirs]);
  });

  it('has all that several purchases open, and all courses with one that opens all', async () => {
    const student = await studentOf(await addOffer([bought.course]));
    const buy = async (offer: Offer) =>
      send(admin, 'POST', '/api/admin/enrollments', { studentId: student.id, offerId: offer.id, method: 'cash' });
    await buy(await addOffer([other.course]));
    expect(await codes(student, other)).toEqual(all('ok'));
    expect((await get(student, '/api/my-access')).json().courses).toHaveLength(2);
    const third = await studentOf(await addOffer([bought.course]));
    const everything = await addOffer(null);
    await send(admin, 'POST', '/api/admin/enrollments', {
      studentId: third.id,
      offerId: everything.id,
      method: 'courtesy',
    });
    expect(await codes(third, other)).toEqual(all('ok'));
    expect((await get(third, '/api/my-access')).json().courses).toBeNull();
  });

  it('keeps what was bought when the offer changes, and when the course goes away the rest does not open', async () => {
    const course = await createCourse(test.deps.db, { title: 'Curso que vai embora' });
    const offer = await addOffer([course]);
    const student = await studentOf(offer);
    const changed = await send(admin, 'PUT', `/api/admin/offers/${offer.id}`, {
      ...offerBody,
      courseIds: [course, other.course],
      version: offer.version,
    });
    expect(changed.json()).toMatchObject({ courseIds: [course, other.course] });
    expect(await codes(student, other)).toEqual(all('not_bought'));
    await test.request({ method: 'DELETE', url: `/api/courses/${course}`, as: admin });
    expect(await codes(student, other)).toEqual(all('not_bought'));
    expect((await get(student, '/api/my-access')).json().courses).toEqual([]);
    // What the offer has already may stay in it.
    const again = { ...offerBody, courseIds: [course], version: changed.json().version };
    expect((await send(admin, 'PUT', `/api/admin/offers/${offer.id}`, again)).statusCode).toBe(200);
  });

  it('finishes a simulado that was open, and plans only what is open', async () => {
    const everything = await addOffer(null);
    const student = await studentOf(everything);
    const { id } = (await send(student, 'POST', `/api/quizzes/${other.quiz}/start`)).json();
    await send(student, 'POST', `/api/courses/${other.course}/enrollment`);
    await send(student, 'PUT', `/api/articles/${other.lesson}/reading`, {
      position: 0.5,
      activeSeconds: 5,
      reachedEnd: false,
    });
    await test.deps.db
      .updateTable('access_grants')
      .set({ course_ids: [bought.course] })
      .where('user_id', '=', student.id)
      .execute();
    // A new session, which no process has cached.
    const next = { ...student, cookie: await createSession(test.deps.db, student.id, test.clock.now()) };
    expect((await get(next, `/api/quizzes/${other.quiz}/overview`)).json().openAttempt.id).toBe(id);
    expect((await send(next, 'POST', `/api/attempts/${id}/finish`, { answers: [] })).statusCode).toBe(200);
    expect(await codeOf(send(next, 'POST', `/api/quizzes/${other.quiz}/start`))).toBe('not_bought');
    expect((await get(next, '/api/study-plan')).json().today.items).toEqual([]);
    const home = (await get(next, '/api/dashboard/student')).json();
    expect(home).toMatchObject({ next: null, courses: [] });
  });
});

it.each([
  ['no course', []],
  ['a course that is not there', [999_999]],
])('an offer of %s is refused', async (_, courseIds) => {
  const answer = await send(admin, 'POST', '/api/admin/offers', { ...offerBody, courseIds });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toHaveProperty('courseIds');
});

it('the offer of new students is always sold', async () => {
  const list = (await get(admin, '/api/admin/offers')).json() as { id: number; isDefault: boolean }[];
  const standing = list.find(({ isDefault }) => isDefault);
  const ended = await send(admin, 'PUT', `/api/admin/offers/${standing?.id}`, { ...standing, soldUntil: '2026-11-14' });
  expect([ended.statusCode, ended.json().fields]).toEqual([400, { soldUntil: 'A oferta padrão está sempre à venda.' }]);
});

it('a file opens only for a student who bought the course that it belongs to', async () => {
  const student = await studentOf(await addOffer([bought.course]));
  const rows = [bought, other].map(({ lesson }, at) => ({
    ...{ lesson_id: lesson, name: 'a.txt', mime_type: 'application/octet-stream', bytes: 1 },
    ...{ sha256: Buffer.from([at]), file_key: `attachments/${at}`, created_at: test.clock.now() },
  }));
  const made = await test.deps.db.insertInto('attachments').values(rows).returning('id').execute();
  for (const { file_key } of rows) await test.deps.files.put(file_key, Buffer.from('a'));
  const opened = await Promise.all(made.map(({ id }) => codeOf(get(student, `/api/attachments/${id}`))));
  expect(opened).toEqual(['ok', 'not_bought']);
});

it('the plan of a student who bought one course has its lessons and the common ones, and none of another course', async () => {
  const student = await studentOf(await addOffer([bought.course]));
  const { db } = test.deps;
  const lesson = db.selectFrom('lessons').select('subject_id').where('id', '=', bought.lesson);
  const { subject_id: subjectId } = await lesson.executeTakeFirstOrThrow();
  const topics = [{ topicId: null, name: 'Crase', amount: 10 }];
  const exam = await createExamWithSyllabus(test, admin, [{ subjectId, name: 'Português', topics }]);
  const inExam = [bought.lesson, other.lesson, common.lesson];
  await db.updateTable('lessons').set({ topic_id: exam.topicId, word_count: 4000 }).where('id', 'in', inExam).execute();
  expect((await send(student, 'POST', `/api/exams/${exam.id}/follow`)).statusCode).toBe(200);
  const plan = JSON.stringify((await get(student, '/api/study-plan')).json());
  const titles = ['Aula comprada', 'Aula comum', 'Aula alheia'];
  expect(titles.map((title) => plan.includes(title))).toEqual([true, true, false]);
});
