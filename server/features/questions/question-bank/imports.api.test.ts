import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { writeQuestionsAsCsv } from './files/csv-write.ts';
import type { FileQuestion } from './files/question-file.ts';
import { runImport } from './imports.service.ts';

const test = useTestApp();
let ana: Person;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
});

const question = (questionText: string, change: Partial<FileQuestion> = {}): FileQuestion => ({
  format: 'plain',
  questionText,
  comment: 'Porque sim.',
  baseText: null,
  options: [
    { optionText: 'Um', comment: 'não', isCorrect: false },
    { optionText: 'Dois', comment: 'sim', isCorrect: true },
  ],
  subject: 'Direito Penal',
  topic: 'Crimes',
  source: 'CESPE',
  organ: '',
  post: '',
  year: 2023,
  difficulty: 'medium',
  status: 'active',
  statusReason: '',
  tags: [],
  ...change,
});

function upload(content: string | Buffer, name = 'questoes.csv', as: Person | undefined = ana) {
  const boundary = 'limite';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="name"\r\n\r\n${name}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return test.request({
    method: 'POST',
    url: '/api/teacher/question-imports',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    as,
  });
}
const uploaded = async (content: string, name?: string, as?: Person) => {
  const reply = await upload(content, name, as);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json();
};
const confirm = (id: number, as = ana) =>
  test.request({ method: 'POST', url: `/api/teacher/question-imports/${id}/confirm`, as });
const read = async (id: number) =>
  (await test.request({ method: 'GET', url: `/api/teacher/question-imports/${id}`, as: ana })).json();
const entries = async (id: number, query = '') =>
  (await test.request({ method: 'GET', url: `/api/teacher/question-imports/${id}/entries?${query}`, as: ana })).json();
const countQuestions = async () => {
  const reply = await test.request({ method: 'GET', url: '/api/teacher/questions?limit=1', as: ana });
  return Number(reply.headers['x-total-count']);
};

describe('an import', () => {
  it('shows a preview before any question is stored, then stores all of them', async () => {
    const before = await countQuestions();
    const file = writeQuestionsAsCsv([question('Primeira?'), question('Segunda?'), question('primeira? ')]).replace(
      /\r\n$/,
      '\r\n;x;y;;;;;A\r\n',
    );
    const made = await uploaded(file);
    expect(made).toMatchObject({
      fileKind: 'csv',
      state: 'preview',
      total: 4,
      problemCount: 1,
      duplicateCount: 1,
      readyCount: 2,
      newSubjects: ['Direito Penal'],
    });
    expect(await countQuestions()).toBe(before);
    const all = await entries(made.id);
    expect(
      all.map((entry: { line: number; problem: string; duplicate: string }) => [
        entry.line,
        entry.problem,
        entry.duplicate,
      ]),
    ).toEqual([
      [2, null, null],
      [3, null, null],
      [4, null, 'file'],
      [5, 'Escreva o enunciado.', null],
    ]);
    expect(await entries(made.id, 'only=problems')).toHaveLength(1);
    expect(all[0].question).toEqual(question('Primeira?'));

    expect((await confirm(made.id)).json().state).toBe('importing');
    expect((await confirm(made.id)).json().state).toBe('importing');
    await test.deps.jobs.drain();
    expect(await read(made.id)).toMatchObject({ state: 'done', imported: 2, processed: 4 });
    expect(await countQuestions()).toBe(before + 2);
    const found = await test.request({ method: 'GET', url: '/api/teacher/questions?search=primeira', as: ana });
    expect(found.json()[0]).toMatchObject({ subject: 'Direito Penal', topic: 'Crimes', source: 'CESPE', year: 2023 });
  });

  it('started twice with the same file adds no duplicate, even when both run at once', async () => {
    const file = writeQuestionsAsCsv([question('Corrida um?'), question('Corrida dois?')]);
    const before = await countQuestions();
    const first = await uploaded(file);
    const second = await uploaded(`${file}\r\n`);
    await confirm(first.id);
    await confirm(second.id);
    await Promise.all([first.id, second.id, first.id].map((id) => runImport(test.deps, id)));
    expect((await read(first.id)).imported + (await read(second.id)).imported).toBe(2);
    expect(await countQuestions()).toBe(before + 2);
    const third = await uploaded(file);
    expect(third).toMatchObject({ readyCount: 0, duplicateCount: 2 });
    expect((await confirm(third.id)).statusCode).toBe(400);
  });

  it('that fails half way stores nothing, and the next run completes it', async () => {
    const before = await countQuestions();
    const many = Array.from({ length: 300 }, (_, at) => question(`Cortada ${at}?`, { subject: 'Matéria nova' }));
    const made = await uploaded(writeQuestionsAsCsv(many));
    await confirm(made.id);
    // The second chunk breaks a rule of the database.
    const setFirst = (isCorrect: boolean) =>
      sql`UPDATE question_import_entries SET question = jsonb_set(question, '{options,0,isCorrect}', ${JSON.stringify(isCorrect)}::jsonb)
          WHERE import_id = ${made.id} AND position = 290`.execute(test.deps.db);
    await setFirst(true);
    await expect(runImport(test.deps, made.id)).rejects.toThrow('options_one_right');
    expect((await read(made.id)).processed).toBe(250);
    expect(await countQuestions()).toBe(before);
    const subjects = await test.request({ method: 'GET', url: '/api/subjects', as: ana });
    expect(subjects.body).not.toContain('Matéria nova');
    await setFirst(false);
    await runImport(test.deps, made.id);
    expect(await countQuestions()).toBe(before + 300);
  });

  it('from GIFT reads categories as subjects and lists the refused questions', async () => {
    const made = await uploaded(
      '$CATEGORY: $course$/top/Raciocínio Lógico/Tabelas\n\n2+2?{=4#certo ~5####soma}\n\nTexto {}\n',
      'x.gift',
    );
    expect(made).toMatchObject({
      fileKind: 'gift',
      readyCount: 1,
      problemCount: 1,
      newSubjects: ['Raciocínio Lógico'],
    });
    const [first, second] = await entries(made.id);
    expect(first.question).toMatchObject({ subject: 'Raciocínio Lógico', topic: 'Tabelas', comment: 'soma' });
    expect(second).toMatchObject({ line: 5, problem: 'Questões dissertativas não são aceitas.' });
  });

  it('is visible only to its owner, and can be discarded until it is confirmed', async () => {
    const bia = await createPerson(test.deps.db, { role: 'teacher' });
    const { id } = await uploaded(writeQuestionsAsCsv([question('De quem?')]));
    for (const call of [
      confirm(id, bia),
      test.request({ method: 'DELETE', url: `/api/teacher/question-imports/${id}`, as: bia }),
    ]) {
      expect((await call).statusCode).toBe(404);
    }
    const discard = () => test.request({ method: 'DELETE', url: `/api/teacher/question-imports/${id}`, as: ana });
    expect((await discard()).statusCode).toBe(200);
    expect((await discard()).statusCode).toBe(404);
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]), 415],
    ['a workbook', Buffer.from([0x50, 0x4b, 3, 4]), 415],
    ['nothing', Buffer.from(''), 400],
    ['broken quotes', Buffer.from('enunciado;alternativa_a;alternativa_b;correta\n"a;b;c;A'), 400],
    ['21 MB', Buffer.alloc(21 * 1024 * 1024, 'a'), 413],
  ])('refuses %s', async (_, content, status) => {
    const reply = await upload(content);
    expect(reply.statusCode, reply.body.slice(0, 200)).toBe(status);
    expect(reply.json().message).toMatch(/\p{L}/u);
  });

  it('with 1,500 questions reports its progress', async () => {
    // No two alike: comparing them would take ten times as long as the import.
    const wordsOf = (at: number) => createHash('sha256').update(`${at}`).digest('hex').match(/.{8}/g)?.join(' ');
    const many = Array.from({ length: 1500 }, (_, at) => question(`Questão ${at}: ${wordsOf(at)}?`));
    const made = await uploaded(writeQuestionsAsCsv(many));
    expect(made).toMatchObject({ total: 1500, readyCount: 1500 });
    await confirm(made.id);
    const seen = new Set<number>();
    const running = runImport(test.deps, made.id).then(() => true);
    while (!(await Promise.race([running, read(made.id).then(({ processed }) => seen.add(processed) && false)])));
    expect(await read(made.id)).toMatchObject({ state: 'done', imported: 1500, processed: 1500 });
    expect([...seen].filter((processed) => processed > 0 && processed < 1500).length).toBeGreaterThan(1);
  }, 60_000);
});

