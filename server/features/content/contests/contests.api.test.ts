import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as contract from '#contract/content/contests.ts';
import type { Notification } from '#contract/platform/notifications.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { countListQueries } from '#server/testing/queries.ts';
import { roundTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { notifyNearExams } from './contests.service.ts';

const test = useTestApp();
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});
// 09:00 in São Paulo.
beforeEach(() => test.clock.set('2026-11-15T12:00:00.000Z'));

const soldier = {
  name: 'Soldado PM',
  organisation: 'VUNESP',
  date: '2027-01-31',
  link: 'https://exemplo.com.br/edital',
};
const student = () => createPerson(test.deps.db, { now: test.clock.now() });
const create = (change: object = {}, as = admin) =>
  test.request({ method: 'POST', url: '/api/admin/exams', payload: { ...soldier, ...change }, as });
const made = async (change: object = {}) => (await create(change)).json() as contract.AdminExam;
const upcoming = async (as: Person) =>
  (await test.request({ method: 'GET', url: '/api/exams', as })).json() as contract.Exam[];
const follow = (id: number, as: Person, method: 'POST' | 'DELETE' = 'POST') =>
  test.request({ method, url: `/api/exams/${id}/follow`, as });

describe('an exam', () => {
  it('is read back whole after every change', async () => {
    const renewed = {
      name: 'Oficial PM',
      organisation: 'FGV',
      date: '2027-03-14',
      noticeDate: '2026-10-02',
      link: 'https://exemplo.com.br/retificado',
    };
    await roundTrip(test, {
      as: admin,
      create: {
        call: contract.createExam,
        body: { ...soldier, noticeDate: '2026-10-01', creationKey: randomUUID() },
        reads: {
          ...soldier,
          noticeDate: '2026-10-01',
          daysLeft: 77,
          followed: false,
          followers: 0,
          version: 1,
          updatedAt: expect.any(String),
        },
      },
      update: {
        call: contract.updateExam,
        body: renewed,
        over: ({ version }) => ({ version }),
        reads: { ...renewed, daysLeft: 119, followed: false, followers: 0, version: 2, updatedAt: expect.any(String) },
      },
      list: { call: contract.listExamsForAdmin, query: '?limit=100' },
      remove: contract.deleteExam,
      rows: { table: 'exams' },
      audit: { of: 'exam', events: [{ action: 'exam.deleted', details: { name: renewed.name } }] },
    });
  });

  it('shows students all of it, and administrators how many follow it', async () => {
    const [ana, rui, exam] = [await student(), await student(), await made()];
    await follow(exam.id, ana);
    await follow(exam.id, rui);
    const seen = (await upcoming(ana)).find(({ id }) => id === exam.id);
    expect(seen).toEqual({ ...soldier, id: exam.id, daysLeft: 77, followed: true });
    const list = await test.request({ method: 'GET', url: '/api/admin/exams?limit=100', as: admin });
    const row = (list.json() as contract.AdminExam[]).find(({ id }) => id === exam.id);
    expect(row).toEqual({ ...exam, followers: 2 });
  });

  it('is added once, however often the browser asks', async () => {
    const creationKey = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Bombeiros', creationKey })));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ name: 'Bombeiros', date: '2027-01-31', daysLeft: 77, followers: 0 });
  });

  it.each([
    ['in the past', { date: '2026-11-14' }, 'date'],
    ['on a day that does not exist', { date: '2027-02-30' }, 'date'],
    ['in another form of date', { date: '31/01/2027' }, 'date'],
    ['in the year 2226', { date: '2226-01-31' }, 'date'],
    ['without a name', { name: '  ' }, 'name'],
    ['without an organisation', { organisation: '' }, 'organisation'],
    ['with a name of 121 characters', { name: 'a'.repeat(121) }, 'name'],
    ['with a script as link', { link: 'javascript:alert(1)' }, 'link'],
    ['with a word as link', { link: 'edital' }, 'link'],
  ])('is refused %s', async (_, change, field) => {
    const before = await countRows(test.deps.db, 'exams');
    const response = await create(change);
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]]);
    expect(await countRows(test.deps.db, 'exams')).toBe(before);
  });

  it('may be today, in the days of São Paulo', async () => {
    // 22:30 of the 15th there, the 16th already in UTC.
    test.clock.set('2026-11-16T01:30:00.000Z');
    expect(await made({ date: '2026-11-15' })).toMatchObject({ daysLeft: 0 });
    expect((await create({ date: '2026-11-14' })).statusCode).toBe(400);
  });

  it('is changed by the newest version only, and keeps a date that has passed', async () => {
    const exam = await made({ date: '2026-11-20' });
    const put = (change: object) =>
      test.request({
        method: 'PUT',
        url: `/api/admin/exams/${exam.id}`,
        payload: { ...soldier, date: '2026-11-20', version: exam.version, ...change },
        as: admin,
      });
    test.clock.set('2026-12-01T12:00:00.000Z');
    expect((await put({ date: '2026-11-25' })).statusCode).toBe(400);
    const renamed = await put({ name: 'Soldado PM 2026' });
    expect(renamed.json()).toMatchObject({ name: 'Soldado PM 2026', daysLeft: -11, version: exam.version + 1 });
    const late = await put({ name: 'Outra' });
    expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
    const standing = await test.request({ method: 'GET', url: `/api/admin/exams/${exam.id}`, as: admin });
    expect(standing.json()).toMatchObject({ name: 'Soldado PM 2026', updatedAt: '2026-12-01T12:00:00.000Z' });
  });

  it('is removed with its followers, and a second time it is not there', async () => {
    const [exam, ana] = [await made(), await student()];
    await follow(exam.id, ana);
    const remove = () => test.request({ method: 'DELETE', url: `/api/admin/exams/${exam.id}`, as: admin });
    expect((await remove()).json()).toEqual({ ok: true });
    expect((await remove()).statusCode).toBe(404);
    expect((await upcoming(ana)).some(({ followed }) => followed)).toBe(false);
  });
});

