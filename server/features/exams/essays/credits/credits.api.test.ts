import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { Essay } from '#contract/exams/essays.ts';
import type { CorrectionsOfPerson } from '#contract/money/corrections.ts';
import { DAY_MS } from '#contract/time.ts';
import { returnCorrection } from '#server/features/money/corrections/corrections.service.ts';
import { invalidateCaches } from '#server/testing/cache-invalidation.ts';
import { essayClient, essayOf, fullPoints } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { pagePhoto } from '#server/testing/page-photos.ts';
import { paymentOffice } from '#server/testing/payment-office.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { correctionOf } from './subject.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, begin } = essayClient(test);
const desk = paymentOffice(test);
let admin: Person;
let teacher: Person;
/** Offers with these numbers of corrections; null: without a count. */
const offers = new Map<number | null, number>();

beforeAll(async () => {
  admin = await desk.admin();
  teacher = await createPerson(test.deps.db, { role: 'teacher' });
  for (const corrections of [null, 0, 1, 3]) {
    const fields = { name: `Oferta ${corrections}`, price: 9_700, rule: { kind: 'days', count: 180 }, corrections };
    const made = await call(admin, 'POST', '/api/admin/offers', fields);
    expect(made.statusCode).toBe(201);
    offers.set(corrections, made.json().id);
  }
});

/** The order of an offer for a student, approved at the desk. */
const buy = async (student: Person, corrections: number | null) => {
  const order = { studentId: student.id, offerId: offers.get(corrections), method: 'courtesy' };
  const made = await call(admin, 'POST', '/api/admin/enrollments', order);
  expect(made.statusCode).toBe(201);
  await invalidateCaches(test.deps.db, `session:${student.id}`);
  return made.json().paymentCode as string;
};

/** A student whose only access is what they buy. */
const newcomer = async (...bought: (number | null)[]) => {
  const student = await createPerson(test.deps.db);
  const now = test.clock.now();
  await test.deps.db.updateTable('access_grants').set({ ended_at: now }).where('user_id', '=', student.id).execute();
  for (const corrections of bought) await buy(student, corrections);
  return student;
};

const shownTo = async (student: Person, themeId: number) =>
  (await call(student, 'GET', `/api/essay-themes/${themeId}`)).json().correctionsLeft as number | null;
const atOffice = async (student: Person) =>
  (await call(admin, 'GET', `/api/admin/users/${student.id}/corrections`)).json() as CorrectionsOfPerson;
const hand = async (student: Person, themeId: number, text = essayOf(25)) => {
  const { id, revision } = await begin(student, themeId);
  const send = () => call(student, 'POST', `/api/essays/${id}/delivery`, { text, revision });
  return { id, send, answer: await send() };
};
const kinds = async (student: Person) => (await atOffice(student)).entries.map(({ kind, amount }) => [kind, amount]);
const runReturns = async () => {
  await test.deps.jobs.send(test.deps.db, 'return-corrections', {});
  await test.deps.jobs.drain();
};

describe('corrections', () => {
  it('are not counted where no offer says how many', async () => {
    const themeId = await publishTheme(teacher);
    for (const student of [await createPerson(test.deps.db), await newcomer(null)]) {
      expect(await shownTo(student, themeId)).toBeNull();
      expect((await hand(student, themeId)).answer.statusCode).toBe(200);
      expect(await atOffice(student)).toEqual({ left: null, balance: null, entries: [] });
    }
  });

  it('are spent by a delivery, once, also when it is sent twice, and shown before', async () => {
    const student = await newcomer(3);
    const themeId = await publishTheme(teacher);
    expect(await shownTo(student, themeId)).toBe(3);
    const { send } = await hand(student, themeId);
    expect((await send()).statusCode).toBe(200);
    expect(await shownTo(student, themeId)).toBe(2);
    expect(await kinds(student)).toEqual([
      ['spent', -1],
      ['bought', 3],
    ]);
  });

  it('that are all spent refuse the delivery, and the text stays', async () => {
    const student = await newcomer(0);
    const { id, answer } = await hand(student, await publishTheme(teacher));
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('acabaram')]);
    const essay = (await call(student, 'GET', `/api/essays/${id}`)).json() as Essay;
    expect([essay.state, await kinds(student)]).toEqual(['writing', [['bought', 0]]]);
  });

  it('are also spent by photographed pages', async () => {
    const student = await newcomer(1);
    const { id } = await begin(student, await publishTheme(teacher));
    const form = await multipartForm({ file: ['folha.jpg', new Uint8Array(await pagePhoto())] });
    const sent = await test.request({ method: 'POST', url: `/api/essays/${id}/pages`, as: student, ...form });
    const body = { pageIds: sent.json().pages.map((page: { id: number }) => page.id), lines: 20 };
    expect((await call(student, 'POST', `/api/essays/${id}/photo-delivery`, body)).statusCode).toBe(200);
    expect((await atOffice(student)).left).toBe(0);
  });

  it('are never spent twice by two deliveries at once', async () => {
    const student = await newcomer(1);
    const themes = [await publishTheme(teacher), await publishTheme(teacher)];
    const essays = await Promise.all(themes.map((themeId) => begin(student, themeId)));
    const answers = await Promise.all(
      essays.map(({ id, revision }) =>
        call(student, 'POST', `/api/essays/${id}/delivery`, { text: essayOf(25), revision }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await atOffice(student)).balance).toBe(0);
  });

  it('add up over purchases, and those of an order that is taken back go', async () => {
    const student = await newcomer(3);
    const code = await buy(student, 1);
    expect((await atOffice(student)).left).toBe(4);
    await call(admin, 'POST', '/api/admin/payments/revoke', { paymentCode: code, reason: 'engano' });
    expect(await atOffice(student)).toMatchObject({ left: 3, balance: 3 });
    await desk.approve(admin, code);
    expect((await atOffice(student)).left).toBe(4);
    await call(admin, 'POST', '/api/admin/payments/revoke', { paymentCode: code, reason: 'engano' });
    expect((await atOffice(student)).left).toBe(3);
  });

  it('are not counted while an access without a count is in force', async () => {
    const student = await newcomer(null, 1);
    const themeId = await publishTheme(teacher);
    expect(await shownTo(student, themeId)).toBeNull();
    await hand(student, themeId);
    expect(await atOffice(student)).toMatchObject({ left: null, balance: 1 });
    test.clock.advance(1);
    const { id } = await test.deps.db
      .selectFrom('payments')
      .select('id')
      .where('student_id', '=', student.id)
      .where('offer_id', '=', offers.get(null) ?? 0)
      .executeTakeFirstOrThrow();
    await test.deps.db
      .updateTable('access_grants')
      .set({ ended_at: test.clock.now() })
      .where('payment_id', '=', id)
      .execute();
    expect(await shownTo(student, themeId)).toBe(1);
  });

  it('stand in the purchase of their student', async () => {
    const student = await newcomer(3);
    expect((await call(student, 'GET', '/api/my-access')).json()).toMatchObject({ active: true, correctionsLeft: 3 });
  });
});

