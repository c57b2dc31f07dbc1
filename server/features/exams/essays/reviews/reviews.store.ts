import { type RawBuilder, sql } from 'kysely';
import type { Correction, EssayResult } from '#contract/exams/essay-corrections.ts';
import type { EssayReview, EssayReviewState } from '#contract/exams/essay-review.ts';
import type { Role } from '#contract/platform/users.ts';
import type { Db, Tx } from '#server/db/handle.ts';

type ReviewRow = Omit<EssayReview, 'askedAt' | 'decidedAt'> & { askedAt: Date; decidedAt: Date | null };

export async function findReview(db: Db | Tx, essayId: number): Promise<ReviewRow | undefined> {
  const found = await sql<ReviewRow>`
    SELECT state, reason, asked_at AS "askedAt", score_before::float8 AS "scoreBefore",
      score_after::float8 AS "scoreAfter", answer,
      decided_at AS "decidedAt"
    FROM essay_reviews WHERE essay_id = ${essayId}`.execute(db);
  return found.rows[0];
}

/** A review as the contract has it; null: none was asked for. */
export async function findShownReview(db: Db | Tx, essayId: number): Promise<EssayReview | null> {
  const row = await findReview(db, essayId);
  if (!row) return null;
  return { ...row, askedAt: row.askedAt.toISOString(), decidedAt: row.decidedAt?.toISOString() ?? null };
}

type NewReview = { essayId: number; reason: string; scoreBefore: number; now: Date };

export async function insertReview(tx: Tx, { essayId, reason, scoreBefore, now }: NewReview): Promise<void> {
  await sql`
    INSERT INTO essay_reviews (essay_id, reason, asked_at, score_before)
    VALUES (${essayId}, ${reason}, ${now}, ${scoreBefore})`.execute(tx);
}

/** The reader did not read the essay `e`, alone or as one of several, nor began to. */
const hasNotRead = (reader: RawBuilder<unknown>) => sql`
  NOT EXISTS (SELECT FROM essay_corrections own WHERE own.essay_id = e.id AND own.returned_by = ${reader})
  AND NOT EXISTS (SELECT FROM essay_drafts_by own WHERE own.essay_id = e.id AND own.saved_by = ${reader})
  AND NOT EXISTS (SELECT FROM essay_blind_readings own WHERE own.essay_id = e.id AND own.written_by = ${reader})`;

export type Decider = { id: string; role: Role };

/** A review is decided by a person who did not read the essay `e`. Where no other person is left, an administrator may. */
export const mayBeDecidedBy = ({ id, role }: Decider) =>
  role === 'admin'
    ? sql`(${hasNotRead(sql`${id}::uuid`)} OR NOT EXISTS (SELECT FROM users other
        WHERE other.role IN ('teacher', 'admin') AND other.status = 'active' AND other.id <> e.student_id
          AND ${hasNotRead(sql`other.id`)}))`
    : sql`(${hasNotRead(sql`${id}::uuid`)})`;

export async function mayDecide(db: Db | Tx, essayId: number, decider: Decider): Promise<boolean> {
  const found = await sql`SELECT FROM essays e WHERE e.id = ${essayId} AND ${mayBeDecidedBy(decider)}`.execute(db);
  return found.rows.length > 0;
}

/** Reads the index of open reviews. */
export async function countOpenReviews(db: Db): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM essay_reviews WHERE state = 'asked'`.execute(db);
  return found.rows[0]?.count ?? 0;
}

type Decision = {
  essayId: number;
  state: Exclude<EssayReviewState, 'asked'>;
  answer: string;
  scoreBefore: number;
  scoreAfter: number;
  replaced: { correction: Correction; result: EssayResult } | null;
  by: string;
  now: Date;
};

/** Compare-and-set from asked to decided. */
export async function markDecided(tx: Tx, decision: Decision): Promise<boolean> {
  const { essayId, state, answer, scoreBefore, scoreAfter, replaced, by, now } = decision;
  const found = await sql`
    UPDATE essay_reviews SET state = ${state}, answer = ${answer}, score_before = ${scoreBefore},
      score_after = ${scoreAfter}, decided_by = ${by},
      decided_at = ${now}, replaced = ${replaced === null ? null : JSON.stringify(replaced)}::jsonb
    WHERE essay_id = ${essayId} AND state = 'asked' RETURNING essay_id`.execute(tx);
  return found.rows.length === 1;
}

export async function replaceCorrection(
  tx: Tx,
  essayId: number,
  { correction, result }: { correction: Correction; result: EssayResult },
): Promise<void> {
  await sql`
    UPDATE essay_corrections SET content = ${JSON.stringify(correction)}::jsonb,
      result = ${JSON.stringify(result)}::jsonb, score = ${result.score}
    WHERE essay_id = ${essayId}`.execute(tx);
}
