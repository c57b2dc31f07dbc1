import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as contract from '#contract/questions/question-bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { listForExport } from './bank.service.ts';

const test = useTestApp();
let ana: Person;
let bia: Person;
let admin: Person;
let portugues: number;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  bia = await createPerson(test.deps.db, { role: 'teacher', firstName: 'Bia' });
  admin = await createPerson(test.deps.db, { role: 'admin' });
  const made = await test.request({ method: 'POST', url: '/api/subjects', payload: { name: 'Português' }, as: ana });
  portugues = made.json().id;
});

const content = (change: object = {}) => ({
  questionText: 'Assinale a frase com crase correta.',
  comment: 'Antes de palavra feminina.',
  options: [
    { optionText: 'Fui à escola.', comment: 'Isso.', isCorrect: true },
    { optionText: 'Fui à pé.', isCorrect: false },
  ],
  ...change,
});
const create = (payload: object, as = ana) =>
  test.request({ method: 'POST', url: '/api/teacher/questions', payload, as });
const made = async (payload: object, as = ana) => {
  const reply = await create(payload, as);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const list = async (query: string, as = ana) => {
  const reply = await test.request({ method: 'GET', url: `/api/teacher/questions?${query}`, as });
  expect(reply.statusCode, reply.body).toBe(200);
  return { rows: reply.json(), total: Number(reply.headers['x-total-count']), link: reply.headers.link };
};
const save = (id: number, payload: object, as = ana) =>
  test.request({ method: 'PUT', url: `/api/teacher/questions/${id}`, payload, as });

describe('a question of the bank', () => {
  it('is read back with all fields after every change', async () => {
    const law = await test.request({ method: 'POST', url: '/api/subjects', payload: { name: 'Direito' }, as: ana });
    const topicOf = async (subjectId: number, name: string): Promise<number> => {
      const topic = { subjectId, name };
      return (await test.request({ method: 'POST', url: '/api/teacher/topics', payload: topic, as: ana })).json().id;
    };
    const option = (optionText: string, comment: string, isCorrect: boolean) => ({ optionText, comment, isCorrect });
    const textOf = async (text: string) =>
      (await test.request({ method: 'POST', url: '/api/teacher/base-texts', payload: { text }, as: ana })).json();
    const [textA, textB] = [await textOf('Leia.'), await textOf('Leia de novo.')];
    const first = {
      format: 'plain',
      baseTextId: textA.id,
      questionText: 'Onde há crase?',
      comment: 'Veja o artigo.',
      options: [option('À praia.', 'Isso.', true), option('A pé.', 'Masculino.', false)],
      subjectId: portugues,
      topicId: await topicOf(portugues, 'Crase'),
      topic: 'Crase',
      source: 'FGV',
      organ: 'OAB',
      post: 'Advogado',
      year: 2024,
      difficulty: 'hard',
      tags: ['revisão'],
    };
    const second = {
      format: 'html',
      baseTextId: textB.id,
      questionText: '<p>Qual é a <strong>pena</strong>?</p>',
      comment: '<p>Veja o código.</p>',
      options: [
        option('<p>Multa.</p>', '<p>Não.</p>', false),
        option('<p>Prisão.</p>', '<p>Sim.</p>', true),
        option('<p>Nenhuma.</p>', '<p>Nunca.</p>', false),
      ],
      subjectId: law.json().id,
      topicId: await topicOf(law.json().id, 'Penas'),
      topic: 'Penas',
      source: 'CESPE',
      organ: 'STJ',
      post: 'Técnico',
      year: 2025,
      difficulty: 'easy',
      tags: ['prova', 'lei'],
    };
    const standing = {
      kind: 'choice',
      status: 'active',
      statusReason: '',
      rightPercent: null,
      quizCount: 0,
      authorName: 'Ana Silva',
      mayEdit: true,
      updatedAt: test.clock.now().toISOString(),
      quizzes: [],
    };
    const withIds = ({ baseTextId, ...question }: typeof first) => ({
      ...question,
      baseText: {
        id: baseTextId,
        versionId: expect.any(Number),
        title: '',
        format: 'plain',
        text: baseTextId === textA.id ? 'Leia.' : 'Leia de novo.',
      },
      options: question.options.map((one) => ({ id: expect.any(Number), ...one })),
    });
    await roundTrip(test, {
      as: ana,
      create: {
        call: contract.createBankQuestion,
        body: { ...first, creationKey: randomUUID() },
        reads: {
          ...withIds(first),
          ...standing,
          subject: 'Português',
          excerpt: 'Onde há crase?',
          revision: 1,
          versionCount: 1,
        },
      },
      update: {
        call: contract.saveBankQuestion,
        body: second,
        over: ({ revision }) => ({ revision }),
        reads: {
          ...withIds(second),
          ...standing,
          subject: 'Direito',
          excerpt: 'Qual é a pena?',
          revision: 2,
          versionCount: 2,
        },
      },
      read: { call: contract.getBankQuestion },
      list: {
        call: contract.listBankQuestions,
        shows: ({ format, baseText, questionText, comment, options, revision, versionCount, quizzes, ...summary }) =>
          summary,
      },
      remove: contract.deleteBankQuestion,
      rows: { table: 'questions' },
      audit: { of: 'question', events: [{ action: 'question.deleted' }] },
    });
  });

  it('is created, read and listed with its labels', async () => {
    const labels = { subjectId: portugues, topic: 'Crase', source: 'FGV', year: 2024, difficulty: 'hard' };
    const question = await made(content(labels));
    expect(question).toMatchObject({ ...labels, subject: 'Português', status: 'active', versionCount: 1, quizzes: [] });
    expect(question.options.map((option: { isCorrect: boolean }) => option.isCorrect)).toEqual([true, false]);
    const { rows } = await list(
      `subjectId=${portugues}&topic=Crase&source=FGV&year=2024&difficulty=hard&status=active`,
    );
    expect(rows).toMatchObject([{ id: question.id, excerpt: 'Assinale a frase com crase correta.', mayEdit: true }]);
    expect((await list('source=CESPE')).rows).toEqual([]);
  });

  it('is created once, however often the request is repeated', async () => {
    const payload = content({ questionText: 'Uma só.', creationKey: randomUUID() });
    const replies = await Promise.all(Array.from({ length: 6 }, () => create(payload)));
    expect(new Set(replies.map((reply) => reply.json().id)).size).toBe(1);
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect((await create(payload, bia)).statusCode).toBe(409);
  });

  it.each([
    [{ questionText: ' ' }, /enunciado/],
    [{ options: [{ optionText: 'só', isCorrect: true }] }, /2 a 6/],
    [{ options: Array.from({ length: 7 }, (_, at) => ({ optionText: `${at}`, isCorrect: at === 0 })) }, /./],
    [
      {
        options: [
          { optionText: 'a', isCorrect: true },
          { optionText: 'b', isCorrect: true },
        ],
      },
      /Só uma/,
    ],
    [
      {
        options: [
          { optionText: 'a', isCorrect: false },
          { optionText: 'b', isCorrect: false },
        ],
      },
      /certa/,
    ],
    [{ format: 'html', questionText: '<script>1</script>' }, /enunciado/],
    [{ questionText: 'a\0b' }, /./],
    [{ year: 12 }, /./],
  ])('is refused: %j', async (change, message) => {
    const reply = await create(content(change));
    expect(reply.statusCode).toBe(400);
    expect(reply.body).toMatch(message);
  });

  it('is refused when its subject was deleted', async () => {
    expect((await create(content({ subjectId: 999_999 }))).json().code).toBe('subject_gone');
  });

  it('keeps rich text, sanitised', async () => {
    const question = await made(
      content({
        format: 'html',
        questionText: '<p onclick="x()">Veja <img src="/api/media/1" alt="mapa"><script>x</script></p>',
      }),
    );
    expect(question.questionText).toBe('<p>Veja <img src="/api/media/1" alt="mapa" /></p>');
    expect(question.excerpt).toBe('Veja');
  });

  it('makes a version when its text changes, and none when only labels do', async () => {
    const question = await made(content({ questionText: 'Primeira versão.' }));
    const labelled = (
      await save(question.id, { ...content({ questionText: 'Primeira versão.' }), topic: 'X', revision: 1 })
    ).json();
    expect(labelled).toMatchObject({ versionCount: 1, revision: 2, topic: 'X' });
    const changed = (
      await save(question.id, { ...content({ questionText: 'Segunda versão.' }), topic: 'X', revision: 2 })
    ).json();
    expect(changed).toMatchObject({ versionCount: 2, revision: 3, questionText: 'Segunda versão.' });
    const again = await save(question.id, { ...content({ questionText: 'Segunda versão.' }), topic: 'X', revision: 2 });
    expect(again.json()).toMatchObject({ revision: 3 });
    const late = await save(question.id, { ...content({ questionText: 'Terceira.' }), revision: 2 });
    expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
    expect((await list('search=segunda%20versao')).rows[0]?.id).toBe(question.id);
    expect((await list('search=primeira%20versao')).rows.map((row: { id: number }) => row.id)).not.toContain(
      question.id,
    );
  });

  it('is changed only by its author and admins, and visible to all authors', async () => {
    const question = await made(content({ questionText: 'De Ana.' }));
    const body = { ...content({ questionText: 'De Bia.' }), revision: 1 };
    expect((await save(question.id, body, bia)).statusCode).toBe(403);
    expect((await list('search=%22De%20Ana%22', bia)).rows[0]).toMatchObject({ id: question.id, mayEdit: false });
    expect((await save(question.id, body, admin)).statusCode).toBe(200);
    const student = await createPerson(test.deps.db);
    expect((await create(content(), student)).statusCode).toBe(403);
  });

  it('is marked outdated with a reason, and becomes active again', async () => {
    const question = await made(content({ questionText: 'A lei mudou?' }));
    const set = (payload: object) =>
      test.request({ method: 'PATCH', url: `/api/teacher/questions/${question.id}/status`, payload, as: ana });
    expect((await set({ status: 'outdated' })).statusCode).toBe(400);
    expect((await set({ status: 'annulled', reason: 'x' })).statusCode).toBe(400);
    expect((await set({ status: 'outdated', reason: 'Nova lei' })).json()).toMatchObject({
      status: 'outdated',
      statusReason: 'Nova lei',
    });
    expect((await set({ status: 'active' })).json()).toMatchObject({ status: 'active', statusReason: '' });
  });

  it('can be deleted while nothing uses it', async () => {
    const question = await made(content({ questionText: 'Some.' }));
    const remove = (as: Person) => test.request({ method: 'DELETE', url: `/api/teacher/questions/${question.id}`, as });
    expect((await remove(bia)).statusCode).toBe(403);
    expect((await remove(ana)).statusCode).toBe(200);
    expect((await remove(ana)).statusCode).toBe(404);
  });

  it('stays once a student has answered it, although only in the review', async () => {
    const question = await made(content({ questionText: 'Respondida na revisão.' }));
    const student = await createPerson(test.deps.db);
    await sql`
      INSERT INTO answer_log (user_id, question_id, source, source_key, option_id, is_right, study_day, answered_at)
      VALUES (${student.id}, ${question.id}, 'review', ${randomUUID()}, 1, true, now(), now())`.execute(test.deps.db);
    const url = `/api/teacher/questions/${question.id}`;
    const refused = await test.request({ method: 'DELETE', url, as: ana });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'question_in_use']);
  });
});

