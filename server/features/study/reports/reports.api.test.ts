import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CourseReport, QuizReport, ReportedStudent, ReportTotals, ReportWeek } from '#contract/study/reports.ts';
import type { Db } from '#server/db/handle.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { countQueries } from '#server/testing/queries.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { completeLesson, createCourse, createLesson, enrollStudent } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let db: Db;
let admin: Person;
beforeAll(async () => {
  db = test.deps.db;
  admin = await createPerson(db, { role: 'admin', now: test.clock.now() });
});

const DAY = 24 * 60 * 60_000;
const ago = (days: number) => new Date(test.clock.now().getTime() - days * DAY);
const get = (url: string, as: Person) => test.request({ method: 'GET', url, as });
type Reports = { totals: ReportTotals; courses: CourseReport[]; quizzes: QuizReport[]; weeks: ReportWeek[] };
/** What the page of the reports reads. */
const reportsOf = async (as: Person): Promise<Reports> => ({
  ...(await get('/api/reports', as)).json(),
  courses: (await get('/api/reports/courses', as)).json(),
  quizzes: (await get('/api/reports/quizzes', as)).json(),
});
const teacher = () => createPerson(db, { role: 'teacher', now: test.clock.now() });

const read = (body: string) => parse(body, { delimiter: ';', bom: true, columns: true }) as Record<string, string>[];

async function studied(userId: string, daysAgo: number) {
  const day = ago(daysAgo).toISOString().slice(0, 10);
  const nothing = '0'.repeat(4320);
  await db.insertInto('study_days').values({ user_id: userId, day, reading: nothing, quizzes: nothing }).execute();
}

/** A course of two lessons with an active student, one who stopped, a new one and one who finished. */
async function course(instructorId: string) {
  const lessons = [await createLesson(db, 'Aula 1'), await createLesson(db, 'Aula 2')];
  const id = await createCourse(db, { title: 'Soldado PM', instructorId, lessons });
  const person = (firstName: string) => createPerson(db, { firstName, lastName: 'Silva', now: test.clock.now() });
  const [busy, stopped, fresh, finished] = [
    await person('Ativa'),
    await person('=cmd|calc'),
    await person('Nova'),
    await person('Pronta'),
  ];
  await enrollStudent(db, busy.id, id, ago(60));
  await enrollStudent(db, stopped.id, id, ago(50));
  await enrollStudent(db, finished.id, id, ago(40));
  await enrollStudent(db, fresh.id, id, ago(3));
  await studied(busy.id, 14);
  await studied(stopped.id, 15);
  await studied(finished.id, 30);
  await completeLesson(db, busy.id, lessons[0] ?? 0, ago(14));
  for (const lesson of lessons) await completeLesson(db, finished.id, lesson, ago(30));
  await db
    .insertInto('course_completions')
    .values({ user_id: finished.id, course_id: id, completed_at: ago(30) })
    .execute();
  return { id, busy, stopped, fresh, finished };
}

const students = async (as: Person, id: number, query = '') =>
  (await get(`/api/reports/courses/${id}/students${query}`, as)).json() as ReportedStudent[];

describe('the report', () => {
  it('counts students who are enrolled, new, finished and stopped', async () => {
    const luana = await teacher();
    const { id } = await course(luana.id);
    const { totals, courses, weeks } = await reportsOf(luana);
    expect(totals).toEqual({ students: 4, newStudents: 1, completed: 1, stopped: 1 });
    expect(courses).toEqual([
      { id, title: 'Soldado PM', isPublished: true, students: 4, newStudents: 1, completed: 1, stopped: 1 },
    ]);
    expect(weeks).toHaveLength(12);
    expect(weeks.at(-1)?.week).toBe('2026-11-09');
    expect(weeks.reduce((sum, week) => sum + week.enrolments, 0)).toBe(4);
    expect(weeks.reduce((sum, week) => sum + week.completions, 0)).toBe(1);
  });

  it('counts only attempts that count', async () => {
    const luana = await teacher();
    const quiz = await createTestQuiz(db, { title: 'Simulado 1', authorId: luana.id, questions: 4 });
    const add = async (correct: number, change: object = {}) => {
      const person = await createPerson(db, { now: test.clock.now() });
      const base = {
        quiz_id: quiz.id,
        quiz_version_id: quiz.versionId,
        user_id: person.id,
        started_at: ago(1),
        deadline_at: ago(0),
        total_questions: 4,
        passing_score: 70,
        closed_at: ago(0.5),
        closed_by: 'student',
        correct_answers: correct,
        score: correct,
        passed: correct >= 3,
        time_spent: 60,
      };
      await db
        .insertInto('attempts')
        .values({ ...base, ...change })
        .execute();
    };
    await add(4);
    await add(1);
    await add(0, { is_direct: true });
    await add(0, { is_preview: true });
    expect((await reportsOf(luana)).quizzes).toEqual([
      { id: quiz.id, title: 'Simulado 1', attempts: 2, students: 2, averagePercent: 62.5, passedPercent: 50 },
    ]);
    expect(read((await get('/api/reports/quizzes.csv', luana)).body)).toEqual([
      { simulado: 'Simulado 1', alunos: '2', tentativas: '2', 'media_de_acertos_%': '62,5', 'aprovacao_%': '50' },
    ]);
  });

  it('covers the teacher’s courses and is empty without any; admins see all courses', async () => {
    const [luana, other] = [await teacher(), await teacher()];
    const { id } = await course(luana.id);
    expect(await reportsOf(other)).toMatchObject({
      totals: { students: 0, newStudents: 0, completed: 0, stopped: 0 },
      courses: [],
      quizzes: [],
    });
    expect((await reportsOf(admin)).courses.some((row) => row.id === id)).toBe(true);
    const missing = await get('/api/reports/courses/2000000/students', other);
    const foreign = await get(`/api/reports/courses/${id}/students`, other);
    for (const answer of [missing, foreign, await get(`/api/reports/courses/${id}/students.csv`, other)]) {
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Curso não encontrado.']);
    }
    expect((await students(admin, id)).length).toBe(4);
  });

  it('costs the same number of queries whatever it holds', async () => {
    const [one, many] = [await teacher(), await teacher()];
    await course(one.id);
    for (let i = 0; i < 5; i += 1) await course(many.id);
    await reportsOf(one);
    await reportsOf(many);
    const cost = await countQueries(() => reportsOf(one));
    expect(cost).toBe(6);
    expect(await countQueries(() => reportsOf(many))).toBe(cost);
  });
});

