import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** Shared lock on the weights: a running replay must not finish with outdated weights. */
export async function lockWeightsForShare(tx: Tx, userId: string): Promise<number[] | null> {
  const row = await tx
    .selectFrom('student_memories')
    .select('weights')
    .where('user_id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return row?.weights ?? null;
}

export type StudentMemory = {
  weights: number[] | null;
  fittedOn: string | null;
  form: string;
  policy: string | null;
  chosenOn: string | null;
};

/** A query that can be batched with other reads. */
export const memoryRow = (userId: string) => sql<StudentMemory>`
  SELECT weights, fitted_on::text AS "fittedOn", form, policy, chosen_on::text AS "chosenOn"
  FROM student_memories WHERE user_id = ${userId}`;

export async function findMemory(db: Db | Tx, userId: string): Promise<StudentMemory | undefined> {
  return (await memoryRow(userId).execute(db)).rows[0];
}
