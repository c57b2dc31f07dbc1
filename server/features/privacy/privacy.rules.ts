/** Columns that say whose a row is: such rows are a person's own data and part of the export. */
export const ownerColumns: readonly string[] = ['user_id', 'owner_id', 'author_id', 'instructor_id'];

/** Columns that say who acted on somebody else's row: that row is the other person's data, not the actor's. */
export const actorColumns: readonly string[] = ['decided_by', 'actor_id'];

/** Neither secrets nor what is only the product's own arithmetic leave with an export. */
export const isExported = (column: { name: string; type: string }) =>
  column.type !== 'bytea' &&
  column.type !== 'tsvector' &&
  column.name !== 'password_hash' &&
  (column.name === 'file_key' || !/_key$/.test(column.name));

export const ACCESS_RECORD_DAYS = 183;
export const DELETION_WAIT_DAYS = 7;
