import type { Db } from '#server/db/handle.ts';
import { prepared } from '#server/db/prepared.ts';
import { WHOLE_EXAM } from './ranking.store.ts';

type Chart = { from: number; to: number; counts: number[] };

export type RankedQuiz = {
  title: string;
  rules: unknown;
  opensAt: Date | null;
  resultsAt: Date | null;
  madeAt: Date | null;
  regradedAt: Date | null;
  people: number | null;
  /** Where they are few, how many really appear now. */
  appearing: number;
  passed: number | null;
  eliminated: number | null;
  passLine: number | null;
  maxPoints: number | null;
  charts: Record<string, Chart> | null;
};

const rankedQuiz = prepared<RankedQuiz>(`
  SELECT v.title, v.rules, w.opens_at AS "opensAt", w.results_at AS "resultsAt", r.made_at AS "madeAt",
         r.regraded_at AS "regradedAt", r.people, r.passed, r.eliminated, r.pass_line AS "passLine", r.max_points AS "maxPoints",
         r.charts,
         (SELECT count(*) FROM (
            SELECT FROM ranking_entries e
            WHERE e.quiz_id = z.id AND e.subject_id = 0 AND NOT e.is_hidden LIMIT $2::int) AS few)::int AS appearing
  FROM quizzes z
  JOIN quiz_versions v ON v.id = coalesce(z.published_version_id, z.draft_version_id)
  LEFT JOIN quiz_windows w ON w.quiz_id = z.id
  LEFT JOIN quiz_rankings r ON r.quiz_id = z.id AND (r.stale IS DISTINCT FROM 'points' OR r.people > 0)
  WHERE z.id = $1::int`);

/** A quiz and its ranking, without the people. */
export async function findRankedQuiz(db: Db, quizId: number, fewest: number): Promise<RankedQuiz | undefined> {
  return (await rankedQuiz(db, [quizId, fewest]))[0];
}

export type OwnEntry = {
  attemptId: number;
  alias: string;
  isHidden: boolean;
  points: number;
  wholePoints: number;
  seconds: number;
  place: number | null;
  position: number | null;
  betterThan: number | null;
  /** In the whole exam, whatever subject is asked. */
  isEliminated: boolean;
};

const ownEntry = prepared<OwnEntry>(`
  SELECT e.attempt_id AS "attemptId", e.alias, e.is_hidden AS "isHidden", e.points, whole.points AS "wholePoints",
         e.seconds, e.place, e.position, e.better_than AS "betterThan",
         whole.is_eliminated AS "isEliminated"
  FROM ranking_entries e
  JOIN ranking_entries whole ON whole.user_id = e.user_id AND whole.quiz_id = e.quiz_id AND whole.subject_id = 0
  WHERE e.user_id = $1::uuid AND e.quiz_id = $2::int AND e.subject_id = $3::int`);

export async function findOwnEntry(db: Db, userId: string, quizId: number, subjectId: number) {
  return (await ownEntry(db, [userId, quizId, subjectId]))[0];
}

export type RankedEntry = {
  attemptId: number;
  place: number;
  position: number;
  alias: string;
  points: number;
  seconds: number;
};

const rankedEntries = prepared<RankedEntry>(`
  SELECT attempt_id AS "attemptId", place, position, alias, points, seconds
  FROM ranking_entries
  WHERE quiz_id = $1::int AND subject_id = $2::int AND NOT is_hidden
    AND (place BETWEEN 1 AND $3::int OR place BETWEEN $4::int AND $5::int)
  ORDER BY place`);

/** The first `top`, and those from one place to another. */
export async function listRanks(
  db: Db,
  quizId: number,
  subjectId: number,
  { top, from, to }: { top: number; from: number; to: number },
) {
  return rankedEntries(db, [quizId, subjectId, top, from, to]);
}

export type EliminatedEntry = Omit<RankedEntry, 'place' | 'position'>;

const eliminatedEntries = prepared<EliminatedEntry>(`
  SELECT attempt_id AS "attemptId", alias, points, seconds FROM ranking_entries
  WHERE quiz_id = $1::int AND subject_id = 0 AND is_eliminated AND NOT is_hidden
  ORDER BY points DESC, attempt_id LIMIT $2::int`);

/** The eliminated with most points. */
export async function listEliminated(db: Db, quizId: number, limit: number) {
  return eliminatedEntries(db, [quizId, limit]);
}

const appearing = prepared<{ attemptId: number }>(`
  SELECT DISTINCT attempt_id AS "attemptId" FROM ranking_entries
  WHERE attempt_id = ANY($1::int[]) AND NOT is_hidden`);

/** Those of the attempts whose people have not left the rankings. */
export async function listAppearing(db: Db, attemptIds: readonly number[]): Promise<Set<number>> {
  if (attemptIds.length === 0) return new Set();
  return new Set((await appearing(db, [attemptIds])).map(({ attemptId }) => attemptId));
}

const entryBefore = prepared<{ title: string; position: number; of: number }>(`
  SELECT v.title, e.position, r.people - r.eliminated AS of
  FROM ranking_entries e
  JOIN quiz_rankings r ON r.quiz_id = e.quiz_id
  JOIN quiz_windows w ON w.quiz_id = e.quiz_id
  JOIN quizzes z ON z.id = e.quiz_id
  JOIN quiz_versions v ON v.id = coalesce(z.published_version_id, z.draft_version_id)
  WHERE e.user_id = $1::uuid AND e.subject_id = 0 AND NOT e.is_hidden AND e.position IS NOT NULL
    AND w.opens_at < $2::timestamptz AND r.people >= $3::int
  ORDER BY w.opens_at DESC LIMIT 1`);

/** The student's position in the previous exam. */
export async function findEntryBefore(db: Db, userId: string, opensAt: Date, fewest: number) {
  return (await entryBefore(db, [userId, opensAt, fewest]))[0] ?? null;
}

/** The position of an attempt among those who are not eliminated; null where it has none that may be shown. */
export async function findPosition(db: Db, attemptId: number, fewest: number) {
  const row = await db
    .selectFrom('ranking_entries')
    .innerJoin('quiz_rankings', 'quiz_rankings.quiz_id', 'ranking_entries.quiz_id')
    .select(['ranking_entries.position', 'quiz_rankings.people', 'quiz_rankings.eliminated', 'ranking_entries.alias'])
    .where('ranking_entries.attempt_id', '=', attemptId)
    .where('ranking_entries.subject_id', '=', WHOLE_EXAM)
    .where('ranking_entries.is_hidden', '=', false)
    .where('quiz_rankings.people', '>=', fewest)
    .executeTakeFirst();
  return row?.position == null ? null : { position: row.position, of: row.people - row.eliminated, alias: row.alias };
}
