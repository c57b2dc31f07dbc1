import { readFileSync } from 'node:fs';
import pg from 'pg';
const info = JSON.parse(readFileSync('/tmp/home-probe.json', 'utf8'));
const client = new pg.Client({ connectionString: info.connectionString });
await client.connect();
const text = readFileSync(process.argv[2] ?? '/tmp/home-stmt.sql', 'utf8'); const values = JSON.parse(readFileSync(process.argv[3] ?? '/tmp/home-vals.json', 'utf8'));
const lit = (v: any) => v === null || v === undefined ? 'NULL' : Array.isArray(v) ? `'{${v.map((x) => typeof x === 'string' ? JSON.stringify(x) : x === null ? 'NULL' : x).join(',')}}'` : typeof v === 'string' ? `'${v.replaceAll("'", "''")}'` : `'${v}'`;
// generic
const plan = async (t: string) => { let min = 1e9, ex = 1e9; const full = t.replace(/\$(\d+)/g, (_, n) => lit(values[Number(n) - 1])); let exec = null; for (let i = 0; i < 5; i++) { const { rows } = await client.query(`EXPLAIN (ANALYZE, TIMING OFF, SUMMARY, FORMAT JSON) ${full}`); min = Math.min(min, rows[0]['QUERY PLAN'][0]['Planning Time']); ex = Math.min(ex, rows[0]['QUERY PLAN'][0]['Execution Time']); } return [min, ex] as const; };
console.log('whole', await plan(text));
// split top-level at depth 1
const parts: string[] = []; let depth = 0, cur = '', inStr = false;
for (const ch of text.replace(/^(\/\*.*?\*\/\s*)?SELECT /, '')) { if (ch === "'") inStr = !inStr; if (!inStr) { if (ch === '(') depth++; if (ch === ')') depth--; if (ch === ',' && depth === 0) { parts.push(cur); cur = ''; continue; } } cur += ch; }
parts.push(cur);
let sum = 0, sumx = 0; const res: any[] = [];
for (const p of parts) { const [m, x] = await plan('SELECT ' + p); sum += m; sumx += x; res.push([m, x, p.length, p.slice(-30).replace(/\s+/g, ' ').trim()]); }
res.sort((a, b) => b[0] + b[1] - a[0] - a[1]);
console.log('sum', sum, sumx, parts.length); for (const r of res.slice(0, 50)) console.log(r[0].toFixed(2), r[1].toFixed(2), r[2], r[3]);
await client.end();
