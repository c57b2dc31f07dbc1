import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { certainTime } from '#server/clock.ts';
import { createBankQuestion, publishComposed } from '#server/testing/bank.ts';
import { type AnsweredExam, answeredExam, answersByHand, type QueuedAnswer } from '#server/testing/exam-answers.ts';
import { type AttemptState, serverClock, stateAt, statesByProduct } from '#server/testing/exam-by-product.ts';
import { byHand, minute, random } from '#server/testing/exam-clock.ts';
import { createPerson } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { overdueBefore } from '../grading/deadline.ts';
import { asChange } from './answer-card.service.ts';
import { saveAnswerRows, saveManyAnswerRows } from './answers.store.ts';

const test = useTestApp();

const EXAMS = 10_000;
const ANSWERS = 4;
/** As answer-batches.service.ts sends them. */
const MOST_AT_ONCE = 500;
const CARDS_AT_ONCE = 4;
const device = '0190a000-0000-7000-8000-000000000000';

type Question = Awaited<ReturnType<typeof createBankQuestion>>;
type Sat = { exam: AnsweredExam; states: AttemptState[]; attemptId: number; userId: string; saved: boolean[] };
type Sent = { sat: Sat; place: number; answer: QueuedAnswer; now: Date; certain: Date };

/** One attempt of another student each, with the times that it has at its start. */
async function sitDown(exams: readonly AnsweredExam[], questions: readonly Question[]): Promise<Sat[]> {
  const { db } = test.deps;
  const ana = await createPerson(db, { role: 'teacher' });
  const { id: quizId } = await publishComposed(test, ana, { questionIds: questions.map(({ id }) => id) });
  await sql`
    INSERT INTO users (id, username, username_key, email, email_key, first_name, last_name, search_key, password_hash,
      role, status, terms_version, terms_accepted_at, created_at)
    SELECT gen_random_uuid(), name, name, name || '@exemplo.com.br', name || '@exemplo.com.br', 'Ana', 'Sorteada',
      name, '', 'student', 'active', 'test', ${minute(0)}, ${minute(0)}
    FROM (SELECT 'sorteada' || n AS name FROM generate_series(1, ${exams.length}) n) AS made`.execute(db);
  const { rows } = await sql<{ attemptId: number; userId: string }>`
    INSERT INTO attempts (quiz_id, quiz_version_id, user_id, started_at, deadline_at, total_questions, passing_score)
    SELECT ${quizId}, (SELECT max(id) FROM quiz_versions WHERE quiz_id = ${quizId}), id, ${minute(-1)}, ${minute(0)}, 2, 70
    FROM users WHERE username LIKE 'sorteada%' RETURNING id AS "attemptId", user_id AS "userId"`.execute(db);
  await sql`
    INSERT INTO attempt_questions (attempt_id, position, question_id, question_version_id)
    SELECT a.id, row_number() OVER (PARTITION BY a.id ORDER BY q.id), q.id, q.current_version_id
    FROM attempts a CROSS JOIN questions q WHERE a.quiz_id = ${quizId}
      AND q.id = ANY(${questions.map(({ id }) => id)})`.execute(db);
  return exams.map((exam, at) => {
    const row = rows[at];
    if (!row) throw new Error('There are fewer attempts than exams.');
    return { exam, states: statesByProduct(exam), saved: [], ...row };
  });
}

/** Writes the times that the attempts have when their next answers arrive. */
async function moveTimes(sent: readonly Sent[]): Promise<void> {
  const states = sent.map(({ sat, answer }) => stateAt(sat.states, answer.arrives));
  const text = (at: Date | null) => at?.toISOString() ?? null;
  await sql`
    UPDATE attempts SET deadline_at = given.deadline, notebook_until = given.notebook, paused_until = given.paused
    FROM unnest(${sent.map(({ sat }) => sat.attemptId)}::int[], ${states.map(({ deadline }) => text(deadline))}::timestamptz[],
      ${states.map(({ notebookUntil }) => text(notebookUntil))}::timestamptz[],
      ${states.map(({ pausedUntil }) => text(pausedUntil))}::timestamptz[]) AS given (id, deadline, notebook, paused)
    WHERE attempts.id = given.id`.execute(test.deps.db);
}

