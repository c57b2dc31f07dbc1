import { readFileSync } from 'node:fs';
import pg from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { practising } from '#server/features/study/practice/free-practice.service.ts';
import { readFacets } from '#server/features/study/practice/practice-pool.store.ts';
const info = JSON.parse(readFileSync('/tmp/home-probe.json', 'utf8'));
const pool = new pg.Pool({ connectionString: info.connectionString, max: 1 });
const log: any[] = [];
const db = new Kysely<any>({ dialect: new PostgresDialect({ pool }), log: (e: any) => log.push(e.query) } as any);
const { rows: [u] } = await pool.query("SELECT user_id FROM sessions WHERE token_hash = sha256(convert_to('bench-student-5','UTF8'))");
const who = await practising({ db, clock: { now: () => new Date() } } as any, { id: u.user_id } as any);
console.log('withheld', who.withheld.length, 'underWay', who.underWay.length);
log.length = 0;
const res = await readFacets(db as any, who, { topicIds: [], sources: [], difficulties: [] } as any, [2024, 2020, 1]);
console.log(JSON.stringify(res).length, (await import('node:crypto')).createHash('md5').update(JSON.stringify({ ...res, facets: (res as any).facets.map((f: any) => JSON.stringify(f)).sort() })).digest('hex'));
const q = log.at(-1);
const client = await pool.connect();
for (const mode of ['force_generic_plan', 'force_custom_plan']) {
  await client.query(`SET plan_cache_mode = ${mode}`);
  let best = 1e9; for (let i = 0; i < 12; i++) { const t = performance.now(); await client.query({ name: 'f' + mode, text: q.sql, values: q.parameters }); best = Math.min(best, performance.now() - t); }
  console.log(mode, best.toFixed(2));
}
const lit = (v: any): string => v === null || v === undefined ? 'NULL' : Array.isArray(v) ? `'{${v.join(',')}}'` : typeof v === 'string' ? `'${v.replaceAll("'", "''")}'` : `'${v}'`;
if (process.argv[2]) { await client.query('SET plan_cache_mode = force_generic_plan'); const { rows } = await client.query(`EXPLAIN (ANALYZE) EXECUTE fforce_generic_plan(${q.parameters.map(lit).join(',')})`); console.log(rows.map((r: any) => r['QUERY PLAN']).filter((l: string) => !l.includes('Memory')).join('\n')); }
client.release(); await db.destroy();
