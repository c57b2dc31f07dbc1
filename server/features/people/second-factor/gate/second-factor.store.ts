import type { Db, Tx } from '#server/db/handle.ts';

export async function findFactor(db: Db | Tx, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['secret', 'enabled_at as enabledAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

type NewFactor = { userId: string; secret: Buffer; step: number; now: Date };

/** False when there is one already. */
export async function insertFactor(tx: Tx, factor: NewFactor): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('second_factors')
    .values({ user_id: factor.userId, secret: factor.secret, enabled_at: factor.now, last_step: factor.step })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Compare-and-set: replaces the factor enabled at `replaces`; false if that is not the current one. */
export async function replaceFactor(tx: Tx, factor: NewFactor, replaces: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ secret: factor.secret, enabled_at: factor.now, last_step: factor.step })
    .where('user_id', '=', factor.userId)
    .where('enabled_at', '=', replaces)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Uses a step up. Of any number of callers with the same code, one gets true. */
export async function useStep(tx: Tx, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True when there was one. */
export async function deleteFactor(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('second_factors').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteFactorSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', userId).where('enabled_at', '>=', since).execute();
}

export async function replaceRecoveryCodes(tx: Tx, userId: string, hashes: Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Uses a recovery code up. Only one caller gets true. */
export async function useRecoveryCode(tx: Tx, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
