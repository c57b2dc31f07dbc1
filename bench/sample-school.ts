import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sessionToken } from './data.ts';
import { cookieOf } from './scenario.ts';
import { startBenchServer } from './server.ts';

/** The product with its sample content, and a student of it who is logged in. */
export async function startSampleSchool() {
  const server = await startBenchServer({}, { SAMPLE_CONTENT: 'on' });
  const token = sessionToken('student', 1);
  const client = new pg.Client(server.connection);
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `INSERT INTO sessions (id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
       SELECT $1, sha256(convert_to($2, 'UTF8')), id, 'Bench', now(), now(), now() + interval '1 day'
       FROM users WHERE is_sample AND username = 'rafaela'`,
      [randomUUID(), token],
    );
    if (rowCount !== 1) throw new Error('The sample content has no active student.');
  } catch (error) {
    await server.stop();
    throw error;
  } finally {
    await client.end();
  }
  return { ...server, cookie: cookieOf(token) };
}
