import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#contract/time.ts';
import {
  addExam,
  changeExam,
  follow,
  removeExam,
  unfollow,
} from '#server/features/content/contests/contests.service.ts';
import { createPerson } from '#server/testing/factories.ts';
import { fuzzSeed } from '#server/testing/fuzz-settings.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { endAccess, grantAccess, hasAccess, readMyAccess } from './access.service.ts';

/**
 * Random histories of purchases, exams and refunds, over years with and without summer time, leap days and year's ends.
 * After every step, access as the product says it equals what a plain second implementation says, now and at any
 * instant to come.
 */
const test = useTestApp();
let adminId: string;
beforeAll(async () => {
  adminId = (await createPerson(test.deps.db, { role: 'admin' })).id;
});

type Kind = 'exam_months' | 'days' | 'until' | 'endless';
type Rule = { kind: Kind; count: number | null; until: string | null };
type Grant = { begins: Date; rule: Rule; chosen: number | null; ended: Date | null; paymentId: number };
/** The plain one: everything is recomputed from the list of what happened. */
type Model = { grants: Grant[]; exams: Map<number, { date: string; version: number }>; fallback: number | null };

const dayIn = (moment: Date) => moment.toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' });
const plusDays = (day: string, count: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

function plusMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const total = year * 12 + month - 1 + count;
  const [toYear, toMonth] = [Math.floor(total / 12), (total % 12) + 1];
  const isLeap = toYear % 4 === 0 && (toYear % 100 !== 0 || toYear % 400 === 0);
  const longest = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][toMonth - 1] ?? 31;
  return `${toYear}-${String(toMonth).padStart(2, '0')}-${String(Math.min(date, longest)).padStart(2, '0')}`;
}

function examOf({ exams, fallback }: Model, grant: Grant): number | null {
  const begins = dayIn(grant.begins);
  const counts = (id: number | null) => id !== null && (exams.get(id)?.date ?? '') >= begins;
  return counts(grant.chosen) ? grant.chosen : counts(fallback) ? fallback : null;
}

function endOf(model: Model, grant: Grant): string {
  const { kind, count, until } = grant.rule;
  const begins = dayIn(grant.begins);
  if (kind === 'endless') return '9999-12-31';
  if (kind === 'until') return until ?? begins;
  if (kind === 'days') return plusDays(begins, count ?? 0);
  const exam = examOf(model, grant);
  return exam === null ? plusMonths(begins, 12) : plusMonths(model.exams.get(exam)?.date ?? '', count ?? 0);
}

const isActive = (model: Model, at: Date) =>
  model.grants.some((grant) => grant.ended === null && endOf(model, grant) >= dayIn(at));

/** Grants whose exam may still change. */
const unsettled = (model: Model, today: string) =>
  model.grants.filter((grant) => {
    if (grant.rule.kind !== 'exam_months' || grant.ended !== null || endOf(model, grant) < today) return false;
    const exam = examOf(model, grant);
    return exam === null || (model.exams.get(exam)?.date ?? '') >= today;
  });

type Step =
  | { do: 'buy'; kind: Kind; count: number }
  | { do: 'refund'; which: number }
  | { do: 'exam'; inDays: number }
  | { do: 'move'; which: number; inDays: number }
  | { do: 'delete'; which: number }
  | { do: 'follow'; which: number }
  | { do: 'unfollow'; which: number }
  | { do: 'fallback'; which: number }
  | { do: 'wait'; ms: number };

const which = fc.nat(5);
const inDays = fc.nat(400);
const steps = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('buy' as const),
      kind: fc.constantFrom<Kind>('exam_months', 'exam_months', 'days', 'until', 'endless'),
      count: fc.nat(14),
    }),
    fc.record({ do: fc.constant('refund' as const), which }),
    fc.record({ do: fc.constant('exam' as const), inDays }),
    fc.record({ do: fc.constant('move' as const), which, inDays }),
    fc.record({ do: fc.constant('delete' as const), which }),
    fc.record({ do: fc.constant('follow' as const), which }),
    fc.record({ do: fc.constant('unfollow' as const), which }),
    fc.record({ do: fc.constant('fallback' as const), which }),
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 90 * DAY_MS }) }),
  ),
  { minLength: 5, maxLength: 25 },
);
/** Around the ends of summer time in 2018 and 2019, a leap day, a year's end, and today. */
const begins = fc.constantFrom(
  '2018-02-15T01:30:00.000Z',
  '2018-11-03T23:30:00.000Z',
  '2019-02-16T12:00:00.000Z',
  '2020-02-28T12:00:00.000Z',
  '2026-12-31T02:30:00.000Z',
  '2027-12-31T23:59:59.999Z',
);

