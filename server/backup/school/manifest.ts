import * as z from 'zod/mini';

export const FORMAT = 1;
/** The entry that describes the archive. It is written last, so a cut archive has none. */
export const MANIFEST = 'escola.json';
export const FILES = 'arquivos/';
/** Where the file store holds archives that an administrator asked for. */
export const SCHOOL_EXPORTS = 'school-exports/';

const name = z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,62}$/));
const count = z.int().check(z.nonnegative());

const table = z.object({
  schema: z.enum(['public', 'pgboss']),
  name,
  /** The entry with its rows as JSON, one row a line. */
  entry: z.string(),
  columns: z.array(name).check(z.minLength(1), z.maxLength(1000)),
  rows: count,
  /** Hash over all rows, independent of their order. */
  hash: z.string().check(z.regex(/^-?\d+$/)),
});
export type ArchivedTable = z.output<typeof table>;

export const manifest = z.object({
  product: z.literal('alvorada'),
  format: z.literal(FORMAT),
  version: z.string(),
  createdAt: z.string(),
  school: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table).check(z.maxLength(1000)),
  sequences: z.record(name, z.string().check(z.regex(/^\d{1,19}$/))),
  files: count,
  /** Files that rows name and the store did not have when the archive was made. */
  missingFiles: z.array(z.string()),
});
export type Manifest = z.output<typeof manifest>;
