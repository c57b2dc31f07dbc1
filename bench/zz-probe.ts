/** probe: path, students, mode */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { sessionToken } from './data.ts';
import { cpuOfDatabase, cpuOfProcess } from './cpu.ts';
import { cookieOf } from './scenario.ts';
import { startProduct } from './product.ts';
const info = JSON.parse(readFileSync('/tmp/home-probe.json', 'utf8'));
const client = new pg.Client({ connectionString: info.connectionString });
await client.connect();
await client.query("ALTER SYSTEM SET pg_stat_statements.track_planning = on"); await client.query('SELECT pg_reload_conf()');
const product = await startProduct({ NODE_ENV: 'test', DATABASE_URL: info.connectionString, DATA_DIR: info.dataDir + '/files', RATE_LIMIT: 'off', ...(process.env.PROF ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROF} --cpu-prof-interval=500` } : {}) });
const [path = '/', from = '21', mode = 'first', many = '100'] = process.argv.slice(2);
const snap = async () => {
  const { rows } = await client.query("SELECT queryid::text AS id, max(query) AS query, sum(calls)::int AS calls, sum(total_exec_time) AS exec, sum(total_plan_time) AS plan FROM pg_stat_statements WHERE query !~* '(pgboss|pg_stat_statements)' GROUP BY 1");
  return new Map(rows.map((r: any) => [r.id, r]));
};
const open = async (n: number, p = path) => {
  const r = await fetch(product.url + p, { headers: { cookie: cookieOf(sessionToken('student', n)), 'accept-encoding': 'br' } });
  const t = await r.text();
  if (p[1] !== 'a' && !t.includes('id="first-screen"')) { console.log('plain shell', n, r.status); return false; }
  return true;
};
const show = (a: Map<string, any>, b: Map<string, any>, per: number) => {
  for (const [id, r] of [...b].map(([id, r]) => [id, { ...r, calls: r.calls - (a.get(id)?.calls ?? 0), exec: r.exec - (a.get(id)?.exec ?? 0), plan: r.plan - (a.get(id)?.plan ?? 0) }] as const).filter(([, r]) => r.calls > 0).sort((x, y) => y[1].exec + y[1].plan - x[1].exec - x[1].plan).slice(0, 14))
    console.log(id, 'calls', r.calls, 'exec/req', (r.exec / per).toFixed(2), 'plan/req', (r.plan / per).toFixed(2), r.query.length, r.query.replace(/\s+/g, ' ').slice(0, 150));
};
const settle = async () => { let last = -1; for (let i = 0; i < 60; i++) { const { rows } = await client.query("SELECT coalesce(sum(calls),0)::float8 c FROM pg_stat_statements WHERE query !~* '(pgboss|pg_stat_statements)'"); if (rows[0].c === last) return; last = rows[0].c; await new Promise((r) => setTimeout(r, 700)); } };
const start = Number(from), count = Number(many);
for (let i = 0; i < 20; i++) await open(i + 1);
for (let i = 0; i < 20; i++) await open(i + 1);
await settle();
if (mode === 'first') for (let i = 0; i < count; i++) await open(start + i, '/api/review/today');
await settle();
if (process.env.ONE) {
  for (let k = 0; k < Number(process.env.ONE); k++) { const a = await snap(); await open(mode === 'first' ? start + k : 1 + k % 20); const b = await snap(); console.log('--- one', k); show(a, b, 1); }
}
const a = await snap(); const c0 = [await cpuOfProcess(product.child.pid!), await cpuOfDatabase(info.databasePid)];
const t0 = Date.now();
let plain = 0;
const worker = async (w: number) => { for (let i = w; i < count; i += 4) if (!(await open(mode === 'first' ? start + Number(process.env.ONE ?? 0) + i : 1 + (i % 20)))) plain++; };
await Promise.all([0, 1, 2, 3].map(worker));
const c1 = [await cpuOfProcess(product.child.pid!), await cpuOfDatabase(info.databasePid)];
const b = await snap();
console.log(path, mode, 'cpu/req server', ((c1[0]! - c0[0]!) * 1000 / count).toFixed(2), 'db', ((c1[1]! - c0[1]!) * 1000 / count).toFixed(2), 'wall/req', ((Date.now() - t0) / count).toFixed(1), 'plain', plain);
show(a, b, count);
await product.stop(); await client.end();
