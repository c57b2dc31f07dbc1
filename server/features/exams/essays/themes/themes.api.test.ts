import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import type { AuthoredTheme } from '#contract/exams/essay-themes.ts';
import { essayClient } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, begin } = essayClient(test);
const themes = '/api/teacher/essay-themes';
let ana: Person;
let rui: Person;
let admin: Person;
let student: Person;

beforeAll(async () => {
  const { db } = test.deps;
  [ana, rui] = [await createPerson(db, { role: 'teacher' }), await createPerson(db, { role: 'teacher' })];
  admin = await createPerson(db, { role: 'admin' });
  student = await createPerson(db);
});

const create = async (title = 'Câmeras corporais') =>
  (await call(ana, 'POST', themes, { title, kind: 'essay' })).json() as AuthoredTheme;
const save = (id: number, draft: object, revision: number, as = ana) =>
  call(as, 'PUT', `${themes}/${id}`, { draft, revision });

describe('a theme', () => {
  it('is created once per key, as a draft that students do not see', async () => {
    const payload = { title: ' Câmeras ', kind: 'question', creationKey: randomUUID() };
    const both = await Promise.all([call(ana, 'POST', themes, payload), call(ana, 'POST', themes, payload)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201]);
    expect(both[0].json()).toEqual(both[1].json());
    expect(both[0].json()).toMatchObject({
      draft: { title: 'Câmeras', kind: 'question', maxLines: 30, lineWidth: 68 },
      versionNumber: null,
      isOpen: false,
    });
    const { id } = both[0].json();
    expect((await call(student, 'GET', `/api/essay-themes/${id}`)).statusCode).toBe(404);
    expect((await call(student, 'POST', `/api/essay-themes/${id}/essays`, {})).statusCode).toBe(404);
    expect((await call(student, 'GET', '/api/essay-themes')).json()).toEqual([]);
  });

  it('is listed to its author and to administrators only', async () => {
    const { id } = await create('Só da Ana');
    const titles = async (as: Person) =>
      ((await call(as, 'GET', themes)).json() as { title: string }[]).map(({ title }) => title);
    expect(await titles(ana)).toContain('Só da Ana');
    expect(await titles(admin)).toContain('Só da Ana');
    expect(await titles(rui)).toEqual([]);
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/versions', undefined],
      ['POST', '/close', undefined],
      ['POST', '/publish', { revision: 1 }],
    ] as const) {
      expect((await call(rui, method, `${themes}/${id}${path}`, body)).statusCode).toBe(404);
    }
    const first = await call(ana, 'GET', `${themes}?limit=1`);
    expect(first.headers['x-total-count']).toBe('2');
    const next = /<(.+)>/.exec(String(first.headers.link))?.[1] ?? '';
    expect((await call(ana, 'GET', next)).json()).toMatchObject([{ kind: 'question' }]);
  });

  it('is saved whole over the revision that was read, and a retry is the same save', async () => {
    const { id, draft, revision } = await create();
    const { json: text } = await call(ana, 'POST', '/api/teacher/base-texts', { title: 'Texto I', text: 'O dever.' });
    const changed = {
      ...draft,
      kind: 'document',
      title: 'Câmeras e privacidade',
      command: 'Escreva.',
      maxLines: 60,
      minLines: 40,
      lineWidth: 70,
      minutes: null,
      opensAt: '2026-11-15T12:00:00.000Z',
      closesAt: '2026-12-15T12:00:00.000Z',
      returnHours: 48,
      espelho: espelhoPresets[1]?.espelho,
      baseTextIds: [text().id],
    };
    const saved = await save(id, changed, revision);
    expect(saved.json()).toMatchObject({ draft: changed, revision: revision + 1, baseTexts: [{ title: 'Texto I' }] });
    expect((await save(id, changed, revision)).json()).toEqual(saved.json());
    expect((await call(ana, 'GET', `${themes}/${id}`)).json()).toEqual(saved.json());
    const late = await save(id, { ...changed, title: 'Outro' }, revision);
    expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
    expect((await save(id, changed, revision + 1, rui)).statusCode).toBe(404);
  });

  it('names a topic and an exam, which students see on the list and on the theme, and follows a merged topic', async () => {
    const { db } = test.deps;
    const now = test.clock.now();
    const { id: subjectId } = await createSubject(db);
    const topic = async (name: string) =>
      (await call(ana, 'POST', '/api/teacher/topics', { subjectId, parentId: null, name })).json().id as number;
    const [topicId, other] = [await topic('Crimes'), await topic('Delitos')];
    const { id: examId } = await db
      .insertInto('exams')
      .values({ name: 'PM-PA 2026', organisation: 'Banca', exam_date: '2030-01-01', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const themeId = await publishTheme(ana, { title: 'Com assunto', topicId, examId });
    const authored = (await call(ana, 'GET', `${themes}/${themeId}`)).json();
    expect(authored).toMatchObject({ draft: { topicId, examId }, topic: { id: topicId, subjectId, name: 'Crimes' } });
    const about = { topic: 'Crimes', examName: 'PM-PA 2026' };
    expect((await call(student, 'GET', `/api/essay-themes/${themeId}`)).json()).toMatchObject(about);
    const listed = (await call(student, 'GET', '/api/essay-themes')).json() as { id: number }[];
    expect(listed.find(({ id }) => id === themeId)).toMatchObject(about);
    const inUse = await call(admin, 'DELETE', `/api/teacher/topics/${topicId}`);
    expect([inUse.json().code, inUse.json().uses.themes]).toEqual(['topic_in_use', 1]);
    await call(admin, 'POST', `/api/teacher/topics/${topicId}/merge`, { into: other });
    expect((await call(ana, 'GET', `${themes}/${themeId}`)).json().draft.topicId).toBe(other);
  });

  it('is refused with an impossible sheet, window, exam or espelho', async () => {
    const { id, draft, revision } = await create();
    const wrong = [
      { minLines: 31 },
      { maxLines: 121 },
      { lineWidth: 39 },
      { opensAt: '2026-11-16T12:00:00.000Z', closesAt: '2026-11-16T12:00:00.000Z' },
      { examId: 2_147_483_647 },
      { topicId: 2_147_483_647 },
      { baseTextIds: [1, 1] },
      { espelho: { ...draft.espelho, criteria: [] } },
      { espelho: { ...draft.espelho, minimum: 99 } },
      { title: ' ' },
    ];
    for (const change of wrong) expect((await save(id, { ...draft, ...change }, revision)).statusCode).toBe(400);
  });

  it('is published with a command and with texts that exist, once per revision', async () => {
    const { id, draft, revision } = await create();
    const publish = (of: number) => call(ana, 'POST', `${themes}/${id}/publish`, { revision: of });
    expect((await publish(revision)).json()).toMatchObject({ code: 'state_conflict' });
    const gone = { ...draft, command: 'Escreva.', baseTextIds: [2_147_483_647] };
    await save(id, gone, revision);
    expect((await publish(revision + 1)).statusCode).toBe(400);
    await save(id, { ...gone, baseTextIds: [] }, revision + 1);
    expect((await publish(revision + 1)).json()).toMatchObject({ code: 'version_conflict' });
    const both = await Promise.all([publish(revision + 2), publish(revision + 2)]);
    expect(both.map((answer) => answer.json().versionNumber)).toEqual([1, 1]);
    expect((await call(ana, 'GET', `${themes}/${id}/versions`)).json()).toMatchObject([
      { number: 1, essayCount: 0, publishedBy: 'Ana Silva', theme: { command: 'Escreva.' } },
    ]);
    const audits = await test.deps.db
      .selectFrom('audit_events')
      .select('action')
      .where('subject', '=', `essay_theme:${id}`)
      .execute();
    expect(audits).toEqual([{ action: 'essay_theme.published' }]);
  });

  it('gives a new version to new essays while those that were begun keep theirs', async () => {
    const themeId = await publishTheme(ana, { title: 'Antes' });
    const essay = await begin(student, themeId);
    const { draft, revision } = (await call(ana, 'GET', `${themes}/${themeId}`)).json();
    const espelho = { ...draft.espelho, criteria: draft.espelho.criteria.slice(0, 1), minimum: null };
    const saved = await save(themeId, { ...draft, title: 'Depois', espelho }, revision);
    expect(saved.json()).toMatchObject({ hasUnpublishedChanges: true });
    // A draft is no version: students still see the first.
    expect((await call(student, 'GET', `/api/essay-themes/${themeId}`)).json().theme.title).toBe('Antes');
    await call(ana, 'POST', `${themes}/${themeId}/publish`, { revision: revision + 1 });
    expect((await call(student, 'GET', `/api/essay-themes/${themeId}`)).json().theme.title).toBe('Depois');
    const own = (await call(student, 'GET', `/api/essays/${essay.id}`)).json();
    expect(own.theme.title).toBe('Antes');
    expect(own.theme.espelho.criteria).toHaveLength(5);
    const newcomer = await createPerson(test.deps.db);
    expect((await begin(newcomer, themeId)).theme.espelho.criteria).toHaveLength(1);
    expect((await call(ana, 'GET', `${themes}/${themeId}/versions`)).json()).toMatchObject([
      { number: 2, essayCount: 1 },
      { number: 1, essayCount: 1 },
    ]);
  });

  it('keeps the words that its texts had at publication', async () => {
    const text = (await call(ana, 'POST', '/api/teacher/base-texts', { title: 'Texto I', text: 'Primeiro.' })).json();
    const themeId = await publishTheme(ana, { baseTextIds: [text.id] });
    const change = { title: 'Texto I', format: 'plain', text: 'Segundo.', revision: text.revision };
    expect((await call(ana, 'PUT', `/api/teacher/base-texts/${text.id}`, change)).statusCode).toBe(200);
    const { theme } = (await call(student, 'GET', `/api/essay-themes/${themeId}`)).json();
    expect(theme.texts).toEqual([{ title: 'Texto I', format: 'plain', text: 'Primeiro.' }]);
  });

  it('leaves the list when it is closed, and opens again by publishing', async () => {
    const themeId = await publishTheme(ana, { title: 'Fechado' });
    expect((await call(ana, 'POST', `${themes}/${themeId}/close`)).json()).toMatchObject({ isOpen: false });
    expect((await call(student, 'GET', `/api/essay-themes/${themeId}`)).statusCode).toBe(404);
    const { revision } = (await call(ana, 'GET', `${themes}/${themeId}`)).json();
    const opened = (await call(ana, 'POST', `${themes}/${themeId}/publish`, { revision })).json();
    expect(opened).toMatchObject({ isOpen: true, versionNumber: 1 });
    expect((await call(student, 'GET', `/api/essay-themes/${themeId}`)).json().isOpen).toBe(true);
  });
});

