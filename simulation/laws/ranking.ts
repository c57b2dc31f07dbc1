import { sql } from 'kysely';
import { type ExamRules, plainRules } from '#contract/exams/exam-rules.ts';
import type { School } from '../school.ts';

type Entry = {
  quizId: number;
  attemptId: number;
  sortKey: number[];
  isHidden: boolean;
  isEliminated: boolean;
  position: number | null;
};

/** Whether the first list is before the second in a ranking: the greater list, compared from the left. */
function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, place) => value !== other[place]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

type Counted = { attemptId: number; right: number; wrong: number; blank: number; annulled: number };
type Stored = { attemptId: number; points: number; rules: ExamRules | null; counts: Counted[] };

/** Hundredths of a point in one subject, by the rules that simulated exams have: one weight for all. */
function pointsIn(rules: ExamRules, { right, wrong, blank, annulled }: Counted): number {
  const given = right + wrong + blank;
  const earned = right * rules.right + wrong * rules.wrong + blank * rules.blank;
  if (rules.annulment === 'dropped') return earned * 100;
  if (rules.annulment === 'point') return (earned + annulled * rules.right) * 100;
  return given === 0 ? annulled * rules.right * 100 : (earned * (given + annulled) * 100) / given;
}

/** A subject's points are rounded, so a sum of subjects may differ by as many halves. */
async function pointViolations({ reader }: School): Promise<string[]> {
  const { rows } = await sql<Stored>`
    SELECT e.attempt_id AS "attemptId", e.points, v.rules, (
      SELECT json_agg(json_build_object('right', c.hits, 'wrong', c.misses, 'blank', c.blanks, 'annulled', c.annulled))
      FROM (
        SELECT count(*) FILTER (WHERE NOT annulled AND hit) AS hits,
          count(*) FILTER (WHERE NOT annulled AND chosen AND NOT hit) AS misses,
          count(*) FILTER (WHERE NOT annulled AND NOT chosen) AS blanks, count(*) FILTER (WHERE annulled) AS annulled
        FROM (
          SELECT q.subject_id, q.status = 'annulled' AS annulled, a.option_id IS NOT NULL AS chosen,
            coalesce((SELECT o.is_correct FROM options o WHERE o.id = a.option_id), false) AS hit
          FROM attempt_questions a JOIN questions q ON q.id = a.question_id WHERE a.attempt_id = e.attempt_id) AS one
        GROUP BY subject_id) AS c) AS counts
    FROM ranking_entries e JOIN attempts t ON t.id = e.attempt_id JOIN quiz_versions v ON v.id = t.quiz_version_id
    JOIN quiz_rankings r ON r.quiz_id = e.quiz_id
    WHERE e.subject_id = 0 AND r.stale IS NULL
      AND NOT EXISTS (SELECT FROM ranking_runs x WHERE x.quiz_id = e.quiz_id)`.execute(reader);
  return rows.flatMap(({ attemptId, points, rules, counts }) => {
    const expected = counts.reduce((sum, count) => sum + pointsIn(rules ?? plainRules, count), 0);
    const isSame = Math.abs(points - expected) <= counts.length;
    return isSame ? [] : [`attempt ${attemptId} is ranked with ${points} hundredths, counted again it has ${expected}`];
  });
}

/**
 * LAW: a ranking that is up to date has the first attempt of each student in the window once, and each position is one
 * more than the number of people before it. Its points are those of the answers, counted again.
 */
export async function rankingLaw(school: School): Promise<string[]> {
  const { reader } = school;
  const { rows: rankings } = await sql<{ quizId: number; people: number }>`
    SELECT quiz_id AS "quizId", people FROM quiz_rankings r
    WHERE stale IS NULL AND NOT EXISTS (SELECT FROM ranking_runs x WHERE x.quiz_id = r.quiz_id)
    ORDER BY quiz_id`.execute(reader);
  const { rows } = await sql<Entry>`
    SELECT quiz_id AS "quizId", attempt_id AS "attemptId", sort_key AS "sortKey", is_hidden AS "isHidden",
      is_eliminated AS "isEliminated", position
    FROM ranking_entries WHERE subject_id = 0 ORDER BY quiz_id, attempt_id`.execute(reader);
  const { rows: taken } = await sql<{ quizId: number; attemptIds: number[] }>`
    SELECT quiz_id AS "quizId", array_agg(id ORDER BY id) AS "attemptIds" FROM (
      SELECT DISTINCT ON (a.quiz_id, a.user_id) a.quiz_id, a.id FROM attempts a
      WHERE a.results_at IS NOT NULL AND a.closed_at IS NOT NULL AND NOT a.is_preview AND NOT a.is_direct
        AND a.typed_by IS NULL AND a.user_id IS NOT NULL
      ORDER BY a.quiz_id, a.user_id, a.id) AS first
    GROUP BY quiz_id`.execute(reader);
  const expected = new Map(taken.map(({ quizId, attemptIds }) => [quizId, attemptIds.join()]));
  const found = await pointViolations(school);
  const listed = Map.groupBy(rows, (row) => row.quizId);
  for (const { quizId, people } of rankings) {
    const entries = listed.get(quizId) ?? [];
    const [shown, wanted] = [entries.map(({ attemptId }) => attemptId).join(), expected.get(quizId) ?? ''];
    if (shown !== wanted) found.push(`the ranking of quiz ${quizId} lists the attempts ${shown}, taken were ${wanted}`);
    const appearing = entries.filter(({ isHidden }) => !isHidden).length;
    if (people !== appearing)
      found.push(`the ranking of quiz ${quizId} says ${people} people, and ${appearing} appear`);
    const placed = entries.filter(({ isHidden, isEliminated }) => !isHidden && !isEliminated);
    for (const { attemptId, position, sortKey } of placed) {
      const before = placed.filter((other) => isBefore(other.sortKey, sortKey)).length;
      if (position !== before + 1) {
        found.push(`attempt ${attemptId} of quiz ${quizId} has position ${position}, and ${before} are before it`);
      }
    }
  }
  return found;
}