describe('courses and quizzes', () => {
  it('come in pages without gaps, with the sums of all of them, and whole in the file', async () => {
    const luana = await teacher();
    const pages = async (url: string) => {
      const seen: number[] = [];
      for (let next: string | undefined = url; next; ) {
        const response = await get(next, luana);
        expect(response.headers['x-total-count']).toBe('5');
        seen.push(...(response.json() as { id: number }[]).map((row) => row.id));
        next = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
      }
      return seen;
    };
    const courses: number[] = [];
    const quizzes: number[] = [];
    for (let i = 0; i < 5; i += 1) {
      courses.push((await course(luana.id)).id);
      quizzes.push((await createTestQuiz(db, { title: `Simulado ${i}`, authorId: luana.id, questions: 2 })).id);
    }
    // All of the same moment: the id decides.
    expect(await pages('/api/reports/courses?limit=2')).toEqual(courses.reverse());
    expect(await pages('/api/reports/quizzes?limit=2')).toEqual(quizzes.reverse());
    expect((await reportsOf(luana)).totals).toEqual({ students: 20, newStudents: 5, completed: 5, stopped: 5 });
    expect(read((await get('/api/reports/courses.csv', luana)).body)).toHaveLength(5);
    expect((await get('/api/reports/courses?cursor=abc', luana)).statusCode).toBe(400);
  });
});

describe('the students of a course', () => {
  it('come with their progress, and by standing', async () => {
    const luana = await teacher();
    const { id, stopped, finished } = await course(luana.id);
    const list = await students(luana, id);
    expect(list.map(({ name, progress, stopped, lastStudyDay }) => [name, progress, stopped, lastStudyDay])).toEqual([
      ['Nova Silva', 0, false, null],
      ['Pronta Silva', 100, false, '2026-10-16'],
      ['=cmd|calc Silva', 0, true, '2026-10-31'],
      ['Ativa Silva', 50, false, '2026-11-01'],
    ]);
    expect((await students(luana, id, '?standing=stopped')).map((row) => row.id)).toEqual([stopped.id]);
    expect((await students(luana, id, '?standing=completed')).map((row) => row.id)).toEqual([finished.id]);
    expect((await get(`/api/reports/courses/${id}/students?standing=nada`, luana)).statusCode).toBe(400);
  });

  it('come in pages without gaps', async () => {
    const luana = await teacher();
    const { id } = await course(luana.id);
    const seen: string[] = [];
    let url: string | undefined = `/api/reports/courses/${id}/students?limit=3`;
    while (url) {
      const response = await get(url, luana);
      expect(response.headers['x-total-count']).toBe('4');
      seen.push(...(response.json() as ReportedStudent[]).map((row) => row.id));
      url = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(new Set(seen).size).toBe(4);
  });
});

describe('the files', () => {
  it('open in a spreadsheet as they were meant, with formulas as text', async () => {
    const luana = await teacher();
    const { id } = await course(luana.id);
    const response = await get(`/api/reports/courses/${id}/students.csv`, luana);
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(response.headers['content-disposition']).toBe(`attachment; filename="alunos-curso-${id}.csv"`);
    expect(response.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const rows = read(response.body);
    expect(rows).toHaveLength(4);
    expect(rows[2]).toEqual({
      aluno: "'=cmd|calc Silva",
      matricula: '26/09/2026',
      itens_feitos: '0',
      itens: '2',
      'progresso_%': '0',
      ultimo_estudo: '31/10/2026',
      conclusao: '',
      parou: 'sim',
    });
    const stopped = read((await get(`/api/reports/courses/${id}/students.csv?standing=stopped`, luana)).body);
    expect(stopped).toHaveLength(1);
  });

  it('hold the courses with quotes, separators and line breaks in their names', async () => {
    const luana = await teacher();
    const title = 'Curso "completo"; Português,\nção e mais';
    await createCourse(db, { title, instructorId: luana.id, isPublished: false });
    expect(read((await get('/api/reports/courses.csv', luana)).body)).toEqual([
      { curso: title, situacao: 'rascunho', alunos: '0', novos_30_dias: '0', concluiram: '0', pararam: '0' },
    ]);
  });

  it('hold every student, also beyond one page', async () => {
    const luana = await teacher();
    const id = await createCourse(db, { instructorId: luana.id });
    const person = await createPerson(db, { now: test.clock.now() });
    const { password_hash: _, ...row } = await db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow();
    const people = Array.from({ length: 1001 }, (_, index) => ({
      ...row,
      id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
      username_key: `multidao${index}`,
      email_key: `multidao${index}`,
      password_hash: 'none',
    }));
    await db.insertInto('users').values(people).execute();
    await db
      .insertInto('enrollments')
      .values(people.map((one) => ({ user_id: one.id, course_id: id, enrolled_at: ago(5) })))
      .execute();
    const rows = read((await get(`/api/reports/courses/${id}/students.csv`, luana)).body);
    expect(rows).toHaveLength(1001);
  });
});