function* groupsOf<T>(list: readonly T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

async function save(sent: readonly Sent[], questions: readonly Question[]): Promise<void> {
  const { db } = test.deps;
  const partsOf = ({ sat, answer, now, certain }: Sent) => {
    const question = questions[answer.question];
    const bubble = {
      questionId: question?.id ?? 0,
      optionId: question?.options[answer.option] ?? null,
      seq: answer.seq,
    };
    const call = { attemptId: sat.attemptId, userId: sat.userId, overdueBefore: overdueBefore(certain), device };
    return { call: { ...call, now: answer.on === 'card' ? now : certain }, change: asChange(bubble) };
  };
  const note = ({ sat, place }: Sent, isSaved: boolean) => {
    sat.saved[place] = isSaved;
  };
  const [notebook, card] = [sent.filter(({ answer }) => answer.on === 'notebook'), sent.filter(isOnCard)];
  for (const group of groupsOf(notebook, MOST_AT_ONCE)) {
    const saved = await saveManyAnswerRows(db, group.map(partsOf));
    group.forEach((one, at) => void note(one, saved[at] === true));
  }
  const saveBubble = async (one: Sent) => {
    const { call, change } = partsOf(one);
    const [outcome] = await saveAnswerRows(db, call, [change], 'card');
    note(one, outcome?.saved === true);
  };
  for (const group of groupsOf(card, CARDS_AT_ONCE)) await Promise.all(group.map(saveBubble));
}

const isOnCard = ({ answer }: Sent) => answer.on === 'card';

it('answers of 10,000 random exams that waited in devices with wrong clocks are saved by the statements exactly where the minute-by-minute clock of an exam takes them', async () => {
  const ana = await createPerson(test.deps.db, { role: 'teacher' });
  const questions = [await createBankQuestion(test, ana), await createBankQuestion(test, ana)];
  const [pick, server] = [random(5151), await serverClock()];
  const exams = Array.from({ length: EXAMS }, () => answeredExam(pick, undefined, ANSWERS));
  expect(new Set(exams.map((exam) => JSON.stringify(exam))).size).toBe(EXAMS);
  const sats = await sitDown(exams, questions);
  for (let place = 0; place < ANSWERS; place += 1) {
    const sent: Sent[] = [];
    for (const sat of sats) {
      const answer = sat.exam.answers[place];
      if (!answer) continue;
      await server.goTo(answer.arrives, sat.exam.machine);
      sent.push({ sat, place, answer, now: server.clock.now(), certain: certainTime(server.clock) });
    }
    await moveTimes(sent);
    await save(sent, questions);
  }
  server.stop();

  const { rows } = await sql<{ attemptId: number; stored: [number, number | null, number, number | null, number][] }>`
    SELECT attempt_id AS "attemptId",
      json_agg(json_build_array(question_id, option_id, seq, sheet_option_id, sheet_seq) ORDER BY question_id) AS stored
    FROM attempt_questions GROUP BY 1`.execute(test.deps.db);
  const storedOf = new Map(rows.map(({ attemptId, stored }) => [attemptId, stored]));
  for (const { exam, attemptId, saved } of sats) {
    const hand = answersByHand(exam, byHand(exam));
    const at = (on: string, question: number) => {
      const one = hand.stored.get(`${on} ${question}`);
      return one ? [questions[question]?.options[one.option] ?? null, one.seq] : [null, 0];
    };
    const expected = {
      saved: hand.outcomes.map(({ isSaved }) => isSaved),
      stored: questions.map(({ id }, question) => [id, ...at('notebook', question), ...at('card', question)]),
    };
    const found = { saved, stored: storedOf.get(attemptId) };
    if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, JSON.stringify(exam)).toEqual(expected);
  }
  const all = sats.flatMap(({ saved }) => saved);
  expect(all.filter(Boolean).length).toBeGreaterThan(EXAMS);
  expect(all.filter((isSaved) => !isSaved).length).toBeGreaterThan(EXAMS);
}, 120_000);
