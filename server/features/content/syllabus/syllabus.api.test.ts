import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ParsedSubject, Syllabus } from '#contract/content/syllabus.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  const now = test.clock.now();
  admin = await createPerson(test.deps.db, { role: 'admin', now });
  teacher = await createPerson(test.deps.db, { role: 'teacher', now });
});
beforeEach(() => test.clock.set('2026-11-15T12:00:00.000Z'));

let made = 0;
async function createExam(): Promise<number> {
  made += 1;
  const response = await test.request({
    method: 'POST',
    url: '/api/admin/exams',
    payload: { name: `Prova ${made}`, organisation: 'VUNESP', date: '2027-01-31' },
    as: admin,
  });
  return response.json().id;
}
const topic = (name: string, amount = 1, subtopics: object[] = []) => ({ topicId: null, name, amount, subtopics });
const subject = (name: string, topics: object[], rest: object = {}) => ({ subjectId: null, name, topics, ...rest });
const put = (id: number, version: number, subjects: object[], rest: object = {}, as = admin) =>
  test.request({
    method: 'PUT',
    url: `/api/admin/exams/${id}/syllabus`,
    payload: { version, measure: 'questions', totalQuestions: null, passMark: null, subjects, ...rest },
    as,
  });
const saved = async (...args: Parameters<typeof put>) => {
  const response = await put(...args);
  expect(response.statusCode, response.body).toBe(200);
  return response.json() as Syllabus;
};
const read = async (id: number, as = teacher): Promise<Syllabus> =>
  (await test.request({ method: 'GET', url: `/api/teacher/exams/${id}/syllabus`, as })).json();
const call = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object = {}) =>
  test.request({ method, url, payload, as: admin });
const drawn = ({ subjects }: Syllabus) =>
  subjects.map(({ name, topics }) => [
    name,
    topics.map((one) => [one.parentId === null ? one.name : `- ${one.name}`, one.questions]),
  ]);
const idOf = (syllabus: Syllabus, name: string) =>
  syllabus.subjects.flatMap(({ topics }) => topics).find((one) => one.name === name)?.topicId as number;

