import { join } from 'node:path';
import type { Connection } from '#server/db/connect.ts';
import type { Db } from '#server/db/handle.ts';
import { freePort } from '#server/parts/testing/ports.ts';
import { createPerson } from '#server/testing/factories.ts';
import { createTestQuiz } from '#server/testing/quizzes.ts';
import { ask } from '../parts.ts';
import { startServer } from '../start-server.ts';
import { request, stopServer } from '../wait.ts';
import type { Line } from './round.ts';

const HOURS = 2;

/** A machine whose clock is wrong by this much, as the server sees it. */
const shiftedBy = (ms: number) => `
const Real = globalThis.Date;
const now = () => Real.now() + ${ms};
globalThis.Date = class Date extends Real {
  constructor(...given) { if (given.length === 0) super(now()); else super(...given); }
  static now() { return now(); }
};`;

/**
 * A simulado of one hour on that machine: answers are taken, it is not over before its time, and the student is shown
 * the minutes that every other server counts.
 */
export async function clockWrong(
  { db, connection }: { db: Db; connection: Connection },
  directory: string,
  url: string,
  direction: 'ahead of' | 'behind',
): Promise<Line> {
  const shift = (direction === 'behind' ? -HOURS : HOURS) * 3_600_000;
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const server = await startServer(join(directory, direction === 'behind' ? 'clock-behind' : 'clock-ahead'), {
    DATABASE_URL: url,
    NODE_ENV: 'production',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(shiftedBy(shift))}`,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    SESSION_SECRET: 'the same secret in every process',
    SUPPORT_EMAIL: 'ajuda@escola.example',
    PIX_KEY: 'ajuda@escola.example',
    PIX_MERCHANT_NAME: 'Escola',
    PIX_MERCHANT_CITY: 'Recife',
    LOG_LEVEL: 'warn',
  });
  try {
    const now = new Date();
    const quiz = await createTestQuiz(db, { questions: 20, timeLimit: 60, now });
    const { cookie } = await createPerson(db, { now, payment: 'approved' });
    const post = (path: string, body: object) =>
      request(server.url + path, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', origin: publicUrl },
        body: JSON.stringify(body),
      });
    const started = await post(`/api/quizzes/${quiz.id}/start`, {});
    if (!started.ok) throw new Error(`The simulado did not start: ${started.status} ${await started.text()}`);
    const { id, deadlineAt, serverTime } = (await started.json()) as Record<'deadlineAt' | 'serverTime', string> & {
      id: number;
    };
    const shownMinutes = (Date.parse(deadlineAt) - Date.parse(serverTime)) / 60_000;
    const acknowledged: number[] = [];
    let wrong = 0;
    for (const [index, question] of quiz.questions.entries()) {
      const answers = [{ questionId: question.id, optionId: question.right, flagged: false, seq: index + 1 }];
      if ((await post(`/api/attempts/${id}/answers`, { answers })).ok) acknowledged.push(question.id);
      else wrong += 1;
    }
    const [attempt] = await ask<{ closedAt: Date | null; deadlineAt: Date | null }>(
      connection,
      'SELECT closed_at AS "closedAt", deadline_at AS "deadlineAt" FROM attempts WHERE id = $1',
      [id],
    );
    const kept = await ask<{ questionId: number }>(
      connection,
      'SELECT question_id AS "questionId" FROM attempt_questions WHERE attempt_id = $1 AND option_id IS NOT NULL',
      [id],
    );
    const lost = acknowledged.filter((question) => !kept.some(({ questionId }) => questionId === question)).length;
    const leftMinutes = attempt?.deadlineAt ? (attempt.deadlineAt.getTime() - Date.now()) / 60_000 : 0;
    const isEarly = attempt?.closedAt !== null || leftMinutes < 55;
    const isShownWrong = Math.abs(shownMinutes - 60) > 1;
    const isTold = server.lines.some((line) => line.includes('clock'));
    return {
      fault: `clock of a server two hours ${direction} the database's`,
      here: true,
      acknowledged: acknowledged.length,
      lost,
      seen:
        wrong > 0
          ? `${wrong} answers REFUSED`
          : `nothing; ${Math.round(leftMinutes)} of 60 minutes left, ${Math.round(shownMinutes)} shown at the start`,
      recovery: isTold ? 'none needed; told in the log' : 'NOT TOLD in the log',
      isWrong: wrong > 0 || lost > 0 || isEarly || isShownWrong || !isTold,
    };
  } finally {
    await stopServer(server);
  }
}
