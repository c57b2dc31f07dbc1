import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TRIAL_LESSON_MAX_BYTES } from '#contract/limits.ts';
import type { Trial } from '#contract/school/trial.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { publicTrial } from './public-trial.ts';

const test = useTestApp();
let teacher: Person;
let admin: Person;
let student: Person;
let subjectId: number;

const send = (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', url: string, as: Person, payload?: object) =>
  test.request({ method, url, as, ...(payload ? { payload } : {}) });
const read = async () => (await send('GET', '/api/teacher/trial', teacher)).json() as Trial;
const choose = async (lessonId: number | null, questionIds: number[], as = teacher) =>
  send('PUT', '/api/teacher/trial', as, { revision: (await read()).revision, lessonId, questionIds });
const turn = (isOn: boolean, as = admin) => send('PUT', '/api/admin/trial/state', as, { isOn });
const questions = async (count: number, wishes: Parameters<typeof createBankQuestion>[2] = {}) => {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push((await createBankQuestion(test, teacher, { subjectId, ...wishes })).id);
  }
  return ids;
};
const lesson = async (content = '<p>Texto da aula.</p>', title = 'Crase') =>
  (await send('POST', '/api/articles', teacher, { title, content, subjectId, published: true })).json().id as number;
/** The trial as a visitor sees it, without the cache. */
const visit = () => publicTrial(test.deps)();
const compose = (id: number, body: object) =>
  send('PUT', `/api/teacher/quizzes/${id}/composition`, teacher, {
    revision: 1,
    questionIds: [],
    draws: [],
    shuffleOptions: false,
    isTraining: false,
    ...body,
  });
const draft = async () => (await send('POST', '/api/teacher/quizzes', teacher, { title: 'Prova' })).json().id as number;

beforeAll(async () => {
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  admin = await createPerson(test.deps.db, { role: 'admin' });
  student = await createPerson(test.deps.db);
  subjectId = await createSubject(test.deps.db, 'Português');
});
beforeEach(async () => {
  await turn(false);
  await choose(null, []);
});

describe('the choice of the trial', () => {
  it('is read back with all fields, needs the current revision, and a repeated save changes nothing', async () => {
    const [lessonId, ids] = [await lesson(), await questions(5)];
    const { revision } = await read();
    const saved = await choose(lessonId, ids);
    expect(saved.json()).toEqual({
      isOn: false,
      isOpen: false,
      lesson: { id: lessonId, title: 'Crase', subject: 'Português', problem: null },
      questions: ids.map((id) => ({ id, excerpt: expect.any(String), subject: 'Português', problem: null })),
      revision: revision + 1,
      updatedAt: test.clock.now().toISOString(),
    });
    expect(await read()).toEqual(saved.json());
    const body = { revision, lessonId, questionIds: ids };
    expect((await send('PUT', '/api/teacher/trial', teacher, body)).json().revision).toBe(revision + 1);
    const late = await send('PUT', '/api/teacher/trial', teacher, { ...body, questionIds: ids.slice(1) });
    expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
  });

  it('refuses a question that is outdated, without comment, unknown or used in a quiz', async () => {
    const [outdated = 0, used = 0] = await questions(2);
    await send('PATCH', `/api/teacher/questions/${outdated}/status`, teacher, {
      status: 'outdated',
      reason: 'Lei nova',
    });
    await publishComposed(test, teacher, { questionIds: [used] });
    const bare = (
      await send('POST', '/api/teacher/questions', teacher, {
        questionText: 'Sem comentário?',
        options: [
          { optionText: 'Sim', isCorrect: true },
          { optionText: 'Não', isCorrect: false },
        ],
      })
    ).json().id as number;
    for (const [id, status, reason] of [
      [outdated, 400, /desatualizada/],
      [bare, 400, /comentário/],
      [999_999, 400, /banco/],
      [used, 409, /já foi usada em um simulado/],
    ] as const) {
      const refused = await choose(null, [id]);
      expect([refused.statusCode, refused.json().fields['questionIds.0']]).toEqual([
        status,
        expect.stringMatching(reason),
      ]);
    }
    expect((await read()).questions).toEqual([]);
  });

  it('refuses a lesson that is deleted or too long for a public page', async () => {
    const [gone, long] = [
      await lesson('<p>Some</p>', 'Some'),
      await lesson(`<p>${'ab '.repeat(TRIAL_LESSON_MAX_BYTES / 3)}</p>`, 'Longa'),
    ];
    await send('DELETE', `/api/articles/${gone}`, teacher);
    for (const id of [gone, long, 999_999]) expect((await choose(id, [])).json().fields.lessonId).toBeTruthy();
  });
});

