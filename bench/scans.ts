import type pg from 'pg';

/** Tables that grow with use; a sequential scan of one of these is a fault that only shows at size. */
const growing = [
  'users',
  'sessions',
  'payments',
  'lessons',
  'lesson_progress',
  'search_entries',
  'questions',
  'question_versions',
  'options',
  'quizzes',
  'attempts',
  'attempt_questions',
  'enrollments',
  'course_items',
];

/** Growing tables that were read from end to end since the data was made, with how often. Small ones are rightly scanned. */
export async function sequentialScans(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; scans: number; tuples: number }>(
    `SELECT relname AS name, seq_scan::int AS scans, seq_tup_read::float8 AS tuples
     FROM pg_stat_user_tables
     WHERE relname = ANY($1) AND seq_scan > 0 AND n_live_tup > 5000
     ORDER BY seq_tup_read DESC`,
    [growing],
  );
  return rows.map(({ name, scans, tuples }) => `${name}: ${scans} scans, ${Math.round(tuples)} rows`);
}
