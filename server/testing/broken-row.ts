import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

let made = 0;

/**
 * Makes every write to the rows of a table that match the condition fail, as corrupt data would. The condition is SQL
 * about `r`, the row that is written or deleted. Returns a function that repairs the rows.
 */
export async function breakRows(db: Db, table: string, condition: string): Promise<() => Promise<void>> {
  made += 1;
  const name = `broken_rows_${made}`;
  await sql
    .raw(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE r ${table} := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
      IF ${condition} THEN RAISE EXCEPTION 'this row is broken'; END IF;
      RETURN r;
    END $$`)
    .execute(db);
  await sql
    .raw(`CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`)
    .execute(db);
  return async () => {
    await sql.raw(`DROP FUNCTION ${name} CASCADE`).execute(db);
  };
}