describe('a question of the trial', () => {
  it('cannot be added to a quiz, and cannot be deleted', async () => {
    const [shown = 0, free = 0] = await questions(2);
    await choose(null, [shown]);
    const quiz = await draft();
    const refused = await compose(quiz, { questionIds: [free, shown] });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'question_in_use']);
    expect(refused.json().fields).toEqual({ 'questionIds.1': expect.stringMatching(/amostra/) });
    expect((await compose(quiz, { questionIds: [free] })).statusCode).toBe(200);
    expect((await send('DELETE', `/api/teacher/questions/${shown}`, teacher)).statusCode).toBe(409);
    await choose(null, []);
    expect((await compose(quiz, { revision: 2, questionIds: [free, shown] })).statusCode).toBe(200);
  });

  it('cannot be in a quiz as a copy, and a question with a copy in a quiz cannot be chosen', async () => {
    const same = {
      questionText: 'A mesma pergunta, gravada duas vezes.',
      optionText: (place: number) => `Opção ${place}`,
    };
    const [shown, copy] = [
      await createBankQuestion(test, teacher, same),
      await createBankQuestion(test, teacher, same),
    ];
    await choose(null, [shown.id]);
    const refused = await compose(await draft(), { questionIds: [copy.id] });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'question_in_use']);
    await choose(null, []);
    expect((await compose(await draft(), { questionIds: [copy.id] })).statusCode).toBe(200);
    expect((await choose(null, [shown.id])).json().code).toBe('question_in_use');
  });

  it('is excluded from draws, and is refused when a published quiz would have too few questions', async () => {
    const topic = 'sorteio da amostra';
    const [a = 0, b = 0, c = 0] = await questions(3, { topic });
    const draws = [{ count: 2, subjectId, topic, source: '', difficulty: null }];
    const { id: quiz } = await publishComposed(test, teacher, { draws });
    expect((await choose(null, [a])).statusCode).toBe(200);
    const short = await choose(null, [a, b]);
    expect([short.statusCode, short.json().message]).toEqual([
      409,
      expect.stringMatching(/Simulado composto.*sortear/),
    ]);
    const sheet = (await send('POST', `/api/quizzes/${quiz}/start`, student)).json();
    expect(sheet.questions.map(({ id }: { id: number }) => id).sort()).toEqual([b, c]);
    // The attempt above contains the question.
    await questions(2, { topic });
    expect((await choose(null, [b])).json().code).toBe('question_in_use');
  });

  it('is either chosen or added to a quiz when both are requested at once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [id = 0] = await questions(1);
      const quiz = await draft();
      const [placed, chosen] = await Promise.all([compose(quiz, { questionIds: [id] }), choose(null, [id])]);
      expect([placed.statusCode, chosen.statusCode].sort()).toEqual([200, 409]);
      await choose(null, []);
    }
  });
});