describe('a syllabus', () => {
  it('is made of names that become topics, read back whole, and saved again by their ids', async () => {
    const exam = await createExam();
    expect(await read(exam)).toMatchObject({ version: 0, updatedAt: null, subjects: [] });
    const first = await saved(
      exam,
      0,
      [
        subject('Língua Inteira', [topic('Crase', 2), topic('Regência', 0, [topic('Verbal', 3)])], {
          points: 2,
          minimum: 4,
        }),
        subject('Direito Inteiro', [topic('Atos', 5)]),
      ],
      { passMark: 12.5, wrongPoints: -0.25 },
    );
    expect(first).toMatchObject({
      version: 1,
      passMark: 12.5,
      wrongPoints: -0.25,
      measure: 'questions',
      withoutLesson: 3,
      withoutQuestion: 3,
    });
    expect(drawn(first)).toEqual([
      [
        'Língua Inteira',
        [
          ['Crase', 2],
          ['Regência', 0],
          ['- Verbal', 3],
        ],
      ],
      ['Direito Inteiro', [['Atos', 5]]],
    ]);
    expect(first.subjects[0]).toMatchObject({ points: 2, minimum: 4 });
    expect(await read(exam)).toEqual(first);
    const again = await saved(
      exam,
      1,
      first.subjects.toReversed().map(({ subjectId, name, topics }) => ({
        subjectId,
        name,
        topics: topics.map(({ topicId, ...one }) => ({ ...one, topicId, amount: 1 })),
      })),
    );
    expect(drawn(again).map(([name]) => name)).toEqual(['Direito Inteiro', 'Língua Inteira']);
    expect(again).toMatchObject({ version: 2, passMark: null, wrongPoints: null });
    const saves = { action: 'syllabus.saved', actor_id: admin.id };
    expect(await auditOf(test.deps.db, `exam:${exam}`)).toEqual([
      { ...saves, details: { topics: 4 } },
      { ...saves, details: { topics: 4 } },
    ]);
  });

  it('counts the lessons that stand and the questions that are active', async () => {
    const exam = await createExam();
    const base = await saved(exam, 0, [subject('Com Material', [topic('Ensinado')])]);
    const labels = { subjectId: base.subjects[0]?.subjectId as number, topicId: idOf(base, 'Ensinado') };
    const made = [];
    for (const title of ['Fica', 'Sai']) {
      const lesson = { title, content: '<p>x</p>', ...labels, published: true };
      made.push((await call('POST', '/api/articles', lesson)).json().id);
    }
    await createBankQuestion(test, admin, { subjectId: labels.subjectId, topic: 'Ensinado' });
    const old = await createBankQuestion(test, admin, { subjectId: labels.subjectId, topic: 'Ensinado' });
    const counted = async () => (await read(exam)).subjects[0]?.topics[0];
    expect(await counted()).toMatchObject({ lessonCount: 2, questionCount: 2 });
    await call('DELETE', `/api/articles/${made[1]}`);
    await call('PATCH', `/api/teacher/questions/${old.id}/status`, { status: 'outdated', reason: 'Lei nova.' });
    expect(await counted()).toMatchObject({ lessonCount: 1, questionCount: 1 });
  });

  it('is never saved over a newer version, by two at once least of all', async () => {
    const exam = await createExam();
    const both = await Promise.all([0, 0].map((version) => put(exam, version, [subject('Corrida', [topic('Um')])])));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const late = await put(exam, 0, []);
    expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
    expect((await read(exam)).subjects).toHaveLength(1);
  });

  it('tells weights as shares of all questions, which it has to know', async () => {
    const exam = await createExam();
    const subjects = [subject('Pesos', [topic('Leve', 1), topic('Pesado', 3)])];
    const refused = await put(exam, 0, subjects, { measure: 'weight' });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['totalQuestions']]);
    const weighed = await saved(exam, 0, subjects, { measure: 'weight', totalQuestions: 60 });
    expect(drawn(weighed)).toEqual([
      [
        'Pesos',
        [
          ['Leve', 15],
          ['Pesado', 45],
        ],
      ],
    ]);
  });

  it('takes a topic once, only from its subject and only if it exists; a refused change stores nothing', async () => {
    const exam = await createExam();
    const base = await saved(exam, 0, [subject('Firme', [topic('Fica')]), subject('Outra', [topic('Alheio')])]);
    const firm = base.subjects[0] as Syllabus['subjects'][number];
    const ids = { foreign: idOf(base, 'Alheio'), own: idOf(base, 'Fica') };
    const withTopic = (topicId: number | null, name = 'x') => [
      { subjectId: firm.subjectId, name: 'Firme', topics: [{ topicId, name, amount: 1, subtopics: [] }] },
    ];
    for (const gone of [ids.foreign, 2_000_000_000]) {
      expect((await put(exam, 1, withTopic(gone))).json().code).toBe('topic_gone');
    }
    expect((await put(exam, 1, [{ subjectId: 2_000_000_000, name: 'Nada', topics: [] }])).json().code).toBe(
      'subject_gone',
    );
    const twice = await put(exam, 1, [subject('Firme', [topic('FICA'), topic('fica')])]);
    expect([twice.statusCode, twice.json().message]).toEqual([400, 'O assunto "fica" está duas vezes no edital.']);
    const subjectTwice = await put(exam, 1, [subject('Firme', []), subject('firme', [])]);
    expect(subjectTwice.json().message).toBe('A matéria "firme" está duas vezes no edital.');
    expect(await read(exam)).toEqual(base);
  });

  it('goes with its exam, and an exam that is not there has none', async () => {
    const exam = await createExam();
    await saved(exam, 0, [subject('De Passagem', [topic('Breve')])]);
    expect((await call('DELETE', `/api/admin/exams/${exam}`)).statusCode).toBe(200);
    expect(
      (await test.request({ method: 'GET', url: `/api/teacher/exams/${exam}/syllabus`, as: teacher })).statusCode,
    ).toBe(404);
    expect((await put(exam, 0, [])).statusCode).toBe(404);
  });

  it('is written as a table, with what is missing', async () => {
    const exam = await createExam();
    await saved(exam, 0, [subject('Tabela', [topic('=Fórmula', 1.5, [topic('Dentro', 2)])], { minimum: 3 })]);
    const file = await test.request({ method: 'GET', url: `/api/teacher/exams/${exam}/syllabus.csv`, as: teacher });
    expect(file.body.replace('\uFEFF', '').split('\r\n')).toEqual([
      'Matéria;Assunto;Subassunto;Questões esperadas;Pontos por questão;Mínimo da matéria;Aulas;Questões do banco',
      'Tabela;\'=Fórmula;;"1,5";1;3;0;0',
      "Tabela;'=Fórmula;Dentro;2;1;3;0;0",
      '',
    ]);
    const gaps = await test.request({ method: 'GET', url: '/api/teacher/syllabi', as: teacher });
    expect(gaps.json()).toContainEqual({
      examId: exam,
      name: `Prova ${made}`,
      date: '2027-01-31',
      topics: 2,
      withoutLesson: 2,
      withoutQuestion: 2,
    });
    // An exam that was comes where it is asked for.
    test.clock.set('2027-02-01T12:00:00.000Z');
    const later = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
    const list = async (query: string) =>
      (await test.request({ method: 'GET', url: `/api/teacher/syllabi${query}`, as: later })).json();
    expect(await list('')).toEqual([]);
    expect((await list('?past=true')).map(({ examId }: { examId: number }) => examId)).toContain(exam);
    test.clock.set('2026-11-15T12:00:00.000Z');
  });
});

