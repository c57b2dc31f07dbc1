import { sql } from 'kysely';
import type { School } from '../school.ts';

/**
 * LAW: of a deleted person nothing is left that names them: their e-mail address and user name are in no row of any
 * table. Waiting mails are delivered or dropped before this is checked.
 */
export async function deletedPeopleLaw({ reader, students }: School): Promise<string[]> {
  const gone = students.filter(({ isDeleted, userId }) => isDeleted && userId);
  if (gone.length === 0) return [];
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`.execute(reader);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      SELECT t::text AS row FROM ${sql.table(name)} AS t
      WHERE t::text LIKE ANY(${gone.flatMap(({ email, username }) => [`%${email}%`, `%${username}%`])})
      LIMIT 1`.execute(reader);
    if (rows[0]) found.push(`table ${name} still names a deleted person: ${rows[0].row.slice(0, 200)}`);
  }
  return found;
}
