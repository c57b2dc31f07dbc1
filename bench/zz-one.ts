import { readFileSync } from 'node:fs';
import pg from 'pg';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { planRows } from '#server/features/study/study-plan/study-plan.store.ts';
import { mistakeRows } from '#server/features/study/review/mistakes.store.ts';
import { withheldReads } from '#server/features/exams/mock-exams/taking/being-taken.service.ts';
import { practiceReads } from '#server/features/study/practice/free-practice.service.ts';
const extra = process.env.EXTRA ? await import(process.env.EXTRA) : {};
const info = JSON.parse(readFileSync('/tmp/home-probe.json', 'utf8'));
const client = new pg.Client({ connectionString: info.connectionString });
await client.connect();
const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: info.connectionString }) }) });
const { rows: [u] } = await client.query("SELECT user_id FROM sessions WHERE token_hash = sha256(convert_to('bench-student-5','UTF8'))");
const now = new Date(); const today = now.toISOString().slice(0, 10);
const { underWay } = withheldReads(u.user_id, now);
const all: Record<string, any> = { plan: planRows(u.user_id, today, 400), mistakes: mistakeRows(u.user_id, underWay, 500), underWay, withheld: practiceReads(u.user_id, now).withheld, ...(extra.make?.(u.user_id, now, today, underWay) ?? {}) };
const lit = (v: any): string => v === null || v === undefined ? 'NULL' : v instanceof Date ? `'${v.toISOString()}'` : Array.isArray(v) ? `'{${v.map((x) => typeof x === 'string' ? JSON.stringify(x) : x === null ? 'NULL' : x).join(',')}}'` : typeof v === 'string' ? `'${v.replaceAll("'", "''")}'` : `'${v}'`;
for (const [name, q] of Object.entries(all)) {
  if (process.argv[2] && !process.argv[2].split(',').includes(name)) continue;
  const c = q.compile(db);
  const full = c.sql.replace(/\$(\d+)/g, (_: string, n: string) => lit(c.parameters[Number(n) - 1]));
  let min = 1e9, ex = 1e9, last: any;
  for (let i = 0; i < 8; i++) { const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, SUMMARY, FORMAT JSON) ${full}`); last = rows[0]['QUERY PLAN'][0]; min = Math.min(min, last['Planning Time']); ex = Math.min(ex, last['Execution Time']); }
  const { rows } = await client.query(`SELECT md5(coalesce(json_agg(part)::text,'')) AS m, count(*) FROM (${full}) part`);
  console.log(name, 'plan', min, 'exec', ex, rows[0].m, rows[0].count);
  if (process.argv[3]) { const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, VERBOSE OFF) ${full}`); console.log(rows.map((r: any) => r['QUERY PLAN']).join('\n')); }
}
await client.end(); await db.destroy();
