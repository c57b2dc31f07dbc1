import { beforeAll, describe, expect, it } from 'vitest';
import type { AuditEvent } from '#contract/platform/audit.ts';
import { auditSubjects } from '#contract/platform/audit-names.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { recordAudit } from './audit.service.ts';
import { readSubjectNames } from './subject-names.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
let student: Person;
const get = (url: string) => test.request({ method: 'GET', url, as: admin });
const list = async (query = '') => {
  const answer = await get(`/api/admin/audit${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<AuditEvent[]>();
};
const actions = (events: AuditEvent[]) => events.map(({ action }) => action);

beforeAll(async () => {
  const { db } = test.deps;
  const now = test.clock.now();
  admin = await createPerson(db, { role: 'admin', firstName: 'Marta', lastName: 'Teles', now });
  student = await createPerson(db, { firstName: 'José', now });
  const record = (at: string, action: string, subject: string, actorId: string | null, details = {}) =>
    recordAudit(db, { at: new Date(at), action, subject, actorId, details });
  await record('2026-11-01T02:00:00Z', 'user.status', `user:${student.id}`, admin.id, {
    from: 'active',
    to: 'blocked',
  });
  await record('2026-11-02T12:00:00Z', 'payment.approved', 'payment:7', admin.id);
  await record('2026-11-03T12:00:00Z', 'payment.refunded', 'payment:7', null, { note: '=cmd|x' });
});

describe('the record', () => {
  it('says who did what to what and when, newest first', async () => {
    const events = await list();
    expect(actions(events)).toEqual(['payment.refunded', 'payment.approved', 'user.status']);
    expect(events[2]).toEqual({
      id: expect.any(Number),
      at: '2026-11-01T02:00:00.000Z',
      actor: { id: admin.id, name: 'Marta Teles' },
      action: 'user.status',
      subject: `user:${student.id}`,
      subjectName: `José ${student.lastName}`,
      subjectAmount: null,
      details: { from: 'active', to: 'blocked' },
    });
    expect(events[0]?.actor).toBeNull();
  });

  it('can be searched, and filtered by action, subject and day', async () => {
    expect(actions(await list('?action=payment'))).toEqual(['payment.refunded', 'payment.approved']);
    expect(actions(await list('?action=payment.approved'))).toEqual(['payment.approved']);
    expect(actions(await list('?search=TELES'))).toEqual(['payment.approved', 'user.status']);
    expect(actions(await list('?subject=payment:7'))).toHaveLength(2);
    // Two in the morning in UTC is the evening before in São Paulo.
    expect(actions(await list('?to=2026-10-31'))).toEqual(['user.status']);
    expect(actions(await list('?from=2026-10-31'))).toHaveLength(3);
    expect(actions(await list('?from=2026-11-01'))).toEqual(['payment.refunded', 'payment.approved']);
    expect(actions(await list('?from=2026-11-02&to=2026-11-02'))).toEqual(['payment.approved']);
    expect((await get("/api/admin/audit?action=x'--")).statusCode).toBe(400);
  });

  it('is returned in pages, with the total count', async () => {
    const first = await get('/api/admin/audit?limit=2');
    expect(first.headers['x-total-count']).toBe('3');
    const next = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? '';
    expect(actions((await get(next)).json())).toEqual(['user.status']);
    expect((await get('/api/admin/audit?limit=1&action=payment')).headers['x-total-count']).toBe('2');
  });

  it('is carried away as a file that no spreadsheet runs', async () => {
    const file = await get('/api/admin/audit.csv?action=payment');
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body).not.toMatch(/(^|;)"?[=+@-]/m);
    expect(file.body.split('\n').filter(Boolean).length).toBe(3);
    const whole = (await get(`/api/admin/audit.csv?subject=user:${student.id}`)).body;
    for (const told of [
      '31/10/2026, 23:00:00',
      'Marta Teles',
      'user.status',
      `user:${student.id}`,
      `José ${student.lastName}`,
    ])
      expect(whole).toContain(told);
    expect(whole).toContain('"{""to"":""blocked"",""from"":""active""}"');
  });

  it('only grows; a removed person is taken out of it', async () => {
    const { db } = test.deps;
    await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow('append-only');
    await expect(db.updateTable('audit_events').set({ action: 'nothing' }).execute()).rejects.toThrow('append-only');
    const leaver = await createPerson(db, { role: 'admin', now: test.clock.now() });
    await recordAudit(db, { at: test.clock.now(), actorId: leaver.id, action: 'exam.deleted', subject: 'exam:1' });
    expect((await test.request({ method: 'DELETE', url: `/api/admin/users/${leaver.id}`, as: admin })).statusCode).toBe(
      200,
    );
    expect((await list('?action=exam'))[0]).toMatchObject({ actor: null, action: 'exam.deleted' });
  });

  it('names what events happened to: an order by its person and price, a thing by its title', async () => {
    const { db } = test.deps;
    const now = test.clock.now();
    const payer = await createPerson(db, { firstName: 'João', payment: 'analyzing', now });
    const { id: paymentId } = await db
      .selectFrom('payments')
      .select('id')
      .where('payment_code', '=', payer.paymentCode ?? '')
      .executeTakeFirstOrThrow();
    const { id: offerId, name } = await db.selectFrom('offers').select(['id', 'name']).executeTakeFirstOrThrow();
    const { id: examId } = await db
      .insertInto('exams')
      .values({ name: 'PM 2027', organisation: 'PMCE', exam_date: '2027-03-01', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    const record = (subject: string) => recordAudit(db, { at: now, action: 'thing.named', subject, actorId: null });
    const named = [`payment:${paymentId}`, `offer:${offerId}`, `exam:${examId}`, 'quiz:999999', 'settings'];
    for (const subject of named) await record(subject);
    const events = await list('?action=thing');
    expect(events.map(({ subject, subjectName, subjectAmount }) => [subject, subjectName, subjectAmount])).toEqual([
      ['settings', null, null],
      ['quiz:999999', null, null],
      [`exam:${examId}`, 'PM 2027', null],
      [`offer:${offerId}`, name, null],
      [`payment:${paymentId}`, `João ${payer.lastName}`, 29_700],
    ]);
    expect((await get('/api/admin/audit.csv?action=thing')).body).toContain(`João ${payer.lastName}`);
  });

  it('has a name query for every kind of thing, whatever id an event has', async () => {
    const { db } = test.deps;
    const ids = ['7', '0', '-1', 'x', '99999999999999', '', '0197a3f0-0000-7000-8000-000000000000'];
    const subjects = auditSubjects.flatMap((kind) => ids.map((id) => `${kind}:${id}`));
    expect(await readSubjectNames(db, subjects)).toBeInstanceOf(Map);
  });
});
