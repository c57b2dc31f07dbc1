import { beforeAll, describe, expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { BankComment, QueuedEssay, ReadEssayAnswer } from '#contract/exams/essay-grading.ts';
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import { essayClient, essayOf, fullPoints } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, deliver } = essayClient(test);
const desk = '/api/teacher/essays';
let ana: Person;
let rui: Person;
let themeId: number;

beforeAll(async () => {
  const { db } = test.deps;
  [ana, rui] = [
    await createPerson(db, { role: 'teacher', firstName: 'Luana' }),
    await createPerson(db, { role: 'teacher', firstName: 'Caio' }),
  ];
  themeId = await publishTheme(ana);
});

const newEssay = async (lines = 25) => {
  const student = await createPerson(test.deps.db, { firstName: 'Rafaela', lastName: 'Segredo' });
  return { student, ...(await deliver(student, themeId, essayOf(lines))) };
};
const lease = (as: Person, id: number) => call(as, 'POST', `${desk}/${id}/lease`);
const saveDraft = (as: Person, id: number, correction: object, revision: number) =>
  call(as, 'PUT', `${desk}/${id}/correction`, { correction: { ...emptyCorrection, ...correction }, revision });
const giveBack = (as: Person, id: number, correction: object, revision: number) =>
  call(as, 'POST', `${desk}/${id}/return`, { correction: { ...emptyCorrection, ...correction }, revision });
const queue = async (as: Person, list: string) =>
  (await call(as, 'GET', `${desk}?list=${list}`)).json() as QueuedEssay[];
const mark = { id: 'm1', start: 0, end: 7, criterionKey: 'norma', comment: 'Vírgula.', points: 0.3, isPraise: false };
const refusal = async (answer: ReturnType<typeof call>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().code];
};

