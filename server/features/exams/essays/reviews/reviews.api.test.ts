import { beforeAll, describe, expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { QueuedEssay } from '#contract/exams/essay-grading.ts';
import { DAY_MS } from '#contract/time.ts';
import { essayClient, essayOf, fullPoints } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { unzip } from '#server/testing/zip.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, deliver } = essayClient(test);
const desk = '/api/teacher/essays';
let ana: Person;
let rui: Person;
let themeId: number;

beforeAll(async () => {
  [ana, rui] = [
    await createPerson(test.deps.db, { role: 'teacher', firstName: 'Zuleica' }),
    await createPerson(test.deps.db, { role: 'teacher', firstName: 'Teobaldo' }),
  ];
  themeId = await publishTheme(ana, { reviewDays: 5 });
});

const mark = { id: 'm1', start: 0, end: 7, criterionKey: 'norma', comment: 'Vírgula.', points: 0.3, isPraise: false };
const read = async (as: Person, id: number, points: object = fullPoints) => {
  await call(as, 'POST', `${desk}/${id}/lease`);
  const correction = { ...emptyCorrection, points, marks: [mark], comment: 'Tem tese.' };
  expect((await call(as, 'POST', `${desk}/${id}/return`, { correction, revision: 1 })).statusCode).toBe(200);
};
const returnedEssay = async (theme = themeId) => {
  const student = await createPerson(test.deps.db, { firstName: 'Rafaela', lastName: 'Segredo' });
  const { id } = await deliver(student, theme, essayOf(25));
  await read(ana, id);
  return { id, student };
};
const ask = (as: Person, id: number, reason = 'O critério tema foi atendido.') =>
  call(as, 'POST', `/api/essays/${id}/review`, { reason });
const kept = {
  points: fullPoints,
  languageErrors: 0,
  zeroReasonKeys: [] as string[],
  scoreBefore: 16.1,
  answer: 'Relida: a nota fica.',
};
const decide = (as: Person, id: number, change: object = {}) =>
  call(as, 'POST', `${desk}/${id}/review`, { ...kept, ...change });
const refusal = async (answer: ReturnType<typeof call>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().code];
};
const conflict = [409, 'state_conflict'];
const reviewsOf = async (as: Person) =>
  ((await call(as, 'GET', `${desk}?list=reviews`)).json() as QueuedEssay[]).map(({ id }) => id);