describe('a change of the topic tree', () => {
  const merged = async (from: number, into: number) =>
    expect((await call('POST', `/api/teacher/topics/${from}/merge`, { into })).statusCode).toBe(200);

  it('adds up the amounts of merged topics, and an edit that began before gets a version conflict', async () => {
    const exam = await createExam();
    const base = await saved(exam, 0, [subject('Fusão', [topic('Antigo', 2), topic('Novo', 3)])]);
    await merged(idOf(base, 'Antigo'), idOf(base, 'Novo'));
    const after = await read(exam);
    expect(drawn(after)).toEqual([['Fusão', [['Novo', 5]]]]);
    expect((await put(exam, base.version, [])).json().code).toBe('version_conflict');
  });

  it('takes a topic to its new subject, with its questions', async () => {
    const exam = await createExam();
    const base = await saved(exam, 0, [
      subject('Partida', [topic('Viajante', 4)]),
      subject('Chegada Certa', [topic('Morador', 1)]),
    ]);
    const target = base.subjects[1]?.subjectId;
    await call('PATCH', `/api/teacher/topics/${idOf(base, 'Viajante')}`, { subjectId: target, name: 'Chegado' });
    expect((await put(exam, base.version, [])).json().code).toBe('version_conflict');
    expect(drawn(await read(exam))).toEqual([
      [
        'Chegada Certa',
        [
          ['Chegado', 4],
          ['Morador', 1],
        ],
      ],
    ]);
  });

  it('takes minimum and worth along when subjects are merged', async () => {
    const exam = await createExam();
    const other = await createExam();
    const rest = { points: 2, minimum: 5 };
    const base = await saved(exam, 0, [subject('Some Aqui', [topic('Levado', 4)], rest)]);
    const [into] = (await saved(other, 0, [subject('Recebe', [topic('Dono')])])).subjects;
    const from = base.subjects[0]?.subjectId;
    expect((await call('POST', `/api/subjects/${from}/merge`, { into: into?.subjectId })).statusCode).toBe(200);
    expect((await read(exam)).subjects).toMatchObject([
      { name: 'Recebe', points: 2, minimum: 5, topics: [{ name: 'Levado' }] },
    ]);
  });

  it('does not remove what an exam asks', async () => {
    const exam = await createExam();
    const base = await saved(exam, 0, [subject('Preso', [topic('Usado')])]);
    const refused = await call('DELETE', `/api/teacher/topics/${idOf(base, 'Usado')}`);
    expect(refused.json()).toMatchObject({ code: 'topic_in_use', uses: { syllabi: 1 } });
    expect(refused.json().message).toContain('1 edital');
  });
});

describe('a pasted edital', () => {
  const parse = async (text: string, as = admin) =>
    test.request({ method: 'POST', url: '/api/admin/syllabus/parse', payload: { text }, as });

  it('is read as a tree, with what the school has of each name, and stores nothing', async () => {
    const exam = await createExam();
    const base = await saved(exam, 0, [subject('Português Colado', [topic('Concordância verbal')])]);
    const response = await parse(
      'PORTUGUÊS COLADO (10 questões)\n  Concordancia Verbal\n  Concordâncias verbais\nInédita\n  Tema',
    );
    const { subjects } = response.json() as { subjects: ParsedSubject[] };
    const known = { id: idOf(base, 'Concordância verbal'), name: 'Concordância verbal' };
    expect(subjects).toEqual([
      {
        subjectId: base.subjects[0]?.subjectId,
        name: 'PORTUGUÊS COLADO',
        questions: 10,
        topics: [
          { topicId: known.id, name: 'Concordancia Verbal', like: null, amount: 5, subtopics: [] },
          { topicId: null, name: 'Concordâncias verbais', like: known, amount: 5, subtopics: [] },
        ],
      },
      {
        subjectId: null,
        name: 'Inédita',
        questions: null,
        topics: [{ topicId: null, name: 'Tema', like: null, amount: 1, subtopics: [] }],
      },
    ]);
    const names = await test.deps.db.selectFrom('subjects').select('name').where('name', '=', 'Inédita').execute();
    expect(names).toEqual([]);
  });

  it('takes 100,000 characters of anything in its stride', async () => {
    for (const text of ['- '.repeat(50_000), '1 a '.repeat(25_000), 'A: 1 x. '.repeat(12_500), ' \n'.repeat(50_000)]) {
      expect((await parse(text)).statusCode).toBe(200);
    }
    expect((await parse('x'.repeat(100_001))).statusCode).toBe(400);
  });
});
