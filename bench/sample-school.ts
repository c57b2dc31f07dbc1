import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sessionToken } from './data.ts';
import { cookieOf } from './scenario.ts';
import { startBenchServer } from './server.ts';

/** Starts the product with its sample school. `enter` creates a session for one of its users. */
export async function startSampleSchool() {
  const server = await startBenchServer({}, { SAMPLE_CONTENT: 'on' });
  let sessions = 0;
  const enter = async (username: string) => {
    sessions += 1;
    const token = sessionToken('student', sessions);
    const client = new pg.Client(server.connection);
    await client.connect();
    try {
      const { rowCount } = await client.query(
        `INSERT INTO sessions (id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
         SELECT $1, sha256(convert_to($2, 'UTF8')), id, 'Bench', now(), now(), now() + interval '1 day'
         FROM users WHERE username = $3`,
        [randomUUID(), token, username],
      );
      if (rowCount !== 1) throw new Error(`The sample school has nobody named ${username}.`);
    } finally {
      await client.end();
    }
    return cookieOf(token);
  };
  try {
    // The student with two months of study.
    return { ...server, cookieOf: enter, cookie: await enter('rafaela') };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