describe('a review of an essay', () => {
  it('is asked for once with a reason, within the days of the theme, after the return', async () => {
    const waiting = await deliver(await createPerson(test.deps.db), themeId, essayOf(25));
    const { id, student } = await returnedEssay();
    const returnedAt = test.clock.now().getTime();
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({
      review: null,
      reviewUntil: new Date(returnedAt + 5 * DAY_MS).toISOString(),
    });
    expect(await refusal(ask(student, id, '  '))).toEqual([400, 'bad_request']);
    expect(await refusal(ask(rui, id))).toEqual([404, 'not_found']);
    expect(await refusal(ask(student, waiting.id))).toEqual([404, 'not_found']);
    const both = await Promise.all([ask(student, id), ask(student, id)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(both[0].json()).toMatchObject({ review: { state: 'asked', scoreBefore: 16.1 }, reviewUntil: null });
    expect(await refusal(ask(student, id, 'Outro motivo.'))).toEqual(conflict);
  });

  it('is refused a moment after the last day, before the return, and in a theme without reviews', async () => {
    const { id, student } = await returnedEssay();
    const last = await returnedEssay();
    const none = await returnedEssay(await publishTheme(ana, { reviewDays: 0 }));
    const writer = await createPerson(test.deps.db);
    const delivered = await deliver(writer, themeId, essayOf(25));
    expect(await refusal(ask(writer, delivered.id))).toEqual(conflict);
    expect(await refusal(ask(none.student, none.id))).toEqual(conflict);
    test.clock.advance(5 * DAY_MS);
    expect((await ask(last.student, last.id)).statusCode).toBe(200);
    test.clock.advance(1);
    expect(await refusal(ask(student, id))).toEqual(conflict);
  });

  it('is shown to those who did not read the essay, and decided by one of them alone', async () => {
    const { id, student } = await returnedEssay();
    await ask(student, id);
    expect([await reviewsOf(ana), await reviewsOf(rui)].map((ids) => ids.includes(id))).toEqual([false, true]);
    expect((await call(rui, 'GET', `${desk}/counts`)).json().reviews).toBe((await reviewsOf(rui)).length);
    expect((await call(ana, 'GET', `${desk}/${id}`)).json()).toMatchObject({ mayDecide: false });
    const seen = await call(rui, 'GET', `${desk}/${id}`);
    expect(seen.json()).toMatchObject({ mayDecide: true, review: { reason: 'O critério tema foi atendido.' } });
    expect(seen.body).not.toMatch(/Rafaela|Segredo/);
    expect(await refusal(decide(ana, id))).toEqual(conflict);
    const other = await createPerson(test.deps.db, { role: 'admin' });
    const both = await Promise.all([decide(rui, id), decide(other, id, { answer: 'Outra resposta.' })]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(await reviewsOf(rui)).not.toContain(id);
  });

  it('keeps the score with words that the student reads, notifies by bell and mail, and is audited', async () => {
    const { id, student } = await returnedEssay();
    await ask(student, id);
    const both = await Promise.all([decide(rui, id), decide(rui, id)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({
      review: { state: 'kept', answer: kept.answer, scoreBefore: 16.1 },
      returned: { correction: { points: fullPoints }, result: { score: 16.1 } },
    });
    const told = (await call(student, 'GET', '/api/notifications')).json() as { title: string }[];
    expect(told.map(({ title }) => title)).toContain('A revisão manteve a sua nota');
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === student.email);
    expect(mails).toHaveLength(2);
    const audits = test.deps.db.selectFrom('audit_events').select('action').where('subject', '=', `essay:${id}`);
    expect((await audits.orderBy('id').execute()).map(({ action }) => action)).toEqual([
      'essay.returned',
      'essay.review_asked',
      'essay.review_decided',
    ]);
  });

  it('changes points and score by the espelho, keeps marks and words, and stores what it replaced', async () => {
    const { id, student } = await returnedEssay();
    await ask(student, id);
    expect(await refusal(decide(rui, id, { points: { ...fullPoints, tema: 5.5 } }))).toEqual([400, 'bad_request']);
    expect(await refusal(decide(rui, id, { points: { tema: 5 } }))).toEqual([400, 'bad_request']);
    expect(await refusal(decide(rui, id, { answer: ' ' }))).toEqual([400, 'bad_request']);
    const changed = { points: { ...fullPoints, tema: 5 }, answer: 'Você tem razão.' };
    expect((await decide(rui, id, changed)).json()).toMatchObject({ result: { score: 16.6 }, mayDecide: false });
    expect((await decide(rui, id, changed)).statusCode).toBe(200);
    expect(await refusal(decide(rui, id, { ...changed, answer: 'Outra.' }))).toEqual(conflict);
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({
      review: { state: 'changed', scoreBefore: 16.1, scoreAfter: 16.6 },
      returned: { correction: { points: { tema: 5 }, marks: [mark], comment: 'Tem tese.' }, result: { score: 16.6 } },
    });
    const stored = test.deps.db.selectFrom('essay_reviews').select('replaced').where('essay_id', '=', id);
    expect(await stored.executeTakeFirstOrThrow()).toMatchObject({ replaced: { result: { score: 16.1 } } });
    expect((await call(student, 'GET', '/api/essays')).json()).toMatchObject([{ score: 16.6 }]);
  });

  it('says that the score stayed where other points give the same one', async () => {
    const { id, student } = await returnedEssay();
    await ask(student, id);
    const points = { ...fullPoints, tema: 5, estrutura: 3 };
    const decided = (await decide(rui, id, { points })).json();
    expect(decided.review).toMatchObject({ state: 'changed', scoreBefore: 16.1, scoreAfter: 16.1 });
    const told = (await call(student, 'GET', '/api/notifications')).json() as { title: string }[];
    expect(told.map(({ title }) => title)).toContain('A revisão manteve a sua nota');
  });

  it('is not decided by a person who began to read: as the one reader, or in an unfinished blind reading', async () => {
    const drafter = await createPerson(test.deps.db, { role: 'teacher' });
    const begin = async (id: number) => {
      await call(drafter, 'POST', `${desk}/${id}/lease`);
      const correction = { ...emptyCorrection, points: { tema: 1 } };
      const saved = await call(drafter, 'PUT', `${desk}/${id}/correction`, { correction, revision: 1 });
      expect(saved.statusCode).toBe(200);
      await call(drafter, 'DELETE', `${desk}/${id}/lease`);
    };
    const secondReading = { totalLimit: 5, criterionLimit: null, finalMark: 'closest_two' as const };
    const blind = await publishTheme(ana, { secondReading });
    const third = await createPerson(test.deps.db, { role: 'teacher' });
    for (const [theme, readers] of [
      [themeId, [ana]],
      [blind, [ana, third]],
    ] as const) {
      const student = await createPerson(test.deps.db);
      const { id } = await deliver(student, theme, essayOf(25));
      await begin(id);
      for (const reader of readers) {
        const { revision } = (await call(reader, 'POST', `${desk}/${id}/lease`)).json();
        const correction = { ...emptyCorrection, points: fullPoints };
        const done = await call(reader, 'POST', `${desk}/${id}/return`, { correction, revision });
        expect(done.statusCode).toBe(200);
      }
      await ask(student, id);
      expect(await reviewsOf(drafter)).not.toContain(id);
      expect(await refusal(decide(drafter, id))).toEqual(conflict);
      expect((await call(drafter, 'GET', `${desk}/${id}`)).json().mayDecide).toBe(false);
      expect((await decide(rui, id)).statusCode).toBe(200);
    }
  });

  it('is not decided over a score that the reviewer did not see', async () => {
    const { id, student } = await returnedEssay();
    await ask(student, id);
    const stored = test.deps.db.updateTable('essay_corrections').where('essay_id', '=', id);
    const regraded = { score: 12, isPassed: true, content: 12, penalty: 0, reasonKeys: [], lines: 25 };
    await stored.set({ score: 12, result: JSON.stringify(regraded) }).execute();
    expect(await refusal(decide(rui, id))).toEqual(conflict);
    expect(await refusal(decide(rui, id, { points: { ...fullPoints, tema: 5 } }))).toEqual(conflict);
    expect((await decide(rui, id, { scoreBefore: 12 })).json()).toMatchObject({
      review: { state: 'kept', scoreBefore: 12 },
      result: { score: 12 },
    });
  });

  it('is decided by neither of two readers of the essay, and keeps their mean', async () => {
    const secondReading = { totalLimit: 5, criterionLimit: null, finalMark: 'closest_two' as const };
    const theme = await publishTheme(ana, { secondReading });
    const student = await createPerson(test.deps.db);
    const { id } = await deliver(student, theme, essayOf(25));
    const third = await createPerson(test.deps.db, { role: 'teacher' });
    await read(ana, id);
    await read(rui, id, { ...fullPoints, norma: 2.0 });
    await ask(student, id);
    expect([await refusal(decide(ana, id)), await refusal(decide(rui, id))]).toEqual([conflict, conflict]);
    const { correction, result } = (await call(third, 'GET', `${desk}/${id}`)).json();
    expect(result.score).toBe(16.05);
    expect((await decide(third, id, { points: correction.points, scoreBefore: 16.05 })).json()).toMatchObject({
      result: { score: 16.05 },
      review: { state: 'kept' },
    });
  });

  it("is part of its student's export without the person who decided", async () => {
    const { id, student } = await returnedEssay();
    await ask(student, id, 'Motivo só meu');
    await decide(rui, id, { answer: 'Resposta ao motivo' });
    const exported = await call(student, 'GET', '/api/privacy/export');
    const data = unzip(exported.rawPayload)['dados.json']?.toString('utf8') ?? '';
    expect(data).toMatch(/Motivo só meu[\s\S]*Resposta ao motivo|Resposta ao motivo[\s\S]*Motivo só meu/);
    expect(data).not.toContain(rui.id);
  });
});
