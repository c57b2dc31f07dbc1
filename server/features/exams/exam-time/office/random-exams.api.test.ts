import { beforeAll, expect, it } from 'vitest';
import { plainConduct } from '#contract/exams/exam-conduct.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { type AnsweredExam, answeredExam, answersByHand } from '#server/testing/exam-answers.ts';
import { byHand, type Deed, deedsOf, type Exam, type Plan, random, randomPlan } from '#server/testing/exam-clock.ts';
import { examTimeClient, on, quarter } from '#server/testing/exam-time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
/** Minutes by which the server's own clock is behind the database's. */
let behind = 0;
const { call, done, people, rightUrl, attemptUrl } = examTimeClient(test);
let ana: Person;
let office: Person;
let question: Awaited<ReturnType<typeof createBankQuestion>>;

const PLANS = 10;
const STUDENTS_A_PLAN = 10;
const ANSWERS = 4;
/** The server accepts a deed a few seconds late, and this test asks none within them. */
const NEAR = 0.2;

beforeAll(async () => {
  Object.assign(clock, { certain: () => new Date(clock.now().getTime() - behind * MINUTE_MS) });
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

type Sat = { exam: AnsweredExam; quizId: number; student: Person; sheetId: number; revision: number; taken: boolean[] };

async function grant(sat: Sat, { extra, breaks, breakMinutes }: Pick<Exam, 'extra' | 'breaks' | 'breakMinutes'>) {
  const given = { extraPercent: extra.percent, extraMinutes: extra.minutes, breaks, breakMinutes, largePrint: true };
  const body = { ...quarter, ...given, revision: sat.revision };
  sat.revision = (await done('PUT', rightUrl(sat.student), office, body)).revision;
}

const hasRight = ({ breakMinutes }: Exam) => breakMinutes > 0;

async function enter(quizId: number, exam: AnsweredExam): Promise<Sat> {
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
async function answer({ exam, sheetId, student, taken }: Sat, place: number): Promise<void> {
  const one = exam.answers[place];
  if (!one) return;
  const { on, option, seq, arrives } = one;
  const bubble = { questionId: question.id, optionId: question.options[option], seq };
  const [url, body] =
    on === 'card' ? ['marks', { marks: [bubble] }] : ['answers', { answers: [{ ...bubble, flagged: false }] }];
  behind = arrives >= exam.machine.since ? Math.max(0, -exam.machine.off) : 0;
  const { statusCode } = await call('POST', attemptUrl({ id: sheetId }, url), student, body);
  behind = 0;
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
    ...exam.answers.map(({ arrives }, place) => ({ at: arrives, act: () => answer(sat, place) })),
  ];
}

const isNear = (exam: Exam, minute: number) => {
  const { deadline, notebook } = byHand({ ...exam, grant: null });
  return [deadline, notebook].some((end) => end !== null && Math.abs(end - minute) < NEAR);
};

/** Exams with deeds near an end are left out. All answers are to one question. */
function someExam(pick: ReturnType<typeof random>, plan: Plan): AnsweredExam {
  for (;;) {
    const exam = answeredExam(pick, plan, ANSWERS);
    const { deadline, notebook } = byHand(exam);
    const isClear = (minute: number) => [deadline, notebook].every((end) => Math.abs((end ?? -9) - minute) >= NEAR);
    if (exam.grant && isNear(exam, exam.grant.at)) continue;
    if (deedsOf(exam).some(({ at }) => !isClear(at))) continue;
    return { ...exam, answers: exam.answers.map((one) => ({ ...one, question: 0 as const })) };
  }
}

it('a hundred random exams through the calls end, close their notebooks and accept answers that waited in devices as the minute-by-minute clock says', async () => {
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
  const rows = await test.deps.db
    .selectFrom('attempt_questions')
    .select(['attempt_id', 'seq', 'sheet_seq'])
    .where(
      'attempt_id',
      'in',
      sats.map(({ sheetId }) => sheetId),
    )
    .execute();
  const given = new Map(rows.map((row) => [row.attempt_id, row]));
  const minuteOf = (moment: Date | null | undefined) =>
    moment ? (moment.getTime() - Date.parse(on(0))) / MINUTE_MS : null;
  for (const { exam, sheetId, taken } of sats) {
    const row = times.get(sheetId);
    const hand = byHand(exam);
    const shown = JSON.stringify(exam);
    expect(minuteOf(row?.deadline_at), shown).toBeCloseTo(hand.deadline, 3);
    if (exam.sheet !== null) expect(minuteOf(row?.notebook_until), shown).toBeCloseTo(hand.notebook ?? 0, 3);
    const answers = answersByHand(exam, hand);
    expect(taken, shown).toEqual(answers.outcomes.map(({ isTaken }) => isTaken));
    const [notebook, card] = ['notebook 0', 'card 0'].map((place) => answers.stored.get(place));
    expect(given.get(sheetId), shown).toMatchObject({ seq: notebook?.seq ?? 0, sheet_seq: card?.seq ?? 0 });
  }
}, 120_000);
