import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '#server/testing/audit.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { notifyNextBatch } from './announcements.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let secretary: Person;
let inCourse: Person;
let courseId: number;
beforeAll(async () => {
  secretary = await createPerson(test.deps.db, { role: 'secretary' });
  inCourse = await createPerson(test.deps.db);
  await createPerson(test.deps.db);
  await createPerson(test.deps.db, { status: 'blocked' });
  courseId = await createCourse(test.deps.db);
  const row = { user_id: inCourse.id, course_id: courseId, enrolled_at: test.clock.now() };
  await test.deps.db.insertInto('enrollments').values(row).execute();
});

const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
  test.request({ method, url, as: secretary, ...(payload ? { payload } : {}) });
const words = { title: 'Aula extra', text: 'No sábado.\n\nLeve o <b>caderno</b>.' };
const told = async (key: string) =>
  (await test.deps.db.selectFrom('notifications').select('user_id').where('key', 'like', `${key}%`).execute()).map(
    (row) => row.user_id,
  );

it('a preview of an announcement shows its text and counts its recipients', async () => {
  const answer = (
    await call('POST', '/api/admin/announcements/preview', { ...words, audience: { kind: 'all' } })
  ).json();
  expect(answer).toMatchObject({ recipients: 2, mailed: 2 });
  expect(answer.html).not.toContain('<b>caderno');
  expect(answer.text).toContain('No sábado.');
});

it('an announcement reaches its audience once despite retries, and one-click unsubscribe works', async () => {
  const body = { ...words, audience: { kind: 'course', id: courseId }, creationKey: crypto.randomUUID() };
  const { id } = (await call('POST', '/api/admin/announcements', body)).json();
  expect((await call('POST', '/api/admin/announcements', body)).json().id).toBe(id);
  // A worker that crashed after its batch was notified is started again.
  await notifyNextBatch(test.deps, id);
  await notifyNextBatch(test.deps, id);
  await test.deps.jobs.drain();
  expect(await told(`announcement:${id}:`)).toEqual([inCourse.id]);
  const letters = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === inCourse.email);
  expect(letters.map(({ subject }) => subject)).toEqual(['Aula extra']);
  const [listed] = (await call('GET', '/api/admin/announcements')).json();
  expect(listed).toMatchObject({ id, state: 'sent', told: 1, total: 1 });

  const { 'list-unsubscribe': where = '', 'list-unsubscribe-post': how } = letters[0]?.headers ?? {};
  const link = /\/api\/unsubscribe\/[^>]+/.exec(where)?.[0] ?? '';
  expect(how).toBe('List-Unsubscribe=One-Click');
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (url: string) => test.request({ method: 'POST', url, headers, payload: 'List-Unsubscribe=One-Click' });
  expect((await post(link)).json()).toEqual({ ok: true });
  expect((await post(link)).statusCode).toBe(200);
  expect((await post(`${link.slice(0, -4)}aaaa`)).statusCode).toBe(404);
  const after = await call('POST', '/api/admin/announcements/preview', { ...words, audience: { kind: 'all' } });
  expect(after.json()).toMatchObject({ recipients: 2, mailed: 1 });
});

it('an announcement reaches the chosen people, or all that a filter finds when it is created', async () => {
  const count = async (audience: object) => {
    const answer = await call('POST', '/api/admin/announcements/preview', { ...words, audience });
    return answer.json().recipients;
  };
  const kind = 'people';
  expect(await count({ kind, ids: [inCourse.id, secretary.id] })).toBe(1);
  expect(await count({ kind, filters: { courseId } })).toBe(1);
  expect(await count({ kind, filters: { role: 'teacher' } })).toBe(0);
  expect(await count({ kind, filters: { status: 'blocked' } })).toBe(0);
  expect((await call('POST', '/api/admin/announcements/preview', { ...words, audience: { kind } })).statusCode).toBe(
    400,
  );

  const sendAt = new Date(test.clock.now().getTime() + 3_600_000).toISOString();
  const body = { ...words, audience: { kind, filters: { courseId } }, sendAt, creationKey: crypto.randomUUID() };
  const made = (await call('POST', '/api/admin/announcements', body)).json();
  expect(made).toMatchObject({ audience: 'people', total: 1 });
  const late = await createPerson(test.deps.db);
  await test.deps.db
    .insertInto('enrollments')
    .values({ user_id: late.id, course_id: courseId, enrolled_at: test.clock.now() })
    .execute();
  await notifyNextBatch(test.deps, made.id);
  expect(await told(`announcement:${made.id}:`)).toEqual([inCourse.id]);
  await test.deps.db.deleteFrom('users').where('id', '=', late.id).execute();
});

