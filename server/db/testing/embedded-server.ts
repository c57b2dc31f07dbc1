/**
 * Replaces the server in the fault tests: owns the database of the given directory, and is killed.
 * It reports on stdout, one JSON per line.
 *   hold    starts and waits
 *   write   starts and commits row after row, reporting each one that PostgreSQL acknowledged
 *   finish  starts, and on Ctrl-C first answers one more query before it stops
 */
import pg from 'pg';
import { startEmbedded } from '../embedded.ts';

const [dataDir = '', task = 'hold'] = process.argv.slice(2);
const report = (event: object) => process.stdout.write(`${JSON.stringify(event)}\n`);

try {
  const postgres = await startEmbedded({ dataDir, log: (line) => report({ line }) });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS rows (id int PRIMARY KEY)');
  process.once('SIGINT', async () => {
    const { rows } = await client.query('SELECT 42 AS answer');
    report(rows[0]);
    await client.end();
    await postgres.stop();
    process.exit(0);
  });
  report({ ready: process.pid, host: postgres.connection.host });
  for (let id = 1; task === 'write'; id += 1) {
    await client.query('INSERT INTO rows VALUES ($1)', [id]);
    report({ committed: id });
  }
} catch (error) {
  report({ failed: (error as Error).message });
  process.exit(1);
}