it('the search finds open themes for everybody, and any theme for its author and administrators', async () => {
  const found = async (as: Person, words: string): Promise<string[]> =>
    (await call(as, 'GET', `/api/search?q=${words}`))
      .json()
      .map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`);
  const { id } = await create('Quilombos urbanos');
  for (const nobody of [student, rui]) expect(await found(nobody, 'quilombo')).toEqual([]);
  for (const editor of [ana, admin]) expect(await found(editor, 'quilombo')).toEqual([`teacherEssayTheme ${id}`]);

  const published = await publishTheme(ana, { title: 'Ferrovias do sertão', command: 'Disserte sobre trilhos.' });
  const both = [`essayTheme ${published}`, `teacherEssayTheme ${published}`];
  expect(await found(student, 'trilhos')).toEqual([both[0]]);
  expect((await found(ana, 'ferrovia')).toSorted()).toEqual(both);
  // What is not published yet is found by its author alone, also with a typing error.
  const { draft, revision } = (await call(ana, 'GET', `${themes}/${published}`)).json();
  await save(published, { ...draft, title: 'Manguezais do sertão' }, revision);
  for (const words of ['manguezal', 'mangezais']) {
    expect(await found(student, words)).toEqual([]);
    expect(await found(rui, words)).toEqual([]);
    expect(await found(ana, words)).toEqual([both[1]]);
  }
  await call(ana, 'POST', `${themes}/${published}/close`);
  expect(await found(student, 'trilhos')).toEqual([]);
});
