import { sql } from 'kysely';
import type { QuestionStatus } from '#contract/question-status.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Labels, QuestionVersion } from './questions.store.ts';

/** Locks the question: concurrent saves run one after the other. */
export async function lockBankQuestion(tx: Tx, id: number) {
  return tx
    .selectFrom('questions')
    .select(['id', 'author_id as authorId', 'revision', 'status', 'current_version_id as currentVersionId'])
    .where('id', '=', id)
    .where('in_bank', '=', true)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateBankQuestion(
  tx: Tx,
  id: number,
  change: Labels & { currentVersionId: number; fingerprint: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('questions')
    .set((set) => ({
      subject_id: change.subjectId,
      topic_id: change.topicId,
      topic: change.topic,
      source: change.source,
      ...(change.organ === undefined ? {} : { organ: change.organ }),
      ...(change.post === undefined ? {} : { post: change.post }),
      year: change.year,
      difficulty: change.difficulty,
      ...(change.tags === undefined ? {} : { tags: [...change.tags] }),
      current_version_id: change.currentVersionId,
      fingerprint: Buffer.from(change.fingerprint, 'hex'),
      revision: set('revision', '+', 1),
      updated_at: change.now,
    }))
    .where('id', '=', id)
    .execute();
}

export async function updateStatus(
  tx: Tx,
  id: number,
  change: { status: QuestionStatus; reason: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('questions')
    .set((set) => ({
      status: change.status,
      status_reason: change.reason,
      revision: set('revision', '+', 1),
      updated_at: change.now,
    }))
    .where('id', '=', id)
    .execute();
}

/** Makes versions current where the question has none or an older one. Returns the changed questions. */
export async function admitVersions(tx: Tx, versions: readonly (QuestionVersion & { fingerprint: string })[]) {
  const { rows } = await sql<{
    questionId: number;
    topic: string;
    source: string;
    organ: string;
    post: string;
    year: number | null;
  }>`
    UPDATE questions SET in_bank = true, current_version_id = given.version_id, fingerprint = given.fingerprint
    FROM unnest(${versions.map(({ questionId }) => questionId)}::int[],
                ${versions.map(({ questionVersionId }) => questionVersionId)}::int[],
                ${versions.map(({ fingerprint }) => Buffer.from(fingerprint, 'hex'))}::bytea[]) AS given (id, version_id, fingerprint)
    WHERE questions.id = given.id
      AND (questions.current_version_id IS NULL OR questions.current_version_id < given.version_id)
    RETURNING questions.id AS "questionId", topic, source, organ, post, year`.execute(tx);
  return rows;
}

/** Fails by a foreign key when a quiz or a practice contains the question. */
export async function deleteQuestion(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('questions').where('id', '=', id).execute();
}

/** Filters fingerprints to those that the bank already has. */
export async function listKnownFingerprints(db: Db | Tx, fingerprints: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    SELECT DISTINCT fingerprint FROM questions
    WHERE in_bank AND fingerprint = ANY(${fingerprints}::bytea[])`.execute(db);
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
}

/** The current versions of questions. Questions outside the bank are missing. */
export async function listCurrentVersions(db: Db | Tx, questionIds: readonly number[]) {
  if (questionIds.length === 0) return [];
  return db
    .selectFrom('questions')
    .select(['id', 'current_version_id as currentVersionId', 'status'])
    .where('id', 'in', [...questionIds])
    .where('in_bank', '=', true)
    .where('current_version_id', 'is not', null)
    .execute();
}
