/**
 * How large the review states of a school are:
 *   npm run bench -- review-size
 * Creates 500 students with 500 states each, measures table and indexes, and extrapolates to 200,000 students: all rows
 * have one size and the indexes are trees, so the size is assumed to grow in proportion to the rows.
 */
import pg from 'pg';
import { createPasswords } from '#server/passwords/passwords.ts';
import { BENCH_PASSWORD, generate } from './data.ts';
import { saveAs } from './report.ts';
import { startBenchServer } from './server.ts';
import { sizes } from './sizes.ts';

const STUDENTS = 200_000;
const STATES = 500;

const server = await startBenchServer();
const client = new pg.Client(server.connection);
await client.connect();
try {
  await generate(server.connection, sizes.S, await (await createPasswords()).hash(BENCH_PASSWORD), () => undefined);
  const { rows } = await client.query<{ states: number; students: number; rows: number; indexes: number }>(`
    SELECT count(*)::int AS states, count(DISTINCT user_id)::int AS students,
      pg_table_size('memory_states')::float8 AS rows, pg_indexes_size('memory_states')::float8 AS indexes
    FROM memory_states`);
  const [measured] = rows;
  if (!measured) throw new Error('Nothing was made.');
  const { rows: parts } = await client.query<{ name: string; bytes: number }>(`
    SELECT indexrelid::regclass::text AS name, pg_relation_size(indexrelid)::float8 AS bytes
    FROM pg_index WHERE indrelid = 'memory_states'::regclass ORDER BY 2 DESC`);
  const whole = STUDENTS * STATES;
  const gb = (bytes: number) => Number(((bytes / measured.states) * whole) / 1e9).toFixed(1);
  const report = {
    measured: { students: measured.students, states: measured.states },
    bytesPerState: {
      row: Math.round(measured.rows / measured.states),
      indexes: Math.round(measured.indexes / measured.states),
    },
    extrapolated: { students: STUDENTS, states: whole, tableGb: gb(measured.rows), indexesGb: gb(measured.indexes) },
    indexesGb: Object.fromEntries(parts.map(({ name, bytes }) => [name, gb(bytes)])),
  };
  console.log(report);
  await saveAs('review-size', report);
} finally {
  await client.end();
  await server.stop();
}
