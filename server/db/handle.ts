import type { Kysely, Transaction } from 'kysely';
import type { DB } from './tables.ts';

/** A handle to run queries on: the database, or a transaction of it. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
