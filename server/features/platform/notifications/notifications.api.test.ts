import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  chooseNotifications,
  listNotificationChoices,
  type Notification,
  type NotificationChoice,
} from '#contract/platform/notifications.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { countQueries } from '#server/testing/queries.ts';
import { choiceTrip } from '#server/testing/round-trip.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { type Notice, notify, notifyAdmins } from './notifications.service.ts';

const test = useTestApp();

const corrected = {
  kind: 'result_corrected',
  title: 'Resultado corrigido',
  text: 'Uma questão foi anulada e sua nota subiu para 8/10.',
  path: '/quizzes/7',
  key: 'attempt:1',
} as const;

type Change = Partial<Omit<Notice, 'userId' | 'userIds' | 'kind'>> & { kind?: Notice['kind'] };
const tell = (people: Person[], change: Change = {}) =>
  test.deps.db
    .transaction()
    .execute((tx) => notify(test.deps, tx, { ...corrected, ...change, userIds: people.map(({ id }) => id) }));

const student = () => createPerson(test.deps.db, { now: test.clock.now() });
const get = (url: string, as: Person) => test.request({ method: 'GET', url, as });
const post = (url: string, as: Person, payload?: object) =>
  test.request({ method: 'POST', url, as, ...(payload ? { payload } : {}) });
const listOf = async (person: Person) => (await get('/api/notifications', person)).json() as Notification[];
const unreadOf = async (person: Person) => (await get('/api/notifications/unread', person)).json().unread as number;

describe('a notification', () => {
  it('reaches its recipients once, and no one else', async () => {
    const [ana, rui, eva] = [await student(), await student(), await student()];
    await tell([ana, rui]);
    await tell([ana, rui, ana]);
    expect(await listOf(ana)).toEqual([
      {
        id: expect.any(Number),
        kind: 'result_corrected',
        title: corrected.title,
        text: corrected.text,
        path: '/quizzes/7',
        createdAt: test.clock.now().toISOString(),
        readAt: null,
      },
    ]);
    expect([await unreadOf(ana), await unreadOf(rui), await unreadOf(eva)]).toEqual([1, 1, 0]);
    expect(await listOf(eva)).toEqual([]);
  });

  it('exists exactly when the transaction that causes it commits', async () => {
    const ana = await student();
    const failing = test.deps.db.transaction().execute(async (tx) => {
      await notify(test.deps, tx, { ...corrected, userId: ana.id });
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    expect(await listOf(ana)).toEqual([]);
  });

  it('is written once when it is sent 20 times at once', async () => {
    const people = [await student(), await student(), await student()];
    await Promise.all(Array.from({ length: 20 }, () => tell(people, { key: 'rush' })));
    for (const person of people) expect(await unreadOf(person)).toBe(1);
  });

  it('is marked as read, one or all, and only by its owner', async () => {
    const [ana, rui] = [await student(), await student()];
    for (const key of ['a', 'b', 'c']) await tell([ana], { key });
    const [newest] = await listOf(ana);
    const read = `/api/notifications/${newest?.id}/read`;
    expect((await post(read, rui)).statusCode).toBe(404);
    expect((await post(read, ana)).json()).toEqual({ ok: true });
    const readAt = (await listOf(ana))[0]?.readAt;
    test.clock.advance(60_000);
    expect((await post(read, ana)).statusCode).toBe(200);
    expect((await listOf(ana))[0]?.readAt).toBe(readAt);
    expect(await unreadOf(ana)).toBe(2);
    await tell([ana], { key: 'late' });
    await post('/api/notifications/read', ana, { until: newest?.createdAt });
    expect((await listOf(ana)).filter((row) => row.readAt === null)).toHaveLength(1);
    await post('/api/notifications/read', ana);
    expect(await unreadOf(ana)).toBe(0);
  });

  it('is deleted together with its user', async () => {
    const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    const ana = await student();
    await tell([ana]);
    const before = await countRows(test.deps.db, 'notifications');
    await test.request({ method: 'DELETE', url: `/api/admin/users/${ana.id}`, as: admin });
    expect(await countRows(test.deps.db, 'notifications')).toBe(before - 1);
  });
});

describe('10,000 notifications', () => {
  let ana: Person;
  beforeAll(async () => {
    ana = await student();
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      user_id: ana.id,
      kind: 'new_content',
      key: `many:${index}`,
      title: `Aula ${index}`,
      text: 'Nova aula.',
      path: '/study',
      in_app: true,
      // Several share a moment: the id has to break the tie.
      created_at: new Date(test.clock.now().getTime() - Math.floor(index / 7) * 1000),
    }));
    for (let at = 0; at < rows.length; at += 2000) {
      await test.deps.db
        .insertInto('notifications')
        .values(rows.slice(at, at + 2000))
        .execute();
    }
  });

  it('come in pages without gaps or repeats, at the same cost', async () => {
    const seen = new Set<number>();
    let url: string | undefined = '/api/notifications?limit=100';
    let pages = 0;
    while (url) {
      const response = await get(url, ana);
      expect(response.headers['x-total-count']).toBe('10000');
      for (const row of response.json() as Notification[]) seen.add(row.id);
      url = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
      pages += 1;
    }
    expect([seen.size, pages]).toEqual([10_000, 100]);
    await get('/api/notifications?limit=1', ana);
    expect(await countQueries(() => get('/api/notifications?limit=100', ana))).toBe(2);
    expect((await get('/api/notifications?limit=101', ana)).statusCode).toBe(400);
  });

  it('are counted up to 100 for the bell, by one read of an index, and all marked at once', async () => {
    expect(await unreadOf(ana)).toBe(100);
    expect(await countQueries(() => unreadOf(ana))).toBe(1);
    await post('/api/notifications/read', ana);
    expect(await unreadOf(ana)).toBe(0);
  });
});

