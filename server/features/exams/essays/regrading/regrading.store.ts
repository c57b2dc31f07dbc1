import { type RawBuilder, sql } from 'kysely';
import type { Espelho } from '#contract/exams/espelho.ts';
import type { Correction, EssayResult } from '#contract/exams/essay-corrections.ts';
import type { EssayReviewState } from '#contract/exams/essay-review.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import type { FinishedReading } from '#contract/exams/second-reading.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { gradedText } from '../grading/grading.store.ts';
import { fullTheme } from '../themes/theme-content.store.ts';

export type VersionRow = { id: number; theme: PublishedTheme };

export async function findVersion(tx: Tx, themeId: number, number: number): Promise<VersionRow | undefined> {
  const found = await sql<VersionRow>`
    SELECT v.id, ${fullTheme} AS theme FROM essay_theme_versions v
    WHERE v.theme_id = ${themeId} AND v.number = ${number}`.execute(tx);
  return found.rows[0];
}

/** Locks a version: no reader finishes a reading under it until the transaction ends. */
export async function lockVersion(tx: Tx, versionId: number): Promise<void> {
  await sql`SELECT FROM essay_theme_versions WHERE id = ${versionId} FOR NO KEY UPDATE`.execute(tx);
}

/**
 * Essays of a version that this espelho would leave at zero without a reason: a reader annulled them without points,
 * and nothing in the espelho annuls them. A review that changed points replaced the readings.
 */
export async function countWithoutPoints(tx: Tx, { id, theme }: VersionRow, espelho: Espelho): Promise<number> {
  const zeroes = espelho.zeroReasons.filter(({ effect }) => effect.kind === 'zero');
  const chosen = zeroes.filter(({ automatic }) => automatic === null).map(({ key }) => key);
  const isBlankZero = zeroes.some(({ automatic }) => automatic === 'blank');
  const isShortZero = zeroes.some(({ automatic }) => automatic === 'too_short');
  const lacksPoints = (content: RawBuilder<unknown>) => sql`
    NOT (${content} -> 'points' ?& ${espelho.criteria.map(({ key }) => key)}::text[])
    AND NOT (${content} -> 'zeroReasonKeys' ?| ${chosen}::text[])`;
  // A reader may have counted the lines of a photographed essay again.
  const lines = sql`coalesce((c.result ->> 'lines')::int, e.line_count)`;
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM essays e
      LEFT JOIN essay_corrections c ON c.essay_id = e.id LEFT JOIN essay_reviews rv ON rv.essay_id = e.id
    WHERE e.theme_version_id = ${id} AND e.state <> 'writing'
      AND NOT (${isBlankZero} AND ${lines} = 0)
      AND NOT (${isShortZero} AND ${lines} > 0 AND ${lines} < ${theme.minLines})
      AND ((c.content IS NOT NULL AND ${lacksPoints(sql`c.content`)})
        OR (rv.state IS DISTINCT FROM 'changed' AND EXISTS (SELECT FROM essay_blind_readings b
          WHERE b.essay_id = e.id AND b.finished_at IS NOT NULL AND ${lacksPoints(sql`b.draft`)})))`.execute(tx);
  return found.rows[0]?.count ?? 0;
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
  photo: { pages: number; lines: number } | null;
  theme: PublishedTheme;
  reason: string;
  correctedAt: Date;
  correction: Correction;
  result: EssayResult;
  reviewState: EssayReviewState | null;
};

/** The next returned essays of a version, by id. */
export async function listReturnedIds(
  db: Db,
  { versionId, after, limit }: { versionId: number; after: number; limit: number },
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT id FROM essays WHERE theme_version_id = ${versionId} AND state = 'returned' AND id > ${after}
    ORDER BY id LIMIT ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Locks a returned essay whose espelho was corrected. */
export async function lockReturned(tx: Tx, id: number): Promise<RegradedRow | undefined> {
  await sql`SELECT FROM essays WHERE id = ${id} FOR UPDATE`.execute(tx);
  const found = await sql<RegradedRow>`
    SELECT e.id, e.student_id AS "studentId", ${gradedText}, ${fullTheme} AS theme, v.correction_reason AS reason,
      v.corrected_at AS "correctedAt", c.content AS correction, c.result, rv.state AS "reviewState"
    FROM essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id
      JOIN essay_corrections c ON c.essay_id = e.id LEFT JOIN essay_reviews rv ON rv.essay_id = e.id
    WHERE e.id = ${id} AND e.state = 'returned' AND v.corrected_at IS NOT NULL`.execute(tx);
  return found.rows[0];
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
