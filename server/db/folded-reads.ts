/** A result as the driver hands it over. */
export type Result = { rows: object[]; fields?: readonly Field[] };
type Field = { name: string; dataTypeID: number };
export type Asked = { text: string; values: unknown[] };

type Row = Record<string, unknown>;
type Convert = (value: unknown) => unknown;

const asIs: Convert = (value) => value;
const infinities: Record<string, number> = {
  infinity: Number.POSITIVE_INFINITY,
  '-infinity': Number.NEGATIVE_INFINITY,
};
const asDate: Convert = (value) => (typeof value === 'string' ? (infinities[value] ?? new Date(value)) : value);
/** JSON has no NaN and no Infinity: they are texts there. */
const asNumber: Convert = (value) => (typeof value === 'string' ? Number(value) : value);

/**
 * Types that JSON carries without a loss, by their number in PostgreSQL, and how the driver's value is made of them.
 * A read with a column of another type is sent alone.
 */
const carried = new Map<number, Convert>([
  ...([16, 21, 23, 20, 25, 1043, 2950, 114, 3802] as const).map((type) => [type, asIs] as const),
  ...([1000, 1005, 1007, 1009] as const).map((type) => [type, asIs] as const),
  [701, asNumber],
  [1184, asDate],
]);

/** Long reads are hot statements with a plan of each; other company would make PostgreSQL plan them again. */
const LONGEST_PART = 6000;
const LONGEST = 50_000;
const MOST_KNOWN = 2000;

/** For each text its columns with their conversion; null: it cannot be folded. Known once it was sent alone. */
const shapes = new Map<string, ReadonlyMap<string, Convert> | null>();

/** Without a lock, and without a literal that looks like a placeholder. */
const isPlain = (text: string): boolean =>
  text.length <= LONGEST_PART &&
  !/\bfor\s+(key\s+)?share\b/i.test(text) &&
  // Every second piece between quotes is a literal.
  !text.split("'").some((piece, at) => at % 2 === 1 && /\$\d/.test(piece));

/** Remembers the columns of a read that was sent alone. */
export function learnShape(text: string, { fields }: Result): void {
  if (!fields || shapes.has(text) || shapes.size >= MOST_KNOWN) return;
  const columns = new Map(fields.map(({ name, dataTypeID }) => [name, carried.get(dataTypeID)]));
  const isCarried = columns.size === fields.length && columns.size > 0 && ![...columns.values()].includes(undefined);
  shapes.set(text, isCarried && isPlain(text) ? (columns as ReadonlyMap<string, Convert>) : null);
}

/**
 * A time in a condition makes PostgreSQL plan every execution, and the others of the statement with it. Behind a
 * subquery it does not (as-one.ts).
 */
const hasPlainTime = ({ text, values }: Asked): boolean =>
  values.some((value, at) => value instanceof Date && !new RegExp(`\\(select \\$${at + 1}\\b`, 'i').test(text));

const isFoldable = (asked: Asked): boolean => Boolean(shapes.get(asked.text)) && !hasPlainTime(asked);

/** Which of these reads travel in one statement, always in the same order, so that it has one plan. */
export function chooseFolded<Read extends Asked>(reads: readonly Read[]): { folded: Read[]; alone: Read[] } {
  const folded: Read[] = [];
  let length = 0;
  for (const read of reads.toSorted((a, b) => (a.text < b.text ? -1 : 1))) {
    if (!isFoldable(read) || length + read.text.length > LONGEST) continue;
    length += read.text.length;
    folded.push(read);
  }
  if (folded.length < 2) return { folded: [], alone: [...reads] };
  return { folded, alone: reads.filter((read) => !folded.includes(read)) };
}

/** How a folded statement begins, and no other. */
export const FOLDED_BEGIN = "SELECT (SELECT coalesce(json_agg(part), '[]') FROM (\n";

/** One statement with a column of rows for each read. */
export function foldReads(reads: readonly Asked[]): Asked {
  const values: unknown[] = [];
  const parts = reads.map((read, at) => {
    const before = values.length;
    values.push(...read.values);
    const text = read.text.replace(/\$(\d+)/g, (_, number: string) => `$${before + Number(number)}`);
    // On separate lines: the text may end in a comment.
    return `(SELECT coalesce(json_agg(part), '[]') FROM (\n${text}\n) AS part) AS "${at}"`;
  });
  return { text: `SELECT ${parts.join(', ')}`, values };
}

/** The rows of each read, with the values that the driver would have given them. */
export function unfoldRows(reads: readonly Asked[], result: Result): Result[] {
  const [row] = result.rows as [Record<string, Row[]>];
  return reads.map(({ text }, at) => {
    const rows = row[at] ?? [];
    const converted = [...(shapes.get(text) ?? [])].filter(([, convert]) => convert !== asIs);
    for (const one of rows) for (const [name, convert] of converted) one[name] = convert(one[name]);
    return { command: 'SELECT', rowCount: rows.length, rows } as Result;
  });
}
