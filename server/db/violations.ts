/** What PostgreSQL refuses, as questions (https://www.postgresql.org/docs/18/errcodes-appendix.html). */

type DatabaseFault = { code?: unknown; constraint?: unknown };

const hasCode = (error: unknown, code: string): error is DatabaseFault =>
  typeof error === 'object' && error !== null && (error as DatabaseFault).code === code;

/** Something points at a row that is not there, or at one that was to go. */
export const isForeignKeyViolation = (error: unknown): boolean => hasCode(error, '23503');

/** A row with the same key is there already; the constraint's name tells which key, where a table has several. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  hasCode(error, '23505') && (constraint === undefined || error.constraint === constraint);

/** Another session holds the lock, and waiting was not requested or took too long. */
export const isLockNotAvailable = (error: unknown): boolean => hasCode(error, '55P03');

/** A kept plan no longer fits what a migration made of the table. */
export const isStalePlan = (error: unknown): boolean => hasCode(error, '0A000');

/** A statement was ended, nearly always because it took too long. */
export const isCancelled = (error: unknown): boolean => hasCode(error, '57014');