describe('choices', () => {
  const choicesOf = async (person: Person) =>
    (await get('/api/notification-choices', person)).json() as NotificationChoice[];
  const choose = (person: Person, payload: object) =>
    test.request({ method: 'PATCH', url: '/api/notification-choices', as: person, payload });
  const mailsTo = async (person: Person) => {
    await test.deps.jobs.drain();
    return (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === person.email);
  };

  it('are those of the role, with defaults', async () => {
    const ana = await student();
    expect(await choicesOf(ana)).toEqual([
      { kind: 'payment_decided', inApp: true, email: true, emailAlways: true },
      { kind: 'new_content', inApp: true, email: false, emailAlways: false },
      { kind: 'result_corrected', inApp: true, email: true, emailAlways: false },
      { kind: 'exam_near', inApp: true, email: true, emailAlways: false },
      { kind: 'certificate', inApp: true, email: true, emailAlways: false },
      { kind: 'access_ending', inApp: true, email: true, emailAlways: false },
      { kind: 'announcement', inApp: true, email: true, emailAlways: false },
      { kind: 'quiz_window', inApp: true, email: true, emailAlways: false },
      { kind: 'report_decided', inApp: true, email: false, emailAlways: false },
      { kind: 'doubt_answered', inApp: true, email: true, emailAlways: false },
      { kind: 'review_waiting', inApp: true, email: false, emailAlways: false },
      { kind: 'essay_returned', inApp: true, email: true, emailAlways: false },
      { kind: 'comment_replied', inApp: true, email: false, emailAlways: false },
      { kind: 'exam_time_decided', inApp: true, email: true, emailAlways: false },
      { kind: 'law_changed', inApp: true, email: false, emailAlways: false },
    ]);
    expect((await choose(ana, { kind: 'new_proof', inApp: false })).statusCode).toBe(400);
    expect((await choose(ana, { kind: 'payment_decided', email: false })).statusCode).toBe(400);
    expect((await choose(ana, { kind: 'nada', email: false })).statusCode).toBe(400);
  });

  it('are read back whole, kind by kind', async () => {
    const [ana, rui] = [await student(), await student()];
    const always = { kind: 'payment_decided', inApp: true, email: true, emailAlways: true };
    const shown = (kind: string, inApp: boolean, email: boolean) => ({ kind, inApp, email, emailAlways: false });
    const kept = ['exam_near', 'certificate', 'access_ending', 'announcement', 'quiz_window'].map((kind) =>
      shown(kind, true, true),
    );
    kept.push(
      shown('report_decided', true, false),
      shown('doubt_answered', true, true),
      shown('review_waiting', true, false),
      shown('essay_returned', true, true),
      shown('comment_replied', true, false),
      shown('exam_time_decided', true, true),
      shown('law_changed', true, false),
    );
    const trip = { save: chooseNotifications, read: listNotificationChoices, as: ana, other: rui };
    await choiceTrip(test, {
      ...trip,
      body: { kind: 'new_content', inApp: false, email: true },
      reads: [always, shown('new_content', false, true), shown('result_corrected', true, true), ...kept],
    });
    await choiceTrip(test, {
      ...trip,
      body: { kind: 'result_corrected', inApp: true, email: false },
      reads: [always, shown('new_content', false, true), shown('result_corrected', true, false), ...kept],
    });
  });

  it('decide where a notification goes', async () => {
    const [both, appOnly, mailOnly, none] = [await student(), await student(), await student(), await student()];
    await choose(appOnly, { kind: 'result_corrected', email: false });
    await choose(mailOnly, { kind: 'result_corrected', inApp: false });
    await choose(none, { kind: 'result_corrected', inApp: false });
    await choose(none, { kind: 'result_corrected', email: false });
    expect((await choicesOf(none))[2]).toMatchObject({ inApp: false, email: false });
    const everybody = [both, appOnly, mailOnly, none];
    await tell(everybody, { key: 'choices' });
    await tell(everybody, { key: 'choices' });
    expect(await Promise.all(everybody.map(unreadOf))).toEqual([1, 1, 0, 0]);
    expect((await mailsTo(both)).map(({ subject }) => subject)).toEqual(['Resultado corrigido']);
    expect(await mailsTo(appOnly)).toEqual([]);
    expect((await mailsTo(mailOnly))[0]?.text).toContain('/quizzes/7');
    expect(await mailsTo(none)).toEqual([]);
    expect(await listOf(mailOnly)).toEqual([]);
  });

  it('send no e-mail for what was read in the meantime, and none of a kind that is not subscribed', async () => {
    const ana = await student();
    await tell([ana], { key: 'read before' });
    await tell([ana], { key: 'content', kind: 'new_content' });
    await post('/api/notifications/read', ana);
    expect(await mailsTo(ana)).toEqual([]);
  });
});

