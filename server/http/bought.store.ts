import { sql } from 'kysely';
import type { Bought } from '#contract/endpoint.ts';
import type { Db, Tx } from '#server/db/handle.ts';

/** Uses the same database functions as the lists to decide what a list of courses opens. */
export async function isOpenTo(
  db: Db | Tx,
  { kind, id }: { kind: Bought; id: number },
  courses: readonly number[],
): Promise<boolean> {
  if (kind === 'course') return courses.includes(id);
  const { rows } = await sql<{ open: boolean }>`
    SELECT ${kind === 'lesson' ? sql`lesson_is_open` : sql`quiz_is_open`}(${id}, ${courses}::int[]) AS open`.execute(
    db,
  );
  return rows[0]?.open ?? false;
}