describe('the search', () => {
  it('finds similar texts only when no question has the words, and exports what it shows', async () => {
    const one = await made(content({ questionText: 'Sobre a usucapião extraordinária de imóveis' }));
    await made(content({ questionText: 'Sobre a usucapião ordinária de imóveis' }));
    const exact = await list('search=usucapiao%20extraordinaria');
    expect([exact.rows.map(({ id }: { id: number }) => id), exact.total]).toEqual([[one.id], 1]);
    const guessed = await list('search=usucapiam');
    expect(guessed.total).toBe(2);
    const url = '/api/teacher/question-export?format=csv&search=usucapiam';
    const file = await test.request({ method: 'GET', url, as: ana });
    expect(file.body.match(/usucapião/g)).toHaveLength(2);
    // More than a file may hold is refused, never cut.
    await expect(listForExport(test.deps, { search: 'usucapiao' }, 1)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('finds plurals, accents, prefixes and typing errors', async () => {
    const { id } = await made(
      content({ questionText: 'Sobre as lições de licitação e contratos administrativos', topic: 'Pregão' }),
    );
    for (const words of ['licao', 'LICITAÇÕES', 'contrato administrativo', 'pregao', 'licita', 'licitassao']) {
      const { rows } = await list(`search=${encodeURIComponent(words)}`);
      expect(
        rows.map((row: { id: number }) => row.id),
        words,
      ).toContain(id);
    }
    expect((await list('search=zzzzqqq')).rows).toEqual([]);
    expect((await list('search=!!!')).rows).toEqual([]);
  });

  it('pages through lists and matches', async () => {
    for (let index = 0; index < 5; index += 1) await made(content({ questionText: `Paginação número ${index}` }));
    for (const query of ['limit=2', 'limit=2&search=paginacao']) {
      const seen = new Set<number>();
      let url = query;
      for (let pages = 0; pages < 40 && url; pages += 1) {
        const page = await list(url);
        for (const row of page.rows) seen.add(row.id);
        url = /cursor=[^>]*/.exec(String(page.link ?? ''))?.[0] ?? '';
        if (url) url = `${query}&${url.split('&')[0]}`;
        if (!url) expect(seen.size).toBe(page.total);
      }
      expect(seen.size).toBeGreaterThanOrEqual(5);
    }
  });

  it('lists the labels that questions use, with their counts', async () => {
    const reply = await test.request({ method: 'GET', url: '/api/teacher/question-labels', as: ana });
    expect(reply.json()).toMatchObject({ sources: ['FGV'], years: [2024] });
    expect(reply.json().subjects).toContainEqual({ id: portugues, name: 'Português', activeCount: 1 });
    expect(reply.json().topics).toContainEqual({
      id: expect.any(Number),
      parentId: null,
      subjectId: portugues,
      topic: 'Crase',
      activeCount: 1,
    });
  });
});
