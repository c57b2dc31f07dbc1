import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as contract from '#contract/exams/quiz-authoring.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/lessons.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const { clock } = test;
type AuthoredQuiz = contract.AuthoredQuiz;

const call = (as: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const person = (role: 'student' | 'teacher' | 'admin' = 'teacher') =>
  createPerson(test.deps.db, { role, now: clock.now() });
const create = async (as: Person, title = 'Simulado 1'): Promise<AuthoredQuiz> =>
  (await call(as, 'POST', '/api/teacher/quizzes', { title })).json();
const save = (as: Person, quiz: AuthoredQuiz, change: object = {}) =>
  call(as, 'PUT', `/api/teacher/quizzes/${quiz.id}`, { ...quiz, ...change });
const publish = (as: Person, { id, revision }: AuthoredQuiz) =>
  call(as, 'POST', `/api/teacher/quizzes/${id}/publish`, { revision });

const question = (text = 'Quanto é 2 + 2?', right = 1) => ({
  questionText: text,
  comment: 'Some as parcelas.',
  subjectId: null,
  options: ['3', '4', '5'].map((optionText, i) => ({ optionText, comment: '', isCorrect: i === right })),
});

async function published(as: Person, questions = [question()]): Promise<AuthoredQuiz> {
  const quiz = (await save(as, await create(as), { questions, timeLimit: 20, passingScore: 60 })).json();
  return (await publish(as, quiz)).json();
}

describe('drafts', () => {
  it('are read back whole after every change', async () => {
    const [teacher, subject] = [await person(), await createSubject(test.deps.db)];
    const settings = { title: 'Segunda fase', description: 'Só difíceis.', timeLimit: 45, passingScore: 80 };
    const option = (optionText: string, comment: string, isCorrect: boolean) => ({ optionText, comment, isCorrect });
    const questions = [
      {
        format: 'html',
        questionText: '<p>Qual é a <strong>pena</strong>?</p>',
        comment: '<p>Veja o código.</p>',
        subjectId: subject.id,
        options: [option('<p>Multa.</p>', '<p>Não.</p>', false), option('<p>Prisão.</p>', '<p>Sim.</p>', true)],
      },
      {
        format: 'plain',
        questionText: '2 + 2?',
        comment: 'Some.',
        subjectId: null,
        options: [option('4', 'Isso.', true), option('5', 'Conte.', false), option('3', 'Falta um.', false)],
      },
    ];
    const id = expect.any(Number);
    const standing = {
      drawCount: 0,
      isPublished: false,
      hasUnpublishedChanges: false,
      attemptCount: 0,
      updatedAt: clock.now().toISOString(),
    };
    const before = await countRows(test.deps.db, 'questions');
    await roundTrip(test, {
      as: teacher,
      create: {
        call: contract.createQuiz,
        body: { title: 'Primeira fase', creationKey: randomUUID() },
        reads: {
          ...standing,
          title: 'Primeira fase',
          description: '',
          timeLimit: null,
          passingScore: 70,
          questions: [],
          revision: 1,
        },
      },
      update: {
        call: contract.saveQuiz,
        body: { ...settings, questions },
        over: ({ revision }) => ({ revision }),
        reads: {
          ...standing,
          ...settings,
          questions: questions.map((one) => ({
            id,
            ...one,
            baseText: null,
            options: one.options.map((each) => ({ id, ...each })),
          })),
          revision: 2,
        },
      },
      read: { call: contract.getAuthoredQuiz },
      list: {
        call: contract.listAuthoredQuizzes,
        shows: (quiz) => ({
          title: quiz.title,
          questionCount: (quiz as AuthoredQuiz).questions.length,
          authorName: 'Ana Silva',
          isPublished: quiz.isPublished,
          hasUnpublishedChanges: quiz.hasUnpublishedChanges,
          attemptCount: quiz.attemptCount,
          updatedAt: quiz.updatedAt,
        }),
      },
      remove: contract.deleteQuiz,
      rows: { table: 'quizzes' },
      audit: { of: 'quiz', events: [{ action: 'quiz.deleted' }] },
    });
    expect(await countRows(test.deps.db, 'questions')).toBe(before);
  });

  it('are made, saved whole, ordered, and read back with the key', async () => {
    const teacher = await person();
    const quiz = await create(teacher);
    expect(quiz).toMatchObject({
      title: 'Simulado 1',
      questions: [],
      revision: 1,
      isPublished: false,
      passingScore: 70,
    });
    const saved: AuthoredQuiz = (
      await save(teacher, quiz, { questions: [question('A'), question('B', 0)], timeLimit: 45, description: 'Sobre.' })
    ).json();
    expect(saved).toMatchObject({
      timeLimit: 45,
      description: 'Sobre.',
      revision: 2,
      questions: [{ questionText: 'A' }, { questionText: 'B' }],
    });
    expect(saved.questions[1]?.options.map(({ isCorrect }) => isCorrect)).toEqual([true, false, false]);
    const turned: AuthoredQuiz = (await save(teacher, saved, { questions: [...saved.questions].reverse() })).json();
    expect(turned.questions.map(({ id }) => id)).toEqual(saved.questions.map(({ id }) => id).reverse());
    expect((await call(teacher, 'GET', `/api/teacher/quizzes/${quiz.id}`)).json()).toEqual(turned);
  });

  it('with the same creation key become one draft', async () => {
    const teacher = await person();
    const creationKey = '01938f3c-7c5a-7b3e-8f00-0123456789ab';
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call(teacher, 'POST', '/api/teacher/quizzes', { title: 'Um', creationKey })),
    );
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    const other = await call(await person(), 'POST', '/api/teacher/quizzes', { title: 'Outro', creationKey });
    expect(other.statusCode).toBe(409);
  });

  it('saved over a newer one are refused; the same save again is fine', async () => {
    const teacher = await person();
    const quiz = await create(teacher);
    const first = await save(teacher, quiz, { title: 'Primeira', questions: [question()] });
    const again = await save(teacher, quiz, { title: 'Primeira', questions: [question()] });
    expect(again.json()).toEqual(first.json());
    const conflict = await save(teacher, quiz, { title: 'Segunda' });
    expect([conflict.statusCode, conflict.json().code]).toEqual([409, 'version_conflict']);
    const racing = await Promise.all(['X', 'Y', 'Z'].map((title) => save(teacher, first.json(), { title })));
    expect(racing.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
  });

  it('leave nothing behind of a question that no student has seen', async () => {
    const teacher = await person();
    const before = [await countRows(test.deps.db, 'questions'), await countRows(test.deps.db, 'question_versions')];
    let quiz: AuthoredQuiz = (
      await save(teacher, await create(teacher), { questions: [question(), question('B')] })
    ).json();
    for (const text of ['C', 'D']) {
      const [one] = quiz.questions;
      quiz = (await save(teacher, quiz, { questions: [{ ...one, questionText: text }] })).json();
    }
    expect(await countRows(test.deps.db, 'questions')).toBe((before[0] ?? 0) + 1);
    expect(await countRows(test.deps.db, 'question_versions')).toBe((before[1] ?? 0) + 1);
    expect((await call(teacher, 'DELETE', `/api/teacher/quizzes/${quiz.id}`)).json()).toEqual({ ok: true });
    expect(await countRows(test.deps.db, 'questions')).toBe(before[0]);
  });

  it.each([
    [
      'two right options',
      { questions: [{ ...question(), options: question().options.map((o) => ({ ...o, isCorrect: true })) }] },
    ],
    [
      'seven options',
      { questions: [{ ...question(), options: Array(7).fill({ optionText: 'x', isCorrect: false }) }] },
    ],
    ['201 questions', { questions: Array(201).fill(question()) }],
    ['an empty title', { title: '   ' }],
    ['no minutes at all', { timeLimit: 0 }],
    ['more than a day', { timeLimit: 1441 }],
    ['half a minute', { timeLimit: 0.5 }],
    ['a pass mark above 100', { passingScore: 101 }],
    ['a pass mark as text', { passingScore: '70' }],
    ['a NUL byte', { description: 'a\0b' }],
    ['a lone surrogate', { questions: [question('a\ud800b')] }],
    ['a statement of 10,001 characters', { questions: [question('a'.repeat(10_001))] }],
    ['a question that does not exist', { questions: [{ ...question(), id: 2_147_483_647 }] }],
  ])('with %s are refused and nothing changes', async (_, change) => {
    const teacher = await person();
    const quiz: AuthoredQuiz = (await save(teacher, await create(teacher), { questions: [question()] })).json();
    const response = await save(teacher, quiz, change);
    expect([response.statusCode, response.json().code]).toEqual([400, 'bad_request']);
    expect((await call(teacher, 'GET', `/api/teacher/quizzes/${quiz.id}`)).json()).toEqual(quiz);
  });

  it('with a subject that is gone are refused, and the question is named', async () => {
    const teacher = await person();
    const quiz: AuthoredQuiz = (await save(teacher, await create(teacher), { questions: [question()] })).json();
    const response = await save(teacher, quiz, { questions: [{ ...question(), subjectId: 2_147_483_647 }] });
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'subject_gone', fields: { 'questions.0.subjectId': expect.any(String) } }),
    ]);
    expect((await call(teacher, 'GET', `/api/teacher/quizzes/${quiz.id}`)).json()).toEqual(quiz);
  });

  it('cannot take over a question of another quiz', async () => {
    const [mine, theirs] = [await person(), await person()];
    const victim = await published(theirs);
    const quiz = await create(mine);
    const response = await save(mine, quiz, { questions: [{ ...question(), id: victim.questions[0]?.id }] });
    expect(response.statusCode).toBe(400);
  });
});

