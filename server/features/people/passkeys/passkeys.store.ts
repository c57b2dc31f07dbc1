import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/handle.ts';

/** The purpose of a challenge: it is valid for no other. */
export type Purpose = 'login' | { newKeyOf: string } | { proves: string };

const columnsOf = (purpose: Purpose) => ({
  user_id: typeof purpose === 'object' && 'newKeyOf' in purpose ? purpose.newKeyOf : null,
  proves: typeof purpose === 'object' && 'proves' in purpose ? purpose.proves : null,
});

export async function insertChallenge(
  db: Db | Tx,
  challenge: { id: string; challenge: Buffer; purpose: Purpose; host: string; expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('passkey_challenges')
    .values({
      id: challenge.id,
      challenge: challenge.challenge,
      ...columnsOf(challenge.purpose),
      host: challenge.host,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** Takes a challenge away: of several callers one gets it. */
export async function takeChallenge(db: Db | Tx, id: string, purpose: Purpose, now: Date) {
  const { user_id: userId, proves } = columnsOf(purpose);
  return db
    .deleteFrom('passkey_challenges')
    .where('id', '=', id)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('proves', proves === null ? 'is' : '=', proves)
    .where('expires_at', '>', now)
    .returning(['challenge', 'host'])
    .executeTakeFirst();
}

export async function deleteExpiredChallenges(db: Db, now: Date, limit: number): Promise<number> {
  const expired = db.selectFrom('passkey_challenges').select('id').where('expires_at', '<=', now).limit(limit);
  const { numDeletedRows } = await db.deleteFrom('passkey_challenges').where('id', 'in', expired).executeTakeFirst();
  return Number(numDeletedRows);
}

const columns = ['id', 'name', 'host', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const;

export async function listPasskeysOf(db: Db | Tx, userId: string, limit: number) {
  return db
    .selectFrom('passkeys')
    .select([...columns, 'credential_id as credentialId', 'transports'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function findPasskeyByCredential(db: Db | Tx, credentialId: string) {
  const row = await db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter', 'host'])
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row && { ...row, counter: Number(row.counter) };
}

export async function insertPasskey(
  tx: Tx,
  passkey: {
    id: string;
    userId: string;
    credentialId: string;
    publicKey: Buffer;
    counter: number;
    transports: string[];
    host: string;
    name: string;
    now: Date;
  },
) {
  return tx
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      host: passkey.host,
      name: passkey.name,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning(columns)
    .executeTakeFirst();
}

/** True when the key's counter has moved on, or has never moved; of two uses with the same one the second is refused. */
export async function countUse(db: Db | Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} OR (counter = 0 AND ${counter} = 0))`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function renamePasskeyOf(db: Db | Tx, userId: string, id: string, name: string) {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

export async function deletePasskeyOf(tx: Tx, userId: string, id: string) {
  return tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
}

export async function deletePasskeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
}
