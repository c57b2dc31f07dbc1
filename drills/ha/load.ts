import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '#server/db/connect.ts';
import type { Person } from '#server/testing/factories.ts';
import type { TestQuiz } from '#server/testing/quizzes.ts';
import { ask } from '../parts.ts';

/** A pupil's patience with one call. The server answers far earlier; a machine that hangs does not. */
const PATIENCE_MS = 15_000;
const AFTER_REFUSAL_MS = 100;

type Acknowledged = { attemptId: number; questionId: number; optionId: number };
type Way = { name: string; url: string };
export type Seen = { refused: number; broken: number; wrong: string[] };

/**
 * Students who take a simulado without end, one answer per call, and remember which answers the server acknowledged,
 * when, and by which way. What was not acknowledged is sent again.
 */
export function startLoad(options: {
  ways: Way[];
  clients: number;
  pauseMs: number;
  students: Person[];
  quiz: TestQuiz;
}) {
  const { ways, quiz } = options;
  const students = [...options.students];
  const acknowledged: Acknowledged[] = [];
  /** By way: moments of acknowledgement, in milliseconds of performance.now(). */
  const moments = new Map(ways.map(({ name }) => [name, [] as number[]]));
  let seen: Seen = { refused: 0, broken: 0, wrong: [] };
  let isStopped = false;

  const post = async <T>(url: string, cookie: string, body: object): Promise<T | 'refused' | 'gone'> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await response.text();
      if (response.ok) return JSON.parse(text) as T;
      if (response.status === 503) seen.refused += 1;
      else seen.wrong.push(`${response.status} ${text.slice(0, 200)}`);
      if (response.status === 404) return 'gone';
    } catch {
      seen.broken += 1;
    }
    return 'refused';
  };

  /** Sends until it is acknowledged, or until the server answers that the attempt does not exist: then the attempt is lost as well. */
  const insist = async <T>(url: string, cookie: string, body: object): Promise<T | undefined> => {
    while (!isStopped) {
      const answer = await post<T>(url, cookie, body);
      if (answer === 'gone') return undefined;
      if (answer !== 'refused') return answer;
      await pause(AFTER_REFUSAL_MS);
    }
    return undefined;
  };

  const take = async ({ name, url }: Way, { cookie }: Person, number: number) => {
    const sheet = await insist<{ id: number }>(`${url}/api/quizzes/${quiz.id}/start`, cookie, {});
    if (!sheet) return;
    for (const [index, question] of quiz.questions.entries()) {
      const optionId = question.options[(number * 7 + index * 3) % question.options.length] ?? question.right;
      const answers = [{ questionId: question.id, optionId, flagged: false, seq: index + 1 }];
      if (!(await insist(`${url}/api/attempts/${sheet.id}/answers`, cookie, { answers }))) return;
      acknowledged.push({ attemptId: sheet.id, questionId: question.id, optionId });
      moments.get(name)?.push(performance.now());
      await pause(options.pauseMs);
    }
  };

  const client = async (way: Way, number: number) => {
    for (let student = students.pop(); student && !isStopped; student = students.pop()) {
      await take(way, student, number + students.length);
    }
    if (!isStopped) throw new Error('There are no students left: the run needs more.');
  };
  const done = Promise.all(
    Array.from({ length: options.clients }, (_, number) => client(ways[number % ways.length] as Way, number)),
  );
  // Awaited later; until then its rejection must not end the process.
  done.catch(() => undefined);

  /** The longest time without an acknowledged answer after a moment, in seconds, the last one still going on included. */
  const gapSince = (name: string, since: number): number => {
    const after = (moments.get(name) ?? []).filter((moment) => moment >= since);
    const edges = [since, ...after, performance.now()];
    return Math.max(...edges.slice(1).map((moment, at) => moment - (edges[at] ?? moment))) / 1000;
  };
  const countSince = (name: string, since: number) =>
    (moments.get(name) ?? []).filter((moment) => moment >= since).length;

  return {
    acknowledged,
    gapSince,
    countSince,
    /** What users have seen since the last time this was asked. */
    takeSeen(): Seen {
      const before = seen;
      seen = { refused: 0, broken: 0, wrong: [] };
      return before;
    },
    async stop() {
      isStopped = true;
      await done;
    },
  };
}

export type Load = ReturnType<typeof startLoad>;

/** Acknowledged answers that the database does not hold. */
export async function countLost(connection: Connection, acknowledged: readonly Acknowledged[]): Promise<number> {
  const rows = await ask<{ a: number; q: number; o: number | null }>(
    connection,
    'SELECT attempt_id AS a, question_id AS q, option_id AS o FROM attempt_questions WHERE option_id IS NOT NULL',
  );
  const stored = new Map(rows.map(({ a, q, o }) => [`${a}:${q}`, o]));
  return acknowledged.filter(
    ({ attemptId, questionId, optionId }) => stored.get(`${attemptId}:${questionId}`) !== optionId,
  ).length;
}
