import type { Kysely, Transaction } from 'kysely';
import type { DB } from './tables.ts';

/** A handle to run queries on: the database, or a transaction of it. */
export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

declare const older: unique symbol;
/**
 * A handle whose rows may be some seconds old (replica.ts). Only a call that declares `mayLag` gets one, for reading
 * what it shows; never for deciding who may see it, and never for anything that is kept.
 */
export type LaggingDb = Db & { readonly [older]: true };
