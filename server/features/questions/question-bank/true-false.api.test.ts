import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishComposed, takeQuiz } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let ana: Person;
let student: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  student = await createPerson(test.deps.db);
});

const get = async (url: string, as: Person) => {
  const reply = await test.request({ method: 'GET', url, as });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply;
};
const post = async (url: string, payload: object, as: Person) => {
  const reply = await test.request({ method: 'POST', url, payload, as });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return reply.json();
};

describe('a question of Certo/Errado', () => {
  it('is recognised in any case, and has its kind everywhere from the bank to the statistics', async () => {
    const options = [
      { optionText: '<p>CERTO</p>', comment: '<p>Confundiu.</p>', isCorrect: false },
      { optionText: '<p>errado</p>', comment: '', isCorrect: true },
    ];
    const body = { format: 'html', questionText: '<p>A pena passa aos filhos.</p>', options };
    const made = await post('/api/teacher/questions', body, ana);
    expect(made).toMatchObject({ kind: 'true_false', options: [{ optionText: 'Certo' }, { optionText: 'Errado' }] });
    const other = await post(
      '/api/teacher/questions',
      { questionText: 'Qual?', options: options.map((one, place) => ({ ...one, optionText: `Opção ${place}` })) },
      ana,
    );
    expect(other.kind).toBe('choice');
    const list = (await get('/api/teacher/questions?kind=true_false', ana)).json();
    expect(list.map(({ id, kind }: { id: number; kind: string }) => [id, kind])).toEqual([[made.id, 'true_false']]);

    const quiz = await publishComposed(test, ana, { questionIds: [made.id], shuffleOptions: true });
    const sheet = await post(`/api/quizzes/${quiz.id}/start`, {}, student);
    expect(sheet.questions[0]).toMatchObject({
      kind: 'true_false',
      options: [{ optionText: 'Certo' }, { optionText: 'Errado' }],
    });
    await takeQuiz(test, student, quiz.id, new Map([[made.id, made.options[1].id]]));
    const review = (await get(`/api/attempts/${sheet.id}/review`, student)).json();
    expect(review.questions[0]).toMatchObject({ kind: 'true_false', isCorrect: true });
    const practice = await post('/api/practices', { kind: 'training', quizId: quiz.id }, student);
    expect(practice.questions[0].kind).toBe('true_false');

    const statistics = (await get(`/api/teacher/quizzes/${quiz.id}/statistics`, ana)).json();
    expect(statistics.questions[0]).toMatchObject({ kind: 'true_false', shareRight: 1 });
    const csv = (await get(`/api/teacher/quizzes/${quiz.id}/statistics.csv`, ana)).body;
    expect(parse(csv, { delimiter: ';', bom: true, columns: true })).toMatchObject([
      { gabarito: 'Errado', 'A_%': '', 'Certo_%': '0,0', 'Errado_%': '100,0' },
    ]);
  });

  it('changes its kind with the options of a new version', async () => {
    const options = ['Certo', 'Errado'].map((optionText, place) => ({
      optionText,
      comment: '',
      isCorrect: place === 0,
    }));
    const made = await post('/api/teacher/questions', { questionText: 'O voto é secreto.', options }, ana);
    const save = async (revision: number, texts: string[]) =>
      (
        await test.request({
          method: 'PUT',
          url: `/api/teacher/questions/${made.id}`,
          payload: {
            questionText: 'O voto é secreto.',
            options: texts.map((optionText, place) => ({ optionText, isCorrect: place === 0 })),
            revision,
          },
          as: ana,
        })
      ).json();
    expect(await save(1, ['Sim', 'Não'])).toMatchObject({ kind: 'choice', versionCount: 2 });
    expect(await save(2, ['Certo', 'Errado'])).toMatchObject({ kind: 'true_false', versionCount: 3 });
  });
});
