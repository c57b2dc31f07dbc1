import { sql } from 'kysely';
import type { Db } from '#server/db/handle.ts';

/**
 * Replaces PostgreSQL's `random()` for this database: the schema `simulation` comes before `pg_catalog`. `setseed` does
 * not help, because it belongs to one connection, and the pool chooses the connection.
 */
export async function seedDatabase(db: Db, seed: number): Promise<void> {
  await sql`CREATE SCHEMA IF NOT EXISTS simulation`.execute(db);
  await sql.raw(`CREATE SEQUENCE simulation.chance START ${seed * 1_000_003 + 1}`).execute(db);
  await sql`
    CREATE FUNCTION simulation.random() RETURNS double precision LANGUAGE sql VOLATILE AS $$
      SELECT ('x' || substr(md5(nextval('simulation.chance')::text), 1, 8))::bit(32)::bigint / 4294967296.0 $$`.execute(
    db,
  );
  const { rows } = await sql<{ name: string }>`SELECT quote_ident(current_database()) AS name`.execute(db);
  await sql.raw(`ALTER DATABASE ${rows[0]?.name} SET search_path = public, simulation, pg_catalog`).execute(db);
}
