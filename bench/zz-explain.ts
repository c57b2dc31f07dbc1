import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
const info = JSON.parse(readFileSync('/tmp/home-probe.json', 'utf8'));
const client = new pg.Client({ connectionString: info.connectionString });
await client.connect();
const len = Number(process.argv[2]);
const mode = process.argv[3] ?? 'force_generic_plan';
const lines = readFileSync('/tmp/home-dump.jsonl', 'utf8').trim().split('\n').map((l) => JSON.parse(l)).filter((l) => l.text.length === len);
const { text, values } = lines.at(-1);
writeFileSync('/tmp/home-stmt.sql', text); writeFileSync('/tmp/home-vals.json', JSON.stringify(values));
await client.query(`SET plan_cache_mode = ${mode}`);
await client.query({ name: 'x', text, values });
for (let i = 0; i < 6; i++) { const t = performance.now(); await client.query({ name: 'x', text, values }); console.log('wall', (performance.now() - t).toFixed(1)); }
const { rows: types } = await client.query("SELECT parameter_types::text[] AS t FROM pg_prepared_statements WHERE name='x'");
console.log(types[0].t.length, 'params');
const lit = (v: any) => v === null || v === undefined ? 'NULL' : Array.isArray(v) ? `'{${v.map((x) => typeof x === 'string' ? JSON.stringify(x) : x === null ? 'NULL' : x).join(',')}}'` : typeof v === 'string' ? `'${v.replaceAll("'", "''")}'` : `'${v}'`;
let rows: any[] = [];
const best = new Map<string, number>();
for (let i = 0; i < 15; i++) {
 const got = await client.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE x(${values.map(lit).join(',')})`);
 const w = (n: any, k: string) => { const key = k; n.key = key; const t = n['Actual Total Time'] * n['Actual Loops']; best.set(key, Math.min(best.get(key) ?? 1e9, t)); (n.Plans ?? []).forEach((c: any, j: number) => w(c, key + '.' + j)); };
 w(got.rows[0]['QUERY PLAN'][0].Plan, '0'); rows = got.rows;
}
const r = rows[0]['QUERY PLAN'][0];
writeFileSync('/tmp/home-plan.json', JSON.stringify(r, null, 1));
console.log('planning', r['Planning Time'], 'exec', r['Execution Time'], 'JIT', JSON.stringify(r.JIT ?? null));
const out: string[] = [];
const walk = (n: any, d: number, ) => {
  const t = best.get(n.key)!;
  n['Actual Total Time'] = t / (n['Actual Loops'] || 1);
  if (t > Number(process.argv[4] ?? 0.3)) out.push(`${' '.repeat(d)}${n['Node Type']} ${n['Subplan Name'] ?? ''} ${n['Relation Name'] ?? n['CTE Name'] ?? n['Function Name'] ?? ''} ${n['Index Name'] ?? ''} t=${t.toFixed(2)} rows=${n['Actual Rows']} loops=${n['Actual Loops']} buf=${(n['Shared Hit Blocks'])} ${(n['Filter'] ?? '').slice(0, 90)}`);
  for (const c of n.Plans ?? []) walk(c, d + 1);
};
walk(r.Plan, 0);
console.log(out.join('\n'));
await client.end();
