import { type Expression, sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

const fullName = (first: Expression<string | null>, last: Expression<string | null>) =>
  sql<string | null>`${first} || ' ' || ${last}`;

export const listConfirmations = (db: Db | Tx, statements: readonly string[]) =>
  statements.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('landing_claims')
        .leftJoin('users', 'users.id', 'landing_claims.confirmed_by')
        .select(({ ref }) => [
          'statement',
          'source',
          'confirmed_at as at',
          fullName(ref('users.first_name'), ref('users.last_name')).as('by'),
        ])
        .where('statement', 'in', statements)
        .execute();

/** The first confirmation of a statement stays; the result is the statements that were new. */
export async function insertConfirmations(
  tx: Tx,
  statements: readonly string[],
  { source, by, now }: { source: string; by: string; now: Date },
): Promise<string[]> {
  const rows = await tx
    .insertInto('landing_claims')
    .values(statements.map((statement) => ({ statement, source, confirmed_at: now, confirmed_by: by })))
    .onConflict((conflict) => conflict.column('statement').doNothing())
    .returning('statement')
    .execute();
  return rows.map(({ statement }) => statement);
}