describe('the admins', () => {
  const admins = () => createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  const proof = (key: string) =>
    test.deps.db.transaction().execute((tx) => notifyAdmins(test.deps, tx, { kind: 'new_proof', key }));

  it('get one line for all that they have not read yet', async () => {
    const admin = await admins();
    for (const key of ['p1', 'p2', 'p2', 'p3']) await proof(key);
    expect(await listOf(admin)).toMatchObject([
      { kind: 'new_proof', title: '3 novos comprovantes de pagamento', path: '/admin/payments' },
    ]);
    await post('/api/notifications/read', admin);
    await proof('p3');
    expect(await unreadOf(admin)).toBe(0);
    test.clock.advance(1000);
    await proof('p4');
    expect((await listOf(admin)).map(({ title }) => title)).toEqual([
      'Novo comprovante de pagamento',
      '3 novos comprovantes de pagamento',
    ]);
  });

  it('get one e-mail for each half hour in which something came that they have not read', async () => {
    // The queue uses the clock of PostgreSQL: the end of this half hour must be in its future as well.
    test.clock.set(new Date(Date.now() + 24 * 60 * 60_000));
    const admin = await admins();
    const from = test.clock.now();
    for (const key of ['m1', 'm2']) await proof(key);
    const to = new Date(from.getTime() + 30 * 60_000);
    const span = { userId: admin.id, kind: 'new_proof', from: from.toISOString(), to: to.toISOString() };
    // Queued once for both, to be sent when the half hour is over.
    const queued = await sql<{ count: number }>`
      SELECT count(*) AS count FROM pgboss.job
      WHERE name = 'notification_digest' AND data->>'userId' = ${admin.id} AND start_after > created_on`.execute(
      test.deps.db,
    );
    expect(queued.rows[0]?.count).toBe(1);
    await test.deps.mail.send(test.deps.db, 'admin_digest', 'first', span);
    await test.deps.jobs.drain();
    const mails = (await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === admin.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['2 novos comprovantes de pagamento']);
    test.clock.advance(1000);
    await post('/api/notifications/read', admin);
    await test.deps.mail.send(test.deps.db, 'admin_digest', 'after reading', span);
    await test.deps.jobs.drain();
    expect((await writtenMails(test.deps.config.dataDir)).filter(({ to }) => to === admin.email)).toHaveLength(1);
  });

  it('lose no event when many come at once', async () => {
    const admin = await admins();
    await Promise.all(Array.from({ length: 25 }, (_, index) => proof(`rush${index}`)));
    expect((await listOf(admin))[0]?.title).toBe('25 novos comprovantes de pagamento');
  });

  it('hear of a new teacher, and the teacher of the approval', async () => {
    const admin = await admins();
    const registered = await test.request({
      method: 'POST',
      url: '/api/register',
      payload: {
        username: 'nova.prof',
        password: 'segredo1',
        confirmPassword: 'segredo1',
        email: 'nova.prof@exemplo.com.br',
        firstName: 'Nova',
        lastName: 'Prof',
        role: 'teacher',
      },
    });
    expect(await listOf(admin)).toMatchObject([{ title: 'Novo cadastro de professor', path: '/admin/users' }]);
    const url = `/api/admin/users/${registered.json().id}/status`;
    for (let i = 0; i < 2; i += 1) {
      await test.request({ method: 'PATCH', url, payload: { status: 'active' }, as: admin });
    }
    const rows = await test.deps.db
      .selectFrom('notifications')
      .select('title')
      .where('user_id', '=', registered.json().id)
      .execute();
    expect(rows).toEqual([{ title: 'Seu cadastro de professor foi aprovado' }]);
  });

  it('do not wait in a circle with a proof that comes in while they decide', async () => {
    const admin = await admins();
    const pending = await Promise.all(
      Array.from({ length: 8 }, () =>
        createPerson(test.deps.db, { status: 'pending', payment: 'analyzing', now: test.clock.now() }),
      ),
    );
    // Same order as an upload: the payment is locked first, then the admins are notified.
    const upload = (person: Person) =>
      test.deps.db.transaction().execute(async (tx) => {
        await tx.selectFrom('payments').select('id').where('user_id', '=', person.id).forUpdate().execute();
        await notifyAdmins(test.deps, tx, { kind: 'new_proof', key: `circle:${person.id}` });
      });
    const approve = (person: Person) =>
      test.request({
        method: 'PATCH',
        url: `/api/admin/users/${person.id}/status`,
        payload: { status: 'active' },
        as: admin,
      });
    const work = pending.flatMap((person) => [upload(person), approve(person)]);
    const results = await Promise.all(work);
    expect(results.filter((result) => result !== undefined).map((response) => response?.statusCode)).toEqual(
      pending.map(() => 200),
    );
  });
});