describe('publishing', () => {
  it.each([
    ['without questions', [], 'questions'],
    ['with one option', [{ ...question(), options: [{ optionText: 'a', isCorrect: true }] }], 'questions.0'],
    ['without a right option', [question(), question('B', -1)], 'questions.1'],
    ['with an empty statement', [question('  ')], 'questions.0'],
    [
      'with two equal options',
      [{ ...question(), options: [1, 2].map((i) => ({ optionText: 'a', isCorrect: i === 1 })) }],
      'questions.0',
    ],
  ])('%s is refused', async (_, questions, field) => {
    const [teacher, student] = [await person(), await person('student')];
    const quiz: AuthoredQuiz = (await save(teacher, await create(teacher), { questions })).json();
    const response = await publish(teacher, quiz);
    expect([response.statusCode, response.json().code]).toEqual([409, 'quiz_incomplete']);
    expect(Object.keys(response.json().fields)).toEqual([field]);
    expect((await call(student, 'GET', `/api/quizzes/${quiz.id}`)).statusCode).toBe(404);
  });

  it('shows the quiz to students; later saves wait for the next publication', async () => {
    const [teacher, student] = [await person(), await person('student')];
    const quiz = await published(teacher);
    expect(quiz).toMatchObject({ isPublished: true, hasUnpublishedChanges: false });
    const changed: AuthoredQuiz = (await save(teacher, quiz, { title: 'Título novo' })).json();
    expect(changed).toMatchObject({ isPublished: true, hasUnpublishedChanges: true });
    expect((await call(student, 'GET', `/api/quizzes/${quiz.id}`)).json().title).toBe('Simulado 1');
    const stale = await publish(teacher, quiz);
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'version_conflict']);
    expect((await publish(teacher, changed)).json().hasUnpublishedChanges).toBe(false);
    expect((await publish(teacher, changed)).statusCode).toBe(200);
    expect((await call(student, 'GET', `/api/quizzes/${quiz.id}`)).json().title).toBe('Título novo');
  });

  it('leaves attempts what they were: questions, key, pass mark and limit', async () => {
    const [teacher, student] = [await person(), await person('student')];
    const quiz = await published(teacher, [question('A'), question('B')]);
    const attempt = (await call(student, 'POST', `/api/quizzes/${quiz.id}/start`)).json();
    const [a, b] = quiz.questions;
    const options = a?.options.map((option) => ({ ...option, isCorrect: option.optionText === '3' }));
    const changed = (
      await save(teacher, quiz, { passingScore: 100, timeLimit: 1, questions: [{ ...a, options }] })
    ).json();
    expect((await publish(teacher, changed)).statusCode).toBe(200);
    const four = a?.options[1]?.id;
    const answers = [{ questionId: a?.id, optionId: four, flagged: false, seq: 1 }];
    clock.advance(10 * 60_000);
    const result = (await call(student, 'POST', `/api/attempts/${attempt.id}/finish`, { answers })).json();
    expect(result.attempt).toMatchObject({ correctAnswers: 1, totalQuestions: 2, passed: false, timeSpent: 600 });
    const review = (await call(student, 'GET', `/api/attempts/${attempt.id}/review`)).json();
    expect(review).toMatchObject({ passingScore: 60, questions: [{ id: a?.id, isCorrect: true }, { id: b?.id }] });
    const next = (await call(student, 'POST', `/api/quizzes/${quiz.id}/start`)).json();
    expect(next.questions).toHaveLength(1);
    // The question is the same, its options are those of the new version.
    expect(next.questions[0].id).toBe(a?.id);
    expect(next.questions[0].options.map(({ id }: { id: number }) => id)).not.toContain(four);
  });

  it('can be taken back; a quiz with attempts cannot be deleted', async () => {
    const [teacher, student] = [await person(), await person('student')];
    const quiz = await published(teacher);
    await call(student, 'POST', `/api/quizzes/${quiz.id}/start`);
    const hidden = await call(teacher, 'POST', `/api/teacher/quizzes/${quiz.id}/unpublish`);
    expect(hidden.json()).toMatchObject({ isPublished: false, attemptCount: 1 });
    const removal = await call(teacher, 'DELETE', `/api/teacher/quizzes/${quiz.id}`);
    expect([removal.statusCode, removal.json().code]).toEqual([409, 'quiz_taken']);
    const other = await person('student');
    expect((await call(other, 'POST', `/api/quizzes/${quiz.id}/start`)).statusCode).toBe(404);
    expect((await publish(teacher, quiz)).json().isPublished).toBe(true);
    expect((await call(other, 'POST', `/api/quizzes/${quiz.id}/start`)).statusCode).toBe(201);
  });
});

