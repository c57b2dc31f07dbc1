import { sql } from 'kysely';
import type { School } from '../school.ts';

type Line = { actor: string | null; action: string; of: string; count: number };
type Order = { id: number; status: string; steps: { from: string; to: string }[] };
type Question = { id: number; status: string; last: string | null };

/**
 * LAW: the record is complete. Every call of the staff that succeeded has a line, and never more lines than it was asked for.
 * The lines of an order tell its whole way: each begins where the one before ended, and the last leads to what the order
 * is now. A question is annulled exactly if its last line says so.
 */
export async function auditLaw({ reader, decided }: School): Promise<string[]> {
  const found: string[] = [];
  const { rows: lines } = await sql<Line>`
    SELECT actor_id::text AS actor, action, subject AS of, count(*)::int AS count
    FROM audit_events GROUP BY 1, 2, 3`.execute(reader);
  for (const { actor, action, of, tries, isDone } of decided.decisions.values()) {
    const told = lines.filter((line) => line.action === action && line.of === of);
    const own = told.find((line) => line.actor === actor)?.count ?? 0;
    if (isDone && told.length === 0) found.push(`${of} has no line ${action}, which was answered as done`);
    if (own > tries) found.push(`${of} has ${own} lines ${action} by one person, who asked ${tries} times`);
  }

  const { rows: orders } = await sql<Order>`
    SELECT p.id, p.status, (
      SELECT coalesce(json_agg(json_build_object('from', e.details ->> 'from', 'to', e.details ->> 'to') ORDER BY e.id),
        '[]')
      FROM audit_events e WHERE e.subject = 'payment:' || p.id AND e.details ? 'from' AND e.details ? 'to') AS steps
    FROM payments p ORDER BY p.id`.execute(reader);
  for (const { id, status, steps } of orders) {
    steps.forEach(({ from, to }, at) => {
      const next = steps[at + 1]?.from ?? status;
      if (next !== to) found.push(`order ${id} went from ${from} to ${to}, and then it is ${next}`);
    });
    const isDecided = !['pending', 'approved'].includes(status);
    if (isDecided && steps.length === 0) found.push(`order ${id} is ${status}, and nothing says how`);
  }

  const { rows: questions } = await sql<Question>`
    SELECT q.id, q.status, (
      SELECT e.action FROM audit_events e WHERE e.subject = 'question:' || q.id
        AND e.action IN ('question.annulled', 'question.reinstated', 'question.active', 'question.outdated')
      ORDER BY e.id DESC LIMIT 1) AS last
    FROM questions q`.execute(reader);
  for (const { id, status, last } of questions) {
    if ((status === 'annulled') !== (last === 'question.annulled')) {
      found.push(`question ${id} is ${status}, its last line is ${last}`);
    }
  }
  return found;
}