describe('visitors', () => {
  it('see the trial only while it is open, and it opens only when it is complete', async () => {
    const content = '<p onclick="x()">Texto <b>da aula</b></p><img src="https://fora.example/a.png">';
    const [lessonId, ids] = [await lesson(content, 'Aula <aberta>'), await questions(5, { comment: 'Porque <sim>.' })];
    await choose(lessonId, ids.slice(1));
    const early = await turn(true);
    expect([early.statusCode, early.json().code]).toEqual([409, 'state_conflict']);
    await choose(lessonId, ids);
    expect(await visit()).toBeNull();
    expect((await turn(true, teacher)).statusCode).toBe(403);
    expect((await turn(true)).json()).toMatchObject({ isOn: true, isOpen: true });
    const page = await visit();
    const readPublic = publicTrial(test.deps);
    expect(readPublic(), 'however many ask').toBe(readPublic());
    expect(page?.html).toContain('Aula &lt;aberta&gt;');
    expect(page?.html).toContain('Porque &lt;sim&gt;.');
    expect(page?.html.match(/class="question"/g)).toHaveLength(5);
    expect(page?.html).not.toMatch(/onclick|<script|fora\.example|<aberta>/);
    // While the trial is open, a question can be replaced but not removed.
    expect((await choose(lessonId, ids.slice(1))).json().code).toBe('state_conflict');
    const [other = 0] = await questions(1);
    expect((await choose(lessonId, [other, ...ids.slice(1)])).statusCode).toBe(200);
    await turn(false);
    expect(await visit()).toBeNull();
  });

  it('do not see questions and lessons withdrawn since, and the school sees the reason', async () => {
    const [lessonId, ids] = [await lesson('<p>Fica um pouco</p>', 'Passa'), await questions(5)];
    await choose(lessonId, ids);
    await turn(true);
    await send('PATCH', `/api/teacher/questions/${ids[0]}/status`, teacher, { status: 'outdated', reason: 'Lei nova' });
    expect((await visit())?.html.match(/class="question"/g)).toHaveLength(4);
    expect((await visit())?.html).toContain('Quatro questões comentadas');
    expect((await read()).questions[0]?.problem).toBe('inactive');
    await send('DELETE', `/api/articles/${lessonId}`, teacher);
    expect(await visit()).toBeNull();
    expect(await read()).toMatchObject({ isOn: true, isOpen: false, lesson: { problem: 'deleted' } });
  });

  it('see every change at once in the process that made it, even when the bus is slow', async () => {
    const read = publicTrial(test.deps);
    expect(await read()).toBeNull();
    const { publish } = test.deps.bus;
    test.deps.bus.publish = async () => {};
    try {
      await choose(await lesson(), await questions(5));
      await turn(true);
      expect((await read())?.title).toBe('Crase');
      await choose(await lesson('<p>Outra.</p>', 'Regência'), await questions(5));
      expect((await read())?.title).toBe('Regência');
      await turn(false);
      expect(await read()).toBeNull();
    } finally {
      test.deps.bus.publish = publish;
    }
  });

  it('get an image only while the page shows it, and every change at once', async () => {
    const { deps } = test;
    await deps.files.put('media/x.webp', Buffer.from('bild'));
    const media = {
      owner_id: teacher.id,
      file_key: 'media/x.webp',
      mime_type: 'image/webp',
      bytes: 4,
      width: 1,
      height: 1,
    };
    const insert = async (name: string) =>
      (
        await deps.db
          .insertInto('media')
          .values({ ...media, sha256: Buffer.from(name), name, created_at: test.clock.now() })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const [shown, hidden] = [await insert('a'), await insert('b')];
    const image = (id: number) => test.request({ method: 'GET', url: `/api/trial/images/${id}` });
    await choose(await lesson(`<p>Veja</p><img src="/api/media/${shown}" alt="mapa">`, 'Com mapa'), await questions(5));
    expect((await image(shown)).statusCode).toBe(404);
    await turn(true);
    await expect.poll(async () => (await image(shown)).statusCode).toBe(200);
    expect((await image(shown)).headers['set-cookie']).toBeUndefined();
    expect((await image(hidden)).statusCode).toBe(404);
    await turn(false);
    await expect.poll(async () => (await image(shown)).statusCode).toBe(404);
  });
});
