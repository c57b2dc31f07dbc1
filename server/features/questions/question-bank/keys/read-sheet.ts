import { readRow, type SheetKey, type SheetRow, type SheetWord, typeNameOf } from './answer-rows.ts';

/** The keys of one type of an exam. */
export type KeyTable = { name: string | null; keys: Map<number, SheetKey> };

export type AnswerSheet = {
  tables: KeyTable[];
  /** Rows that look like keys and could not be read, and numbers with two keys. People must look at them. */
  problems: string[];
};

/** Reads the keys of an answer sheet: grids, tables, lists, one or several types. Pure. */
export function readSheet(rows: readonly (readonly SheetWord[])[]): AnswerSheet {
  const reader = createReader();
  for (const row of rows) if (row.length > 0) reader.take(readRow(row));
  return reader.finish();
}

/** The lines of a pasted text. Tabs and bars part cells. */
export const pastedRows = (text: string): SheetWord[][] =>
  text
    .normalize('NFKC')
    .split('\n')
    .map((line) =>
      [...line.matchAll(/[^\s|;,]+/g)].map((found) => ({ text: found[0], x: found.index + found[0].length / 2 })),
    );

type Open = { numbers: { number: number; x: number }[]; rows: number };

function createReader() {
  const tables: KeyTable[] = [];
  const problems: string[] = [];
  const correspondence: number[][] = [];
  let head: string[] = [];
  let title: string | null = null;
  let open: Open | null = null;

  const tableOf = (name: string | null, number: number): KeyTable => {
    const named = name === null ? null : tables.find((table) => table.name === name);
    if (named) return named;
    const last = tables.at(-1);
    // A number that is there already begins the table of another type.
    if (last && last.name === name && !last.keys.has(number)) return last;
    const made: KeyTable = { name, keys: new Map() };
    tables.push(made);
    return made;
  };
  const set = (table: KeyTable, number: number, key: SheetKey) => {
    const known = table.keys.get(number);
    if (known && !isSame(known, key)) problems.push(`A questão ${number} aparece com dois gabaritos.`);
    else table.keys.set(number, key);
  };
  const setAll = (name: string | null, pairs: readonly { number: number; key: SheetKey }[]) => {
    const [first] = pairs;
    if (!first) return;
    const table = tableOf(name, first.number);
    for (const { number, key } of pairs) set(table, number, key);
  };
  /** 'Questão 2 anulada' below the keys: a change, not the start of another type. */
  const annulsAgain = (pairs: readonly { number: number; key: SheetKey }[]) => {
    const [only] = pairs;
    const last = tables.at(-1);
    if (pairs.length !== 1 || only?.key.kind !== 'annulled' || !last?.keys.has(only.number)) return false;
    last.keys.set(only.number, only.key);
    return true;
  };
  /** Numbers that no row of keys follows: which question of one type is which of another. */
  const closeNumbers = () => {
    if (open && open.rows === 0) {
      const numbers = open.numbers.map(({ number }) => number);
      if (head.length > 1 && numbers.length === head.length) correspondence.push(numbers);
      else problems.push(`Há números sem respostas: ${numbers.slice(0, 5).join(' ')}…`);
    }
    open = null;
  };

  const take = (row: SheetRow) => {
    if (row.kind !== 'keys') closeNumbers();
    switch (row.kind) {
      case 'numbers':
        open = { numbers: row.numbers, rows: 0 };
        break;
      case 'keys':
        if (!open) break;
        takeKeys(open, row);
        break;
      case 'pairs':
        if (!annulsAgain(row.pairs)) setAll(title, row.pairs);
        break;
      case 'types':
        for (const [at, key] of row.keys.entries()) set(tableNamed(head[at] ?? `coluna ${at + 1}`), row.number, key);
        break;
      case 'shared':
        for (const { numbers, key } of row.questions) takeShared(numbers, key);
        break;
      case 'head':
        head = row.names;
        title = null;
        break;
      case 'title':
        title = row.name;
        head = [];
        break;
      case 'change':
        for (const table of tables)
          for (const number of row.numbers) if (table.keys.has(number)) table.keys.set(number, row.key);
        break;
      case 'text':
        break;
    }
  };
  const takeShared = (numbers: readonly number[], key: SheetKey) => {
    const names = [...new Set(head)];
    if (names.length !== numbers.length) problems.push(`A linha da questão ${numbers[0]} não tem um número por tipo.`);
    else for (const [at, number] of numbers.entries()) set(tableNamed(names[at] ?? ''), number, key);
  };
  const tableNamed = (name: string): KeyTable => {
    const found = tables.find((table) => table.name === name);
    if (found) return found;
    const made: KeyTable = { name, keys: new Map() };
    tables.push(made);
    return made;
  };
  const takeKeys = (grid: Open, { keys, label }: Extract<SheetRow, { kind: 'keys' }>) => {
    const pairs = pairUp(grid.numbers, keys);
    const name = typeNameOf(label) ?? title;
    if (grid.rows > 0 && typeNameOf(label) === null)
      problems.push('Há mais de uma linha de respostas para os mesmos números.');
    else if (pairs === null) {
      const numbers = grid.numbers.map(({ number }) => number);
      problems.push(`As respostas das questões ${numbers[0]} a ${numbers.at(-1)} não casam com os números.`);
    } else setAll(name, pairs);
    grid.rows += 1;
  };

  return {
    take,
    finish(): AnswerSheet {
      closeNumbers();
      const filled = tables.filter(({ keys }) => keys.size > 0);
      return { tables: nameByCorrespondence(filled, head, correspondence), problems: [...new Set(problems)] };
    },
  };
}