describe('an export', () => {
  it('is imported again unchanged, in both formats', async () => {
    for (const format of ['csv', 'gift']) {
      const reply = await test.request({
        method: 'GET',
        url: `/api/teacher/question-export?format=${format}&search=corrida`,
        as: ana,
      });
      expect(reply.headers['content-disposition']).toMatch(/attachment; filename="questoes/);
      const made = await uploaded(reply.body, format === 'csv' ? 'q.csv' : 'q.txt');
      expect(made).toMatchObject({ total: 2, duplicateCount: 2, problemCount: 0 });
      const [first] = await entries(made.id);
      expect(first.question).toEqual(question('Corrida um?'));
    }
  });

  it('has a template that can be imported', async () => {
    const reply = await test.request({ method: 'GET', url: '/api/teacher/question-template', as: ana });
    expect(await uploaded(reply.body)).toMatchObject({ readyCount: 2, problemCount: 0 });
  });
});

it('the first import of one person runs before the second of another', async () => {
  await test.deps.jobs.drain();
  const bia = await createPerson(test.deps.db, { role: 'teacher' });
  const begin = async (name: string, as: Person) => {
    const { id } = await uploaded(writeQuestionsAsCsv([question(`Vez de ${name}?`)]), `${name}.csv`, as);
    expect((await confirm(id, as)).statusCode).toBe(200);
    return `import:${id}`;
  };
  const [first, second, third] = [await begin('um', ana), await begin('dois', ana), await begin('três', ana)];
  const other = await begin('outra', bia);
  await test.deps.jobs.drain();
  const done = await test.deps.db
    .selectFrom('audit_events')
    .select('subject')
    .where('action', '=', 'questions.imported')
    .orderBy('id', 'desc')
    .limit(4)
    .execute();
  expect(done.map(({ subject }) => subject).reverse()).toEqual([first, other, second, third]);
  // Where a minute has passed, what is drained first compares the questions of this file's imports with each other.
}, 60_000);
