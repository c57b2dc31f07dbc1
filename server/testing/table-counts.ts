import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/** The tables with more rows than at the last call, and how many more. */
export type Growth = () => Promise<Record<string, number>>;

/**
 * Returns how many rows were added to every table of the product. Triggers count them per statement: counting a whole
 * school after every call took four fifths of the fuzz test's time. A rollback reverts these counts, too.
 */
export async function watchGrowth(db: Db): Promise<Growth> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`.execute(db);
  await sql`CREATE TABLE growth_of_tables (name text NOT NULL, rows int NOT NULL)`.execute(db);
  await sql`CREATE FUNCTION note_growth() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE changed int;
    BEGIN
      SELECT count(*) INTO changed FROM changed_rows;
      IF changed > 0 THEN
        INSERT INTO growth_of_tables VALUES (TG_TABLE_NAME, CASE TG_OP WHEN 'INSERT' THEN changed ELSE -changed END);
      END IF;
      RETURN NULL;
    END $$`.execute(db);
  for (const { name } of tables) {
    const table = sql.table(name);
    await sql`CREATE TRIGGER note_more AFTER INSERT ON ${table} REFERENCING NEW TABLE AS changed_rows
      FOR EACH STATEMENT EXECUTE FUNCTION note_growth()`.execute(db);
    await sql`CREATE TRIGGER note_fewer AFTER DELETE ON ${table} REFERENCING OLD TABLE AS changed_rows
      FOR EACH STATEMENT EXECUTE FUNCTION note_growth()`.execute(db);
  }
  return async () => {
    const { rows } = await sql<{ name: string; rows: number }>`
      WITH noted AS (DELETE FROM growth_of_tables RETURNING name, rows)
      SELECT name, sum(rows)::int AS rows FROM noted GROUP BY name HAVING sum(rows) > 0`.execute(db);
    return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
  };
}