describe('who may', () => {
  it('teachers see and change their own, admins all, students nothing', async () => {
    const [teacher, colleague, admin, student] = [
      await person(),
      await person(),
      await person('admin'),
      await person('student'),
    ];
    const quiz = await published(teacher);
    const url = `/api/teacher/quizzes/${quiz.id}`;
    expect((await call(colleague, 'GET', url)).statusCode).toBe(404);
    expect((await save(colleague, quiz, { title: 'Meu' })).statusCode).toBe(404);
    expect((await publish(colleague, quiz)).statusCode).toBe(404);
    expect((await call(colleague, 'POST', `${url}/unpublish`)).statusCode).toBe(404);
    expect((await call(colleague, 'DELETE', url)).statusCode).toBe(404);
    expect((await call(student, 'GET', url)).statusCode).toBe(403);
    expect((await save(student, quiz)).statusCode).toBe(403);
    expect((await call(student, 'POST', '/api/teacher/quizzes', { title: 'x' })).statusCode).toBe(403);
    expect((await save(admin, quiz, { title: 'Do admin' })).statusCode).toBe(200);
    const own = (await call(colleague, 'GET', '/api/teacher/quizzes')).json();
    expect(own).toEqual([]);
    const all = (await call(admin, 'GET', '/api/teacher/quizzes')).json();
    expect(all[0]).toMatchObject({
      id: quiz.id,
      title: 'Do admin',
      authorName: 'Ana Silva',
      hasUnpublishedChanges: true,
    });
  });

  it("an author's own attempt is a preview", async () => {
    const teacher = await person();
    const quiz = await published(teacher);
    const { id } = (await call(teacher, 'POST', `/api/quizzes/${quiz.id}/start`)).json();
    const row = await test.deps.db.selectFrom('attempts').select('is_preview').where('id', '=', id).executeTakeFirst();
    expect(row).toEqual({ is_preview: true });
  });

  it('quizzes stay when their author is removed', async () => {
    const [teacher, student, admin] = [await person(), await person('student'), await person('admin')];
    const quiz = await published(teacher);
    await test.deps.db.deleteFrom('users').where('id', '=', teacher.id).execute();
    expect((await call(student, 'GET', `/api/quizzes/${quiz.id}`)).statusCode).toBe(200);
    const [row] = (await call(admin, 'GET', '/api/teacher/quizzes?limit=1')).json();
    expect(row).toMatchObject({ id: quiz.id, authorName: null });
  });
});
