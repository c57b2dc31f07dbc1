import { sql } from 'kysely';
import type { Role } from '#contract/platform/users.ts';
import type { Db, Tx } from '#server/db/handle.ts';

export const findDocument = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('person_documents')
    .select(['cpf_sealed as sealed', 'cpf_hash as hash'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

export const findOwner = (db: Db | Tx, hash: Buffer) =>
  db
    .selectFrom('person_documents')
    .innerJoin('users', 'users.id', 'person_documents.user_id')
    .select(['users.id', 'first_name as firstName', 'last_name as lastName', 'email', sql<Role>`role`.as('role')])
    .where('cpf_hash', '=', hash)
    .executeTakeFirst();

/** Who has one of these CPFs, and which CPFs the owners of these addresses have. As many as a file has lines. */
export const listDocuments = (db: Db, { hashes, emails }: { hashes: readonly Buffer[]; emails: readonly string[] }) =>
  db
    .selectFrom('person_documents')
    .innerJoin('users', 'users.id', 'person_documents.user_id')
    .select(({ ref }) => [
      'cpf_hash as hash',
      'email_key as emailKey',
      'first_name as firstName',
      'last_name as lastName',
      ref('role').$castTo<Role>().as('role'),
    ])
    .where(({ eb, or, fn, val }) =>
      or([eb('cpf_hash', '=', fn.any(val(hashes as Buffer[]))), eb('email_key', '=', fn.any(val(emails as string[])))]),
    )
    .execute();

type NewDocument = { userId: string; sealed: Buffer; hash: Buffer; importId: number | null; now: Date };

const valuesOf = ({ userId, sealed, hash, importId, now }: NewDocument) => ({
  user_id: userId,
  cpf_sealed: sealed,
  cpf_hash: hash,
  import_id: importId,
  updated_at: now,
});

/** False when the person has a CPF, or another person has this one. */
export async function insertDocument(db: Db | Tx, document: NewDocument): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('person_documents')
    .values(valuesOf(document))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** In place of the one before. Throws a unique violation when another person has this CPF. */
export const putDocument = (tx: Tx, document: NewDocument) =>
  tx
    .insertInto('person_documents')
    .values(valuesOf(document))
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(valuesOf(document)))
    .execute();

/** A CPF that an import brought and that the office has confirmed since: undoing the import keeps it. */
export async function confirmDocument(tx: Tx, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('person_documents')
    .set({ import_id: null })
    .where('user_id', '=', userId)
    .where('import_id', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function removeDocument(tx: Tx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('person_documents').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Those that an import brought, also of people who were here before it. */
export const removeDocumentsOf = (db: Db | Tx, importId: number) =>
  db.deleteFrom('person_documents').where('import_id', '=', importId).execute();
