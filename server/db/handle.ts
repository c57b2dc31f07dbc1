import type { Kysely, Transaction } from 'kysely';
import type { DB } from './tables.ts';

/** A handle to run queries on: the database, or a transaction of it. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

declare const older: unique symbol;
/**
 * A handle whose rows may be some seconds old (replica.ts). Only a call that declares `mayLag` gets one, to read what
 * it shows; never for access decisions, and never for values that are stored.
 */
export type LaggingDb = Db & { readonly [older]: true };
