import * as rulesOfToday from './privacy.rules.ts';

type Reference = { table: string; column: string; target: string; targetColumn: string };
type Rules = Pick<typeof rulesOfToday, 'ownerColumns' | 'actorColumns' | 'schoolTables'>;
type Way = { table: string; column: string } | { table: string; column: string; through: Way; targetColumn: string };

/**
 * The tables with a person's data and how to find it, derived from the foreign keys of the database: rows that name
 * the person as owner, then rows that depend only on those. A new table joins the export automatically.
 */
export function waysTo(
  references: readonly Reference[],
  { ownerColumns, actorColumns, schoolTables }: Rules = rulesOfToday,
): Way[] {
  const naming = references.filter(({ target }) => target === 'users');
  const unknown = naming.find(({ column }) => !ownerColumns.includes(column) && !actorColumns.includes(column));
  if (unknown) throw new Error(`${unknown.table}.${unknown.column}: say in privacy.rules.ts whose row that is.`);

  const ways: Way[] = [{ table: 'users', column: 'id' }];
  // A row that only names who acted is found through what they acted on.
  // The first owner column says whose: a payment's `user_id` names the latest order only, its `student_id` each.
  for (const owner of ownerColumns) {
    for (const { table, column } of naming) {
      if (column === owner && !ways.some((way) => way.table === table)) ways.push({ table, column });
    }
  }
  // Through the tables found so far, including those found on the way.
  for (const through of ways) {
    if (through.table === 'users') continue;
    for (const { table, column, target, targetColumn } of references) {
      const known = ways.some((way) => way.table === table) || schoolTables.includes(table);
      if (target === through.table && !known) ways.push({ table, column, through, targetColumn });
    }
  }
  return ways;
}
