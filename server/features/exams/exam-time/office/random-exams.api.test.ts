import { beforeAll, expect, it } from 'vitest';
import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import {
  byHand,
  type Deed,
  deedsOf,
  type Exam,
  type Plan,
  random,
  randomExam,
  randomPlan,
} from '#server/testing/exam-clock.ts';
import { examTimeClient, on, quarter } from '#server/testing/exam-time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
const { call, done, people, rightUrl, attemptUrl } = examTimeClient(test);
let ana: Person;
let office: Person;
let question: Awaited<ReturnType<typeof createBankQuestion>>;

const PLANS = 10;
const STUDENTS_A_PLAN = 10;
/** The server accepts what arrives a few seconds late, and this test asks nothing within them. */
const NEAR = 0.2;

beforeAll(async () => {
  ({ ana, office } = await people());
  question = await createBankQuestion(test, ana);
});

async function publish({ window, limit, sheet }: Plan): Promise<number> {
  const { id, revision } = await publishComposed(test, ana, { questionIds: [question.id] }, { timeLimit: limit });
  if (sheet !== null) {
    const conduct = { ...plainConduct, sheet: { minutes: sheet, mayCopy: false } };
    const saved = await done('PUT', `/api/teacher/quizzes/${id}/rules`, ana, { revision, rules: null, conduct });
    await done('POST', `/api/teacher/quizzes/${id}/publish`, ana, { revision: saved.revision });
  }
  if (window) {
    const hours = { opensAt: on(window.opens), closesAt: on(window.closes), lateStart: window.late };
    await done('PUT', `/api/teacher/quizzes/${id}/window`, ana, { version: 0, window: hours });
  }
  return id;
}

type Sat = { exam: Exam; quizId: number; student: Person; sheetId: number; revision: number; taken: boolean[] };

async function grant(sat: Sat, { extra, breaks, breakMinutes }: Pick<Exam, 'extra' | 'breaks' | 'breakMinutes'>) {
  const given = { extraPercent: extra.percent, extraMinutes: extra.minutes, breaks, breakMinutes, largePrint: true };
  const body = { ...quarter, ...given, revision: sat.revision };
  sat.revision = (await done('PUT', rightUrl(sat.student), office, body)).revision;
}

const hasRight = ({ breakMinutes }: Exam) => breakMinutes > 0;

async function enter(quizId: number, exam: Exam): Promise<Sat> {
  const student = await createPerson(test.deps.db);
  const sat: Sat = { exam, quizId, student, sheetId: 0, revision: 0, taken: [] };
  if (hasRight(exam)) await grant(sat, exam);
  return sat;
}

/** Some are refused: a break where none is left, an answer card that has begun. The deadline at the end tells. */
const deeds: Record<Deed['what'], (sat: Sat) => Promise<unknown>> = {
  break: ({ sheetId, student }) => call('POST', attemptUrl({ id: sheetId }, 'break'), student),
  resume: ({ sheetId, student }) => call('DELETE', attemptUrl({ id: sheetId }, 'break'), student),
  card: ({ sheetId, student }) => call('POST', attemptUrl({ id: sheetId }, 'sheet'), student),
  grant: (sat) => (sat.exam.grant ? grant(sat, sat.exam.grant) : Promise.resolve()),
};

/** An answer of a device whose clock is wrong: the number that orders its answers says nothing about the time. */
async function answer({ sheetId, student, taken }: Sat, place: number): Promise<void> {
  const seq = (place * 7919 * MINUTE_MS) % 86_400_000;
  const answers = [{ questionId: question.id, optionId: question.right, flagged: false, seq: seq + 1 }];
  const { statusCode } = await call('POST', attemptUrl({ id: sheetId }, 'answers'), student, { answers });
  taken[place] = statusCode === 200;
}

/** What a student does, by minute. Answers come after everything else of their minute. */
function agendaOf(sat: Sat): { at: number; act: () => Promise<unknown> }[] {
  const { exam } = sat;
  const start = async () => {
    sat.sheetId = (await done('POST', `/api/quizzes/${sat.quizId}/start`, sat.student)).id;
  };
  return [
    { at: exam.start, act: start },
    ...deedsOf(exam).map(({ at, what }) => ({ at, act: () => deeds[what](sat) })),
    ...exam.arrivals.map((at, place) => ({ at, act: () => answer(sat, place) })),
  ];
}

const isNear = (exam: Exam, minute: number) => {
  const { deadline, notebook } = byHand({ ...exam, grant: null });
  return [deadline, notebook].some((end) => end !== null && Math.abs(end - minute) < NEAR);
};

/** Arrivals near an end are left out, and exams whose right is granted near one. */
function someExam(pick: ReturnType<typeof random>, plan: Plan): Exam {
  for (;;) {
    const exam = randomExam(pick, plan);
    const { deadline, notebook } = byHand(exam);
    const isClear = (minute: number) => [deadline, notebook].every((end) => Math.abs((end ?? -9) - minute) >= NEAR);
    if (exam.grant && isNear(exam, exam.grant.at)) continue;
    if (deedsOf(exam).some(({ at }) => !isClear(at))) continue;
    return { ...exam, arrivals: exam.arrivals.slice(0, 2).filter(isClear) };
  }
}

it('a hundred random exams through the calls end, close their notebooks and accept answers as the minute-by-minute clock says', async () => {
  const pick = random(351);
  clock.set('2026-11-15T12:00:00.000Z');
  const sats: Sat[] = [];
  for (let plans = 0; plans < PLANS; plans += 1) {
    const plan = randomPlan(pick);
    const quizId = await publish(plan);
    for (let count = 0; count < STUDENTS_A_PLAN; count += 1) sats.push(await enter(quizId, someExam(pick, plan)));
  }
  // The time of all of them goes on together, and never back.
  for (const { at, act } of sats.flatMap(agendaOf).sort((one, other) => one.at - other.at)) {
    clock.set(on(at));
    await act();
  }
  const stored = await test.deps.db
    .selectFrom('attempts')
    .select(['id', 'deadline_at', 'notebook_until'])
    .where(
      'id',
      'in',
      sats.map(({ sheetId }) => sheetId),
    )
    .execute();
  const times = new Map(stored.map((row) => [row.id, row]));
  const minuteOf = (moment: Date | null | undefined) =>
    moment ? (moment.getTime() - Date.parse(on(0))) / MINUTE_MS : null;
  for (const { exam, sheetId, taken } of sats) {
    const row = times.get(sheetId);
    const hand = byHand(exam);
    const shown = JSON.stringify(exam);
    expect(minuteOf(row?.deadline_at), shown).toBeCloseTo(hand.deadline, 3);
    if (exam.sheet !== null) expect(minuteOf(row?.notebook_until), shown).toBeCloseTo(hand.notebook ?? 0, 3);
    expect(taken, shown).toEqual(hand.taken);
  }
}, 120_000);
