/** Predicates for errors of PostgreSQL (https://www.postgresql.org/docs/18/errcodes-appendix.html). */

type DatabaseFault = { code?: unknown; constraint?: unknown };

const hasCode = (error: unknown, code: string): error is DatabaseFault =>
  typeof error === 'object' && error !== null && (error as DatabaseFault).code === code;

/** A row refers to one that does not exist, or to one that was to be deleted. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, '23503');

/** A row with the same key exists. The name of the constraint says which key, when a table has several. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  hasCode(error, '23505') && (constraint === undefined || error.constraint === constraint);

/** Another session holds the lock, and waiting was not requested or took too long. */
export const isLockNotAvailable = (error: unknown): boolean => hasCode(error, '55P03');

/** Two sessions waited for each other, and this one was cancelled. */
export const isDeadlock = (error: unknown): boolean => hasCode(error, '40P01');

/** The role may not do this. */
export const isNotPermitted = (error: unknown): boolean => hasCode(error, '42501');

/** A cached plan no longer fits the table after a migration. */
export const isStalePlan = (error: unknown): boolean => hasCode(error, '0A000');

/** A statement was cancelled, nearly always by its timeout. */
export const isCancelled = (error: unknown): boolean => hasCode(error, '57014');
