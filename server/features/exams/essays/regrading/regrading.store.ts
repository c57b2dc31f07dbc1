import { sql } from 'kysely';
import type { Espelho } from '#contract/exams/espelho.ts';
import type { Correction, EssayResult } from '#contract/exams/essay-corrections.ts';
import type { EssayReviewState } from '#contract/exams/essay-review.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import type { FinishedReading } from '#contract/exams/second-reading.ts';
import type { Tx } from '#server/db/handle.ts';
import { fullTheme } from '../themes/theme-content.store.ts';

export type VersionRow = { id: number; theme: PublishedTheme };

export async function findVersion(tx: Tx, themeId: number, number: number): Promise<VersionRow | undefined> {
  const found = await sql<VersionRow>`
    SELECT v.id, ${fullTheme} AS theme FROM essay_theme_versions v
    WHERE v.theme_id = ${themeId} AND v.number = ${number}`.execute(tx);
  return found.rows[0];
}

export async function correctEspelho(
  tx: Tx,
  versionId: number,
  { espelho, reason, now }: { espelho: Espelho; reason: string; now: Date },
): Promise<void> {
  await sql`
    UPDATE essay_theme_versions SET corrected_espelho = ${JSON.stringify(espelho)}::jsonb, corrected_at = ${now},
      correction_reason = ${reason}
    WHERE id = ${versionId}`.execute(tx);
}

export type RegradedRow = {
  id: number;
  studentId: string;
  text: string;
  theme: PublishedTheme;
  reason: string;
  correctedAt: Date;
  correction: Correction;
  result: EssayResult;
  reviewState: EssayReviewState | null;
};

/** Locks the next returned essays of a version, by id. */
export async function lockReturned(
  tx: Tx,
  { versionId, after, limit }: { versionId: number; after: number; limit: number },
): Promise<RegradedRow[]> {
  const ids = await sql<{ id: number }>`
    SELECT id FROM essays WHERE theme_version_id = ${versionId} AND state = 'returned' AND id > ${after}
    ORDER BY id LIMIT ${limit} FOR UPDATE`.execute(tx);
  const found = await sql<RegradedRow>`
    SELECT e.id, e.student_id AS "studentId", e.body AS text, ${fullTheme} AS theme, v.correction_reason AS reason,
      v.corrected_at AS "correctedAt", c.content AS correction, c.result, rv.state AS "reviewState"
    FROM essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id
      JOIN essay_corrections c ON c.essay_id = e.id LEFT JOIN essay_reviews rv ON rv.essay_id = e.id
    WHERE e.id = ANY(${ids.rows.map(({ id }) => id)}::int[]) AND v.corrected_at IS NOT NULL ORDER BY e.id`.execute(tx);
  return found.rows;
}

export type BlindReading = FinishedReading & { id: number };

export async function listBlindReadings(tx: Tx, essayId: number): Promise<BlindReading[]> {
  const found = await sql<BlindReading>`
    SELECT id, draft AS correction, result FROM essay_blind_readings
    WHERE essay_id = ${essayId} AND finished_at IS NOT NULL ORDER BY position`.execute(tx);
  return found.rows;
}

export async function saveReadingResult(tx: Tx, id: number, result: EssayResult, share: number): Promise<void> {
  await sql`
    UPDATE essay_blind_readings SET result = ${JSON.stringify(result)}::jsonb, share = ${share}
    WHERE id = ${id}`.execute(tx);
}