const isSame = (one: SheetKey, other: SheetKey) =>
  one.kind === other.kind && (one.kind === 'annulled' || (other.kind === 'letter' && one.letter === other.letter));

/** A row of numbers and the row of keys below it: as many of both, or each key under exactly one number. */
function pairUp(
  numbers: readonly { number: number; x: number }[],
  keys: readonly { key: SheetKey; x: number }[],
): { number: number; key: SheetKey }[] | null {
  if (numbers.length === keys.length)
    return numbers.map(({ number }, at) => ({ number, key: (keys[at] as { key: SheetKey }).key }));
  const steps = numbers.slice(1).map(({ x }, at) => x - (numbers[at]?.x ?? 0));
  const reach = Math.min(...steps) / 2;
  const pairs = keys.map(({ key, x }) => {
    const near = numbers.filter((one) => Math.abs(one.x - x) < reach);
    return near.length === 1 ? { number: near[0]?.number ?? 0, key } : null;
  });
  const found = pairs.filter((pair) => pair !== null);
  const isUnique = new Set(found.map(({ number }) => number)).size === found.length;
  return found.length === keys.length && isUnique ? found : null;
}

const TABLES_MAX = 6;
/** Shares of the rows that agree: a sheet may have errors, and chance makes a third of the rows agree. */
const AGREED_MIN = 0.95;
const OTHERS_MAX = 0.7;

/**
 * Tables without a name get theirs from the table of correspondence: only one order of the names makes equal questions
 * have equal keys. Where none or several do, they stay without a name.
 */
function nameByCorrespondence(
  tables: readonly KeyTable[],
  head: readonly string[],
  rows: readonly (readonly number[])[],
): KeyTable[] {
  const names = [...new Set(head)];
  const isUnnamed = tables.length > 1 && tables.every(({ name }) => name === null);
  if (!isUnnamed || names.length !== tables.length || names.length > TABLES_MAX || rows.length === 0)
    return [...tables];
  const scored = permutations(names.length)
    .map((order) => ({ order, share: agreement(rows, head, names, tables, order) }))
    .sort((one, other) => other.share - one.share);
  const [best, second] = scored;
  if (!best || best.share < AGREED_MIN || (second?.share ?? 0) > OTHERS_MAX) return [...tables];
  const { order } = best;
  return tables.map((table, at) => ({ ...table, name: names[order.indexOf(at)] ?? null }));
}

/** The share of questions that have one key in all types. A row may hold several questions side by side. */
function agreement(
  rows: readonly (readonly number[])[],
  head: readonly string[],
  names: readonly string[],
  tables: readonly KeyTable[],
  order: readonly number[],
): number {
  let all = 0;
  let agreed = 0;
  for (const row of rows) {
    for (let from = 0; from + names.length <= row.length; from += names.length) {
      const keys = row
        .slice(from, from + names.length)
        .map((number, at) => tables[order[names.indexOf(head[from + at] ?? '')] ?? 0]?.keys.get(number));
      const [first] = keys;
      all += 1;
      if (first && keys.every((key) => key && isSame(key, first))) agreed += 1;
    }
  }
  return all === 0 ? 0 : agreed / all;
}

function permutations(count: number): number[][] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)]),
  );
}