async function take(model: Model, userId: string, step: Step): Promise<void> {
  const { deps } = test;
  const { sessions } = test.app;
  const now = test.clock.now();
  const today = dayIn(now);
  const ids = [...model.exams.keys()];
  const picked = 'which' in step ? ids[step.which % Math.max(ids.length, 1)] : undefined;
  if (step.do === 'wait') test.clock.advance(step.ms);
  else if (step.do === 'buy') {
    const { kind, count } = step;
    const rule: Rule = {
      kind,
      count: kind === 'exam_months' || kind === 'days' ? count : null,
      until: kind === 'until' ? plusDays(today, count * 20) : null,
    };
    const followed = await deps.db
      .selectFrom('followed_exams')
      .select('exam_id')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    const paymentId = await order(userId, now);
    const { id: offerId } = await deps.db.selectFrom('offers').select('id').executeTakeFirstOrThrow();
    await deps.db
      .transaction()
      .execute((tx) => grantAccess(deps, tx, { userId, paymentId, offerId, rule, courseIds: null }));
    const chosen = followed && (model.exams.get(followed.exam_id)?.date ?? '') >= today ? followed.exam_id : null;
    model.grants.push({ begins: now, rule, chosen, ended: null, paymentId });
  } else if (step.do === 'refund') {
    const grant = model.grants[step.which % Math.max(model.grants.length, 1)];
    if (!grant || grant.ended) return;
    await deps.db.transaction().execute((tx) => endAccess(deps, tx, grant.paymentId));
    grant.ended = now;
  } else if (step.do === 'exam') {
    const date = plusDays(today, step.inDays);
    const { made: exam } = await addExam(deps, { name: 'Prova', organisation: 'PM', date, link: null });
    model.exams.set(exam.id, { date, version: 1 });
  } else if (picked === undefined) return;
  else if (step.do === 'move') {
    const exam = model.exams.get(picked) as { date: string; version: number };
    const date = plusDays(today, step.inDays);
    const fields = { name: 'Prova', organisation: 'PM', date, link: null, version: exam.version };
    await changeExam(deps, sessions, picked, fields);
    model.exams.set(picked, { date, version: exam.version + 1 });
  } else if (step.do === 'delete') {
    for (const grant of model.grants) {
      const isOver = (model.exams.get(picked)?.date ?? '') < today;
      if (grant.rule.kind === 'exam_months' && grant.ended === null && isOver && examOf(model, grant) === picked) {
        grant.rule = { kind: 'until', count: grant.rule.count, until: endOf(model, grant) };
      }
    }
    await removeExam(deps, sessions, adminId, picked);
    model.exams.delete(picked);
    for (const grant of model.grants) if (grant.chosen === picked) grant.chosen = null;
    if (model.fallback === picked) model.fallback = null;
  } else if (step.do === 'follow') {
    if ((model.exams.get(picked)?.date ?? '') < today) return;
    const open = unsettled(model, today);
    await follow(deps, userId, picked, sessions);
    for (const grant of open) grant.chosen = picked;
  } else if (step.do === 'unfollow') {
    const row = deps.db.selectFrom('followed_exams').select('exam_id').where('user_id', '=', userId);
    const followed = (await row.executeTakeFirst())?.exam_id === picked;
    const open = unsettled(model, today);
    await unfollow(deps, sessions, userId, picked);
    if (followed) for (const grant of open) grant.chosen = null;
  } else {
    await deps.db.updateTable('offers').set({ default_exam_id: picked }).execute();
    model.fallback = picked;
  }
}

let serial = 0;
async function order(userId: string, now: Date): Promise<number> {
  serial += 1;
  const row = {
    payment_code: String(serial).padStart(16, '0'),
    amount: 29_700,
    status: 'approved',
    student_id: userId,
  };
  const values = { ...row, created_at: now, updated_at: now };
  return (await test.deps.db.insertInto('payments').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function agrees(model: Model, userId: string, later: number): Promise<void> {
  const { deps, clock } = test;
  const now = clock.now();
  const told = await readMyAccess(deps, { id: userId, role: 'student' });
  expect(told.active).toBe(isActive(model, now));
  const standing = model.grants.filter(({ ended }) => ended === null).map((grant) => endOf(model, grant));
  const last = standing.sort().at(-1);
  if (last) expect(told.endsOn).toBe(last === '9999-12-31' ? null : last);
  const moments = [new Date(now.getTime() + later)];
  if (last && last !== '9999-12-31') {
    // Around the end of the last day, wherever summer time puts it.
    const noon = Date.parse(`${last}T12:00:00Z`);
    for (const hours of [13.9, 14, 14.1, 14.9, 15, 15.1, 16]) moments.push(new Date(noon + hours * 3_600_000));
  }
  for (const moment of moments) {
    clock.set(moment);
    expect([moment.toISOString(), await hasAccess(deps, deps.db, userId)]).toEqual([
      moment.toISOString(),
      isActive(model, moment),
    ]);
  }
  clock.set(now);
}

it(`access is what a plain second implementation says (seed ${fuzzSeed})`, { timeout: 60_000 }, async () => {
  const { db } = test.deps;
  await fc.assert(
    fc.asyncProperty(begins, steps, fc.nat(800 * DAY_MS), async (start, history, later) => {
      test.clock.set(start);
      await db.updateTable('offers').set({ default_exam_id: null }).execute();
      const { id } = await createPerson(db, { status: 'pending', now: test.clock.now() });
      const model: Model = { grants: [], exams: new Map(), fallback: null };
      for (const step of history) {
        await take(model, id, step);
        await agrees(model, id, later);
      }
    }),
    { seed: fuzzSeed, numRuns: 12, endOnFailure: true },
  );
});