describe('a correction of a late essay', () => {
  it('is returned two working days after the promise, once, with a notice, and the essay is still corrected', async () => {
    const student = await newcomer(1);
    const themeId = await publishTheme(teacher, { returnHours: 24 });
    const { id } = await hand(student, themeId);
    await runReturns();
    test.clock.advance(2 * DAY_MS);
    await runReturns();
    expect((await atOffice(student)).left).toBe(0);
    // Any week has two working days within these.
    test.clock.advance(6 * DAY_MS);
    await runReturns();
    await runReturns();
    expect(await kinds(student)).toEqual([
      ['returned', 1],
      ['spent', -1],
      ['bought', 1],
    ]);
    const again = (now: Date) =>
      test.deps.db.transaction().execute((tx) => returnCorrection(tx, correctionOf(id), now));
    expect(await again(test.clock.now())).toBe(false);
    const notices = (await call(student, 'GET', '/api/notifications')).json() as { title: string }[];
    expect(notices.filter(({ title }) => title === 'Uma correção voltou para você')).toHaveLength(1);
    await call(teacher, 'POST', `/api/teacher/essays/${id}/lease`);
    const correction = { ...emptyCorrection, points: fullPoints };
    const given = await call(teacher, 'POST', `/api/teacher/essays/${id}/return`, { correction, revision: 1 });
    expect([given.statusCode, (await atOffice(student)).left]).toEqual([200, 1]);
  });

  it('is not returned for an essay that was returned, or that cost nothing', async () => {
    const [paying, other] = [await newcomer(1), await newcomer(null)];
    const themeId = await publishTheme(teacher, { returnHours: 24 });
    const { id } = await hand(paying, themeId);
    await hand(other, themeId);
    await call(teacher, 'POST', `/api/teacher/essays/${id}/lease`);
    const correction = { ...emptyCorrection, points: fullPoints };
    await call(teacher, 'POST', `/api/teacher/essays/${id}/return`, { correction, revision: 1 });
    test.clock.advance(10 * DAY_MS);
    await runReturns();
    expect([(await atOffice(paying)).left, (await atOffice(other)).balance]).toEqual([0, null]);
  });
});

describe('the office', () => {
  const adjust = (as: Person, student: Person, body: object) =>
    call(as, 'POST', `/api/admin/users/${student.id}/corrections`, body);

  it('gives and takes corrections with a reason, once per key, and it is audited', async () => {
    const secretary = await createPerson(test.deps.db, { role: 'secretary', firstName: 'Sandra', lastName: 'Lima' });
    const student = await newcomer(1);
    const body = { amount: 2, reason: 'erro no sistema', creationKey: randomUUID() };
    expect((await adjust(secretary, student, body)).json().left).toBe(3);
    expect((await adjust(secretary, student, body)).json().left).toBe(3);
    const less = (await adjust(secretary, student, { ...body, amount: -1, creationKey: randomUUID() })).json();
    expect(less.left).toBe(2);
    expect(less.entries[0]).toMatchObject({ kind: 'adjusted', amount: -1, reason: body.reason, by: 'Sandra Lima' });
    const events = await test.deps.db
      .selectFrom('audit_events')
      .select('details')
      .where('action', '=', 'corrections.adjusted')
      .where('subject', '=', `user:${student.id}`)
      .execute();
    expect(events).toHaveLength(2);
  });

  it.each([
    ['nothing', { amount: 0 }],
    ['no reason', { reason: ' ' }],
    ['too many', { amount: 1001 }],
    ['a part', { amount: 0.5 }],
  ])('is refused with %s', async (_, change) => {
    const body = { amount: 1, reason: 'x', creationKey: randomUUID(), ...change };
    expect((await adjust(admin, await newcomer(1), body)).statusCode).toBe(400);
  });

  it('finds the corrections of students only', async () => {
    const body = { amount: 1, reason: 'x', creationKey: randomUUID() };
    expect((await adjust(admin, teacher, body)).statusCode).toBe(404);
    expect((await call(admin, 'GET', `/api/admin/users/${teacher.id}/corrections`)).statusCode).toBe(404);
  });
});