it('an announcement is sent at its time, in batches, and can be cancelled until it is complete', async () => {
  const sendAt = new Date(test.clock.now().getTime() + 3_600_000).toISOString();
  const body = { ...words, audience: { kind: 'all' }, sendAt, creationKey: crypto.randomUUID() };
  const made = (await call('POST', '/api/admin/announcements', body)).json();
  expect(made).toMatchObject({ state: 'scheduled', total: 2 });
  const url = `/api/admin/announcements/${made.id}/cancel`;
  expect((await call('POST', url, {})).json()).toMatchObject({ state: 'cancelled' });
  expect((await call('POST', url, {})).json()).toMatchObject({ state: 'cancelled' });
  const by = { actor_id: secretary.id, details: {} };
  expect(await auditOf(test.deps.db, `announcement:${made.id}`)).toEqual([
    { action: 'announcement.made', ...by },
    { action: 'announcement.cancelled', ...by },
  ]);
  await notifyNextBatch(test.deps, made.id);
  expect(await told(`announcement:${made.id}:`)).toEqual([]);

  const people = Array.from({ length: 205 }, () => createPerson(test.deps.db));
  await Promise.all(people);
  const large = { ...body, sendAt: undefined, creationKey: crypto.randomUUID() };
  const { id } = (await call('POST', '/api/admin/announcements', large)).json();
  await notifyNextBatch(test.deps, id);
  expect((await call('GET', '/api/admin/announcements')).json()[0]).toMatchObject({
    state: 'sending',
    told: 200,
    total: 207,
  });
  // The next batch waits: the mail server gets a few hundred e-mails a minute, however many there are in total.
  const { rows } = await sql<{ startAfter: Date }>`
    SELECT start_after AS "startAfter" FROM pgboss.job
    WHERE name = 'announcement' AND data ->> 'id' = ${String(id)} ORDER BY start_after DESC LIMIT 1`.execute(
    test.deps.db,
  );
  expect(rows[0]?.startAfter.getTime()).toBe(test.clock.now().getTime() + 20_000);
  await notifyNextBatch(test.deps, id);
  const everybody = await told(`announcement:${id}:`);
  expect([everybody.length, new Set(everybody).size]).toEqual([207, 207]);
  const sent = await call('POST', `/api/admin/announcements/${id}/cancel`, {});
  expect(sent.json()).toMatchObject({ code: 'state_conflict', status: 'sent' });
  const nowhere = { ...body, audience: { kind: 'exam', id: 999_999 }, creationKey: crypto.randomUUID() };
  expect((await call('POST', '/api/admin/announcements', nowhere)).statusCode).toBe(404);
});

it('an announcement that is over stores none of its people, and one that waits forgets a person who is deleted', async () => {
  const [gone, stays] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
  const stored = (id: number) =>
    test.deps.db
      .selectFrom('announcements')
      .select(['people', 'last_user_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const make = async () => {
    const sendAt = new Date(test.clock.now().getTime() + 3_600_000).toISOString();
    const audience = { kind: 'people', ids: [gone.id, stays.id] };
    const body = { ...words, audience, sendAt, creationKey: crypto.randomUUID() };
    return (await call('POST', '/api/admin/announcements', body)).json().id as number;
  };
  const [sent, cancelled] = [await make(), await make()];
  await test.deps.db.deleteFrom('users').where('id', '=', gone.id).execute();
  expect((await stored(sent)).people).toEqual([stays.id]);
  await notifyNextBatch(test.deps, sent);
  expect(await told(`announcement:${sent}:`)).toEqual([stays.id]);
  await call('POST', `/api/admin/announcements/${cancelled}/cancel`, {});
  const nobody = { people: null, last_user_id: null };
  expect([await stored(sent), await stored(cancelled)]).toEqual([nobody, nobody]);
  await test.deps.db.deleteFrom('users').where('id', '=', stays.id).execute();
});

describe('an audience', () => {
  const reach = async (audience: object) => {
    const { recipients } = (await call('POST', '/api/admin/announcements/preview', { ...words, audience })).json();
    const body = { ...words, audience, creationKey: crypto.randomUUID() };
    const { id, audienceName } = (await call('POST', '/api/admin/announcements', body)).json();
    await notifyNextBatch(test.deps, id);
    const reached = await told(`announcement:${id}:`);
    expect(reached).toHaveLength(recipients);
    return { reached, audienceName };
  };

  it('for an offer has the students with a current grant, without former ones', async () => {
    const [one, over] = [await createPerson(test.deps.db), await createPerson(test.deps.db)];
    const made = await test.request({
      method: 'POST',
      url: '/api/admin/offers',
      payload: {
        name: 'Turma da tarde',
        price: 100,
        struckPrice: null,
        nextPrice: null,
        rule: { kind: 'days', count: 30 },
        defaultExamId: null,
        places: null,
        soldFrom: null,
        soldUntil: null,
        courseIds: null,
      },
      as: await createPerson(test.deps.db, { role: 'admin' }),
    });
    const offerId = made.json().id;
    for (const { id: studentId } of [one, over]) {
      await call('POST', '/api/admin/enrollments', { studentId, method: 'courtesy', offerId });
    }
    await call('POST', `/api/admin/users/${over.id}/end-access`, { reason: 'Pediu para sair.' });
    expect(await reach({ kind: 'offer', id: offerId })).toEqual({ reached: [one.id], audienceName: 'Turma da tarde' });
  });

  it('for a course has its students, without those who left', async () => {
    const left = await createPerson(test.deps.db);
    const row = { user_id: left.id, course_id: courseId, enrolled_at: test.clock.now(), left_at: test.clock.now() };
    await test.deps.db.insertInto('enrollments').values(row).execute();
    expect((await reach({ kind: 'course', id: courseId })).reached).toEqual([inCourse.id]);
  });

  it('for an exam has the students who follow it', async () => {
    const follower = await createPerson(test.deps.db);
    const at = { created_at: test.clock.now(), updated_at: test.clock.now() };
    const { id } = await test.deps.db
      .insertInto('exams')
      .values({ name: 'Soldado PM', organisation: 'VUNESP', exam_date: '2027-01-31', ...at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await test.request({ method: 'POST', url: `/api/exams/${id}/follow`, as: follower });
    expect(await reach({ kind: 'exam', id })).toEqual({ reached: [follower.id], audienceName: 'Soldado PM' });
  });

  it('for chosen people has those who are active students', async () => {
    const [one, blocked] = [await createPerson(test.deps.db), await createPerson(test.deps.db, { status: 'blocked' })];
    expect((await reach({ kind: 'people', ids: [one.id, blocked.id, secretary.id] })).reached).toEqual([one.id]);
  });
});
