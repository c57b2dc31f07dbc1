import { beforeAll, describe, expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import { ESSAY_TEXT_MAX } from '#contract/exams/essay-limits.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { essayClient, essayOf } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, begin, deliver } = essayClient(test);
let ana: Person;
let themeId: number;

beforeAll(async () => {
  ana = await createPerson(test.deps.db, { role: 'teacher' });
  themeId = await publishTheme(ana);
});

const newStudent = () => createPerson(test.deps.db);
const save = (as: Person, id: number, text: string, revision: number) =>
  call(as, 'PUT', `/api/essays/${id}/text`, { text, revision });

describe('an essay', () => {
  it('is begun once, whatever is pressed twice, and is found again in the list', async () => {
    const student = await newStudent();
    const both = await Promise.all([1, 2].map(() => call(student, 'POST', `/api/essay-themes/${themeId}/essays`, {})));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 201]);
    expect(both[0]?.json().id).toBe(both[1]?.json().id);
    expect(both[0]?.json()).toMatchObject({ number: 1, state: 'writing', text: '', revision: 1, deadlineAt: null });
    await save(student, both[0]?.json().id, essayOf(12), 1);
    const [listed] = (await call(student, 'GET', '/api/essay-themes')).json();
    expect(listed).toMatchObject({ id: themeId, total: 20, minimum: 10, mine: { state: 'writing', lines: 12 } });
  });

  it('is saved only over the revision that was seen, and the same text again is the same save', async () => {
    const student = await newStudent();
    const { id } = await begin(student, themeId);
    const saved = await save(student, id, 'Primeira aba', 1);
    expect(saved.json()).toMatchObject({ revision: 2 });
    const retry = await save(student, id, 'Primeira aba', 1);
    expect(retry.json()).toEqual(saved.json());
    const other = await save(student, id, 'Segunda aba', 1);
    expect([other.statusCode, other.json().code]).toEqual([409, 'version_conflict']);
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({
      text: 'Primeira aba',
      revision: 2,
    });
    expect((await save(student, id, 'Segunda aba', 2)).json()).toMatchObject({ revision: 3 });
  });

  it('loses no acknowledged save when twenty come at once', async () => {
    const student = await newStudent();
    const { id } = await begin(student, themeId);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => save(student, id, `Texto da aba ${at}`, 1)),
    );
    const taken = answers.flatMap(({ statusCode }, at) => (statusCode === 200 ? [at] : []));
    expect(taken).toHaveLength(1);
    expect((await call(student, 'GET', `/api/essays/${id}`)).json().text).toBe(`Texto da aba ${taken[0]}`);
  });

  it('belongs to its student alone', async () => {
    const [student, stranger] = [await newStudent(), await newStudent()];
    const { id } = await begin(student, themeId);
    for (const person of [stranger, ana]) {
      expect((await call(person, 'GET', `/api/essays/${id}`)).statusCode).toBe(404);
      expect((await save(person, id, 'Meu', 1)).statusCode).toBe(404);
      const delivery = await call(person, 'POST', `/api/essays/${id}/delivery`, { text: 'Meu', revision: 1 });
      expect(delivery.statusCode).toBe(404);
    }
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({ text: '', state: 'writing' });
  });

  it('takes texts up to the limit, in one Unicode form, and refuses longer ones', async () => {
    const student = await newStudent();
    const { id } = await begin(student, themeId);
    expect((await save(student, id, 'x'.repeat(ESSAY_TEXT_MAX + 1), 1)).statusCode).toBe(400);
    expect((await save(student, id, 'a\0b', 1)).statusCode).toBe(400);
    expect((await save(student, id, 'x'.repeat(ESSAY_TEXT_MAX), 1)).statusCode).toBe(200);
    await save(student, id, 'a\u0301rvore\r\nfim', 2);
    expect((await call(student, 'GET', `/api/essays/${id}`)).json().text).toBe('árvore\nfim');
  });

  it('is delivered once with its last text, and does not change afterwards', async () => {
    const student = await newStudent();
    const { id } = await begin(student, themeId);
    await save(student, id, essayOf(3), 1);
    const stale = await call(student, 'POST', `/api/essays/${id}/delivery`, { text: 'Outro', revision: 1 });
    expect(stale.json().code).toBe('version_conflict');
    const send = () => call(student, 'POST', `/api/essays/${id}/delivery`, { text: essayOf(32), revision: 2 });
    const both = await Promise.all([send(), send()]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const now = test.clock.now();
    expect(both[0]?.json()).toMatchObject({
      state: 'delivered',
      text: essayOf(32),
      deliveredAt: now.toISOString(),
      dueAt: new Date(now.getTime() + 72 * HOUR_MS).toISOString(),
      returned: null,
    });
    expect((await save(student, id, 'Depois', 3)).json().code).toBe('state_conflict');
    const again = await call(student, 'POST', `/api/essays/${id}/delivery`, { text: 'Depois', revision: 3 });
    expect(again.json().code).toBe('state_conflict');
    const { essays } = (await call(student, 'GET', `/api/essay-themes/${themeId}`)).json();
    // Two of the 32 lines are beyond the end of the sheet.
    expect(essays).toMatchObject([{ state: 'delivered', lines: 30 }]);
    // While it is read, no second one begins.
    const second = await call(student, 'POST', `/api/essay-themes/${themeId}/essays`, {});
    expect(second.json().code).toBe('state_conflict');
  });

  it("has a deadline by the server's clock where the student wants one, and is delivered after it, too", async () => {
    const student = await newStudent();
    const begun = (await call(student, 'POST', `/api/essay-themes/${themeId}/essays`, { isTimed: true })).json();
    const start = test.clock.now().getTime();
    expect(begun.deadlineAt).toBe(new Date(start + 60 * MINUTE_MS).toISOString());
    test.clock.advance(61 * MINUTE_MS);
    const late = { text: essayOf(20), revision: 1 };
    expect((await call(student, 'POST', `/api/essays/${begun.id}/delivery`, late)).statusCode).toBe(200);
  });

  it('is begun and delivered only inside the window of its theme, and keeps its text outside', async () => {
    const now = test.clock.now().getTime();
    const at = (hours: number) => new Date(now + hours * HOUR_MS).toISOString();
    const windowed = await publishTheme(ana, { opensAt: at(1), closesAt: at(3) });
    const student = await newStudent();
    const start = () => call(student, 'POST', `/api/essay-themes/${windowed}/essays`, {});
    expect((await start()).json().code).toBe('state_conflict');
    test.clock.advance(2 * HOUR_MS);
    const { id } = (await start()).json();
    await save(student, id, 'Escrito a tempo', 1);
    test.clock.advance(2 * HOUR_MS);
    const late = await call(student, 'POST', `/api/essays/${id}/delivery`, { text: 'Escrito a tempo', revision: 2 });
    expect(late.json().code).toBe('state_conflict');
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({
      state: 'writing',
      text: 'Escrito a tempo',
    });
  });

  it('is delivered even after its theme was closed', async () => {
    const closing = await publishTheme(ana);
    const student = await newStudent();
    const { id } = await begin(student, closing);
    await call(ana, 'POST', `/api/teacher/essay-themes/${closing}/close`);
    const delivery = await call(student, 'POST', `/api/essays/${id}/delivery`, { text: essayOf(20), revision: 1 });
    expect(delivery.json()).toMatchObject({ state: 'delivered' });
    expect((await call(student, 'GET', `/api/essay-themes/${closing}`)).json()).toMatchObject({ isOpen: false });
  });

  it("is part of its student's export without the reader's draft, and goes with the account", async () => {
    const student = await newStudent();
    const { id } = await deliver(student, themeId, 'Texto pessoal.');
    await call(ana, 'POST', `/api/teacher/essays/${id}/lease`);
    const correction = { ...emptyCorrection, comment: 'Rascunho da correção' };
    await call(ana, 'PUT', `/api/teacher/essays/${id}/correction`, { correction, revision: 1 });
    const exported = await call(student, 'GET', '/api/privacy/export');
    const data = unzip(exported.rawPayload)['dados.json']?.toString('utf8') ?? '';
    expect(data).toContain('Texto pessoal.');
    expect(data).not.toContain('Rascunho da correção');
    await test.deps.db.deleteFrom('users').where('id', '=', student.id).execute();
    expect(await test.deps.db.selectFrom('essays').select('id').where('id', '=', id).execute()).toEqual([]);
    const readings = test.deps.db.selectFrom('essay_readings').select('essay_id').where('essay_id', '=', id);
    expect(await readings.execute()).toEqual([]);
  });
});