describe('the queue', () => {
  it('shows numbers and no names, the first due first, page by page', async () => {
    const first = await newEssay();
    test.clock.advance(HOUR_MS);
    const second = await newEssay();
    const rows = await queue(rui, 'waiting');
    expect(rows.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(rows[0]).toMatchObject({
      title: 'Câmeras',
      lines: 25,
      lease: null,
      hasDraft: false,
      score: null,
      total: 20,
    });
    const page = await call(rui, 'GET', `${desk}?limit=1`);
    expect(page.headers['x-total-count']).toBe('2');
    const next = /<(.+)>/.exec(String(page.headers.link))?.[1] ?? '';
    expect((await call(rui, 'GET', next)).json()).toMatchObject([{ id: second.id }]);
    const answers = [JSON.stringify(rows), (await call(rui, 'GET', `${desk}/${first.id}`)).body, page.body];
    for (const answer of [...answers, (await lease(rui, first.id)).body]) {
      expect(answer).not.toMatch(/Rafaela|Segredo/);
      expect(answer).not.toContain(first.student.id);
    }
    await call(rui, 'DELETE', `${desk}/${first.id}/lease`);
  });

  it('counts what waits, what is due today and what is overdue by the clock of the school', async () => {
    const before = (await call(ana, 'GET', `${desk}/counts`)).json();
    await newEssay();
    expect((await call(ana, 'GET', `${desk}/counts`)).json()).toEqual({
      ...before,
      waiting: before.waiting + 1,
    });
    test.clock.advance(71 * HOUR_MS + MINUTE_MS);
    const { overdue, dueToday, waiting } = (await call(ana, 'GET', `${desk}/counts`)).json();
    expect([overdue, dueToday, waiting]).toEqual([1, 2, 3]);
  });

  it('does not offer an essay to the teacher who wrote it, nor one that is still written', async () => {
    const own = await deliver(rui, themeId, essayOf(20));
    expect((await queue(rui, 'waiting')).map(({ id }) => id)).not.toContain(own.id);
    expect(await refusal(lease(rui, own.id))).toEqual([404, 'not_found']);
    expect((await queue(ana, 'waiting')).map(({ id }) => id)).toContain(own.id);
    const student = await createPerson(test.deps.db);
    const { id } = (await call(student, 'POST', `/api/essay-themes/${themeId}/essays`, {})).json();
    expect(await refusal(call(ana, 'GET', `${desk}/${id}`))).toEqual([404, 'not_found']);
  });
});

describe('a lease', () => {
  it('belongs to one of two readers who take it at once, and the other reads who has it', async () => {
    const { id } = await newEssay();
    const both = await Promise.all([lease(ana, id), lease(rui, id)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const [owner, other] = both[0].statusCode === 200 ? [ana, rui] : [rui, ana];
    const refused = (await lease(other, id)).json();
    expect(refused.message).toContain(owner.firstName);
    expect((await queue(owner, 'mine')).map((row) => row.id)).toEqual([id]);
    expect(await queue(other, 'mine')).toEqual([]);
    expect(await refusal(saveDraft(other, id, {}, 1))).toEqual([409, 'state_conflict']);
    expect(await refusal(giveBack(other, id, { points: fullPoints }, 1))).toEqual([409, 'state_conflict']);
    for (let time = 0; time < 2; time += 1) {
      expect((await call(owner, 'DELETE', `${desk}/${id}/lease`)).json()).toEqual({ ok: true });
    }
    expect((await lease(other, id)).statusCode).toBe(200);
    // Releasing an essay that another reader has leased changes nothing.
    await call(owner, 'DELETE', `${desk}/${id}/lease`);
    expect((await queue(other, 'mine')).map((row) => row.id)).toEqual([id]);
  });

  it('expires by itself while the draft stays for the next reader, and a save extends it', async () => {
    const { id } = await newEssay();
    await lease(ana, id);
    test.clock.advance(29 * MINUTE_MS);
    expect((await saveDraft(ana, id, { comment: 'Bom começo.' }, 1)).json()).toMatchObject({ revision: 2 });
    test.clock.advance(29 * MINUTE_MS);
    expect((await lease(rui, id)).statusCode).toBe(409);
    test.clock.advance(MINUTE_MS);
    const taken = (await lease(rui, id)).json() as ReadEssayAnswer;
    expect(taken).toMatchObject({ correction: { comment: 'Bom começo.' }, revision: 2, lease: { isMine: true } });
    expect(await refusal(saveDraft(ana, id, { comment: 'Tarde.' }, 2))).toEqual([409, 'state_conflict']);
  });
});

describe('a correction', () => {
  it('is saved as a draft that the student never sees, over the revision that was read', async () => {
    const { id, student } = await newEssay();
    await lease(ana, id);
    const draft = { points: { tema: 3 }, marks: [mark], comment: 'Rascunho secreto' };
    expect((await saveDraft(ana, id, draft, 1)).json()).toMatchObject({ revision: 2 });
    expect((await saveDraft(ana, id, draft, 1)).json()).toMatchObject({ revision: 2 });
    expect(await refusal(saveDraft(ana, id, { comment: 'Outra aba' }, 1))).toEqual([409, 'version_conflict']);
    expect((await call(ana, 'GET', `${desk}/${id}`)).json().correction).toMatchObject(draft);
    const seen = await call(student, 'GET', `/api/essays/${id}`);
    expect(seen.json()).toMatchObject({ state: 'delivered', returned: null });
    expect(seen.body).not.toContain('Rascunho secreto');
    for (const wrong of [
      { points: { gone: 1 } },
      { points: { tema: 5.5 } },
      { marks: [{ ...mark, end: 20_000 }] },
      { marks: [mark, mark] },
      { marks: [{ ...mark, start: 9, end: 9 }] },
      { zeroReasonKeys: ['gone'] },
    ]) {
      expect(await refusal(saveDraft(ana, id, wrong, 2))).toEqual([400, 'bad_request']);
    }
  });

  it('returns the essay once with score, marks, notification and audit', async () => {
    const { id, student } = await newEssay();
    await lease(ana, id);
    const open = await giveBack(ana, id, { points: { tema: 1 } }, 1);
    expect(open.json()).toMatchObject({
      code: 'bad_request',
      fields: { 'correction.points.norma': expect.anything() },
    });
    const whole = { points: fullPoints, marks: [mark], comment: 'Tem tese.' };
    const both = await Promise.all([giveBack(ana, id, whole, 1), giveBack(ana, id, whole, 1)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(both[0].json()).toMatchObject({ state: 'returned', result: { score: 16.1, isPassed: true, lines: 25 } });
    expect(await refusal(giveBack(ana, id, { ...whole, comment: 'Outra' }, 2))).toEqual([409, 'state_conflict']);
    expect(await refusal(lease(rui, id))).toEqual([409, 'state_conflict']);
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({
      state: 'returned',
      returned: { by: 'Luana Silva', correction: whole, result: { score: 16.1 } },
    });
    const told = (await call(student, 'GET', '/api/notifications')).json();
    expect(told).toMatchObject([{ kind: 'essay_returned', path: `/essays/${id}` }]);
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === student.email);
    expect(mails).toHaveLength(1);
    const audits = await test.deps.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('subject', '=', `essay:${id}`)
      .execute();
    expect(audits).toEqual([{ action: 'essay.returned', actor_id: ana.id }]);
    expect((await queue(rui, 'returned'))[0]).toMatchObject({ id, score: 16.1, state: 'returned' });
    expect((await call(student, 'GET', '/api/essays')).json()).toMatchObject([
      { id, score: 16.1, total: 20, criteria: [{ name: 'Atendimento ao tema', points: 4.5, most: 5 }, {}, {}, {}, {}] },
    ]);
  });

  it('scores a too short essay zero without points, by the count of the server', async () => {
    const { id } = await newEssay(19);
    await lease(ana, id);
    const returned = (await giveBack(ana, id, {}, 1)).json();
    expect(returned.result).toMatchObject({ score: 0, isPassed: false, reasonKeys: ['linhas-a-menos'], lines: 19 });
  });

  it('is followed by a rewriting that begins with the text and shows the first correction beside it', async () => {
    const { id, student, text } = await newEssay();
    await lease(ana, id);
    await giveBack(ana, id, { points: fullPoints }, 1);
    const second = (await call(student, 'POST', `/api/essay-themes/${themeId}/essays`, {})).json();
    expect(second).toMatchObject({
      number: 2,
      text,
      state: 'writing',
      previous: { id, number: 1, result: { score: 16.1 } },
    });
    expect((await call(student, 'GET', `/api/essays/${id}`)).json()).toMatchObject({ state: 'returned', number: 1 });
  });
});

describe('the bank of comments', () => {
  const list = async (search = '') =>
    (await call(rui, 'GET', `/api/teacher/essay-comments?search=${search}`)).json() as BankComment[];

  it('offers a comment that was typed in three essays, keeps it by choice and counts its uses', async () => {
    const comment = 'Dado sem fonte: cite a lei.';
    const use = async () => {
      const { id } = await newEssay();
      await lease(ana, id);
      const marks = [
        { ...mark, comment },
        { ...mark, id: 'm2', comment: ` ${comment} ` },
      ];
      expect((await giveBack(ana, id, { points: fullPoints, marks }, 1)).statusCode).toBe(200);
    };
    await use();
    await use();
    expect(await list('FONTE')).toEqual([]);
    await use();
    expect(await list('FONTE')).toMatchObject([{ text: comment, useCount: 3, isSaved: false }]);
    const kept = (await call(rui, 'POST', '/api/teacher/essay-comments', { text: comment })).json();
    expect(kept).toMatchObject({ useCount: 3, isSaved: true });
    expect((await call(ana, 'POST', '/api/teacher/essay-comments', { text: comment })).json()).toEqual(kept);
    await call(ana, 'DELETE', `/api/teacher/essay-comments/${kept.id}`);
    expect(await list('fonte')).toEqual([]);
    expect(await refusal(call(ana, 'DELETE', '/api/teacher/essay-comments/2147483647'))).toEqual([404, 'not_found']);
  });
});
