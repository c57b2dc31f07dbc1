import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Tables that grow with use. A sequential scan of one of them is a defect that only shows at size. */
const growing = [
  'users',
  'sessions',
  'preferences',
  'payments',
  'payment_proofs',
  'lessons',
  'lesson_progress',
  'study_days',
  'search_entries',
  'questions',
  'question_versions',
  'options',
  'quizzes',
  'quiz_versions',
  'quiz_version_questions',
  'attempts',
  'attempt_questions',
  'enrollments',
  'course_items',
  'notifications',
];
/** Below this, a sequential scan is the cheapest plan. */
const SMALL = 5000;
/** Backends report their statistics within a second after their work. */
const TOLD_MS = 1500;

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/**
 * Growing tables that the measured work scanned sequentially, by PostgreSQL's statistics, and the EXPLAIN output of
 * every statement that was sent. EXPLAIN sees the statements without their constants, so it may plan a scan where a
 * partial index was used: the statistics decide.
 */
export async function sequentialScans(client: pg.Client): Promise<string[]> {
  await delay(TOLD_MS);
  const { rows: counted } = await client.query<{ name: string; scans: number; tuples: number }>(
    `SELECT relname AS name, seq_scan::int AS scans, seq_tup_read::float8 AS tuples
     FROM pg_stat_user_tables
     WHERE relname = ANY($1) AND seq_scan > 0 AND n_live_tup > $2
     ORDER BY seq_tup_read DESC`,
    [growing, SMALL],
  );
  const done = counted.map(({ name, scans, tuples }) => `${name}: ${scans} times, ${Math.round(tuples)} rows`);
  const scanned = new Set(counted.map(({ name }) => name));
  for (const { table, line } of await plannedScans(client)) {
    if (scanned.has(table)) done.push(line);
    else console.log(`  Planned without its constants, not done: ${line}`);
  }
  return done;
}

/** EXPLAIN of every statement that was sent since the data was generated, with the generic plan. */
async function plannedScans(client: pg.Client): Promise<{ table: string; line: string }[]> {
  const { rows: large } = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relname = ANY($1) AND reltuples > $2',
    [growing, SMALL],
  );
  const names = new Set(large.map(({ name }) => name));
  const { rows: statements } = await client.query<{ query: string; calls: number }>(
    `SELECT query, calls::float8 AS calls FROM pg_stat_statements
     WHERE query ~* '^(/\\*.*?\\*/)?\\s*(\\(|SELECT|WITH|INSERT|UPDATE|DELETE)' AND query !~* '(pgboss|pg_stat|pg_class)'`,
  );
  const lines: { table: string; line: string }[] = [];
  let unexplained = 0;
  for (const { query, calls } of statements) {
    const scanned = await scannedBy(client, query);
    if (scanned === null) unexplained += 1;
    for (const name of scanned ?? []) {
      if (names.has(name))
        lines.push({ table: name, line: `${name} by ${calls} calls of ${query.replace(/\s+/g, ' ').slice(0, 160)}` });
    }
  }
  console.log(
    `  EXPLAIN of ${statements.length - unexplained} statements (${unexplained} cannot be explained without values)`,
  );
  return lines;
}

async function scannedBy(client: pg.Client, query: string): Promise<Set<string> | null> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${query}`,
    );
    const found = new Set<string>();
    const walk = (plan: Plan) => {
      if (plan['Node Type'] === 'Seq Scan' && plan['Relation Name']) found.add(plan['Relation Name']);
      for (const part of plan.Plans ?? []) walk(part);
    };
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (plan) walk(plan);
    return found;
  } catch {
    // Constants were replaced by parameters without a known type: PostgreSQL cannot plan such a statement.
    return null;
  }
}
