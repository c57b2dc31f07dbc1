import type pg from 'pg';
import type { Acknowledged } from './load.ts';

/** What was acknowledged and is not in the database, or is there twice. */
export async function findLost(client: pg.Client, done: Acknowledged): Promise<string[]> {
  const column = async <T>(text: string, values: unknown[]) =>
    (await client.query<{ value: T }>(text, values)).rows.map(({ value }) => value);
  const lost: string[] = [];
  const compare = (what: string, acknowledged: readonly string[], stored: readonly string[]) => {
    const counts = Map.groupBy(stored, (one) => one);
    for (const one of acknowledged) {
      const times = counts.get(one)?.length ?? 0;
      if (times !== 1) lost.push(`${what} ${one}: stored ${times} times`);
    }
  };
  compare(
    'registration',
    done.registrations,
    await column('SELECT username AS value FROM users WHERE username = ANY($1)', [done.registrations]),
  );
  compare(
    'proof',
    done.proofs,
    await column(
      'SELECT payment_code AS value FROM payment_proofs JOIN payments ON payments.id = payment_id WHERE payment_code = ANY($1)',
      [done.proofs],
    ),
  );
  compare(
    'approval',
    done.approvals,
    await column("SELECT payment_code AS value FROM payments WHERE payment_code = ANY($1) AND status = 'approved'", [
      done.approvals,
    ]),
  );
  compare(
    'answer',
    done.answers.map(({ attemptId, questionId, optionId }) => `${attemptId}:${questionId}:${optionId}`),
    await column(
      "SELECT attempt_id || ':' || question_id || ':' || option_id AS value FROM attempt_questions WHERE attempt_id = ANY($1)",
      [[...new Set(done.answers.map(({ attemptId }) => attemptId))]],
    ),
  );
  compare(
    'finished attempt',
    done.finished.map(String),
    await column('SELECT id::text AS value FROM attempts WHERE id = ANY($1) AND closed_at IS NOT NULL', [
      done.finished,
    ]),
  );
  compare(
    'lesson',
    done.lessons.map(({ id, title, content }) => `${id} ${title} ${content}`),
    await column("SELECT id || ' ' || title || ' ' || content AS value FROM lessons WHERE id = ANY($1)", [
      done.lessons.map(({ id }) => id),
    ]),
  );
  compare(
    'title of a lesson',
    done.lessons.map(({ title }) => title),
    await column('SELECT title AS value FROM lessons WHERE title = ANY($1)', [done.lessons.map(({ title }) => title)]),
  );
  return lost;
}