describe('students', () => {
  it('see exams to come, soonest first, and follow one at a time', async () => {
    const ana = await student();
    const [late, soon] = [await made({ date: '2027-06-01' }), await made({ date: '2026-11-16' })];
    await follow(late.id, ana);
    await Promise.all([follow(soon.id, ana), follow(soon.id, ana), follow(soon.id, ana)]);
    const list = await upcoming(ana);
    expect(list.filter(({ followed }) => followed).map(({ id }) => id)).toEqual([soon.id]);
    expect(list.map(({ daysLeft }) => daysLeft)).toEqual(list.map(({ daysLeft }) => daysLeft).sort((a, b) => a - b));
    expect(list.find(({ id }) => id === soon.id)).toMatchObject({ daysLeft: 1 });
    const boundTo = async () => (await test.request({ method: 'GET', url: '/api/my-access', as: ana })).json().exam;
    expect(await boundTo()).toMatchObject({ id: soon.id });
    expect((await follow(soon.id, ana, 'DELETE')).statusCode).toBe(200);
    // The end of the access goes by it no longer.
    expect(await boundTo()).toBeNull();
    expect((await follow(soon.id, ana, 'DELETE')).statusCode).toBe(200);
    expect((await upcoming(ana)).some(({ followed }) => followed)).toBe(false);
  });

  it('cannot follow what is over or not there', async () => {
    const [ana, exam] = [await student(), await made({ date: '2026-11-16' })];
    expect((await follow(2_000_000, ana)).statusCode).toBe(404);
    expect((await follow(2_000_000, ana, 'DELETE')).statusCode).toBe(404);
    test.clock.set('2026-11-17T12:00:00.000Z');
    expect((await follow(exam.id, ana)).statusCode).toBe(404);
    expect((await upcoming(ana)).some(({ id }) => id === exam.id)).toBe(false);
  });

  it('see the day change at midnight in São Paulo', async () => {
    const [ana, exam] = [await student(), await made({ date: '2026-11-17' })];
    const left = async () => (await upcoming(ana)).find(({ id }) => id === exam.id)?.daysLeft;
    test.clock.set('2026-11-16T02:59:59.000Z');
    expect(await left()).toBe(2);
    test.clock.set('2026-11-16T03:00:00.000Z');
    expect(await left()).toBe(1);
  });

  it('see the exam they study for among the first hundred, however many come before it', async () => {
    const [ana, own] = [await student(), await made({ date: '2030-01-01', name: 'A última de todas' })];
    await follow(own.id, ana);
    const earlier = Array.from({ length: 100 }, () => ({
      name: 'Outra',
      organisation: 'Outra',
      exam_date: '2027-05-05',
      created_at: test.clock.now(),
      updated_at: test.clock.now(),
    }));
    const others = await test.deps.db.insertInto('exams').values(earlier).returning('id').execute();
    const list = await upcoming(ana);
    expect([list.length, list.at(-1)?.id, list.at(-1)?.followed]).toEqual([100, own.id, true]);
    expect(await upcoming(await student())).not.toContainEqual(expect.objectContaining({ id: own.id }));
    const ids = others.map(({ id }) => id);
    await test.deps.db.deleteFrom('exams').where('id', 'in', ids).execute();
  });

  it('get the list by one query, whatever its length', async () => {
    const ana = await student();
    for (const name of ['Cabo PM', 'Sargento PM']) await made({ name });
    await upcoming(ana);
    expect(await countListQueries(() => upcoming(ana))).toBe(1);
  });
});

it('followers hear of their exam 30, 7 and 1 day before, once', async () => {
  const [ana, rui, exam] = [await student(), await student(), await made({ date: '2026-12-15', name: 'Oficial PM' })];
  await follow(exam.id, ana);
  const titles = async (person: Person) =>
    ((await test.request({ method: 'GET', url: '/api/notifications', as: person })).json() as Notification[]).map(
      ({ title }) => title,
    );
  for (const now of [
    '2026-11-14',
    '2026-11-15',
    '2026-11-15',
    '2026-12-08',
    '2026-12-13',
    '2026-12-14',
    '2026-12-15',
  ]) {
    test.clock.set(`${now}T15:00:00.000Z`);
    await notifyNearExams(test.deps);
  }
  // Their sessions last 30 days.
  test.clock.set('2026-12-14T16:00:00.000Z');
  expect(await titles(ana)).toEqual([
    'Falta 1 dia para a prova de Oficial PM',
    'Faltam 7 dias para a prova de Oficial PM',
    'Faltam 30 dias para a prova de Oficial PM',
  ]);
  expect(await titles(rui)).toEqual([]);
});

it('the admin list comes in pages without gaps', async () => {
  for (let i = 0; i < 5; i += 1) await made({ date: '2028-01-01' });
  const total = await countRows(test.deps.db, 'exams');
  const seen: number[] = [];
  let url: string | undefined = '/api/admin/exams?limit=2';
  while (url) {
    const response = await test.request({ method: 'GET', url, as: admin });
    expect(response.headers['x-total-count']).toBe(String(total));
    seen.push(...(response.json() as contract.AdminExam[]).map(({ id }) => id));
    url = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
  }
  expect([seen.length, new Set(seen).size]).toEqual([total, total]);
});
