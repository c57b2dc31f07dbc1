import type { ImportEntry, ImportPart } from '#contract/questions/question-import.ts';

export type EntryPiece = NonNullable<ImportEntry['pieces']>[number];

export const optionParts = ['A', 'B', 'C', 'D', 'E', 'F'] as const satisfies readonly ImportPart[];

export const partNames: Readonly<Record<ImportPart, string>> = {
  base: 'Texto de apoio',
  statement: 'Enunciado',
  A: 'A',
  B: 'B',
  C: 'C',
  D: 'D',
  E: 'E',
  F: 'F',
};

const partOrder: readonly ImportPart[] = ['base', 'statement', ...optionParts];

/** Pieces in reading order: by part, and in each part from top to bottom. */
const inOrder = (pieces: readonly EntryPiece[]): EntryPiece[] =>
  [...pieces].sort(
    (one, other) =>
      partOrder.indexOf(one.part) - partOrder.indexOf(other.part) || one.line - other.line || one.from - other.from,
  );

/** Moves the pieces of a line to another part, or out of the question when `part` is null. */
export function moveLine(
  pieces: readonly EntryPiece[],
  { line, page, length }: { line: number; page: number; length: number },
  part: ImportPart | null,
): EntryPiece[] {
  const own = pieces.filter((piece) => piece.line === line);
  const others = pieces.filter((piece) => piece.line !== line);
  if (part === null) return others;
  const moved = own.length > 0 ? own.map((piece) => ({ ...piece, part })) : [{ part, page, line, from: 0, to: length }];
  return inOrder([...others, ...merged(moved)]);
}

/** Joins pieces of one line in one part. */
function merged(pieces: readonly EntryPiece[]): EntryPiece[] {
  const [first] = pieces;
  if (!first) return [];
  const from = Math.min(...pieces.map((piece) => piece.from));
  const to = Math.max(...pieces.map((piece) => piece.to));
  return [{ ...first, from, to }];
}

/** Appends the lines of the next question: its statement continues the last part, its options get the next letters. */
export function joinPieces(pieces: readonly EntryPiece[], next: readonly EntryPiece[]): EntryPiece[] {
  const last = pieces.findLast(({ part }) => part !== 'base')?.part ?? 'statement';
  const used = optionParts.filter((name) => pieces.some(({ part }) => part === name)).length;
  const taken = next.filter(({ part }) => part !== 'base');
  const letters = optionParts.filter((name) => taken.some(({ part }) => part === name));
  return [
    ...pieces,
    ...taken.map((piece) => {
      const at = (letters as readonly string[]).indexOf(piece.part);
      const part = at === -1 ? last : (optionParts[used + at] ?? 'F');
      return { ...piece, part };
    }),
  ];
}

/** The parts that a line may move to: one letter more than the question has. */
export function partsOf(pieces: readonly EntryPiece[]): ImportPart[] {
  const used = optionParts.filter((name) => pieces.some(({ part }) => part === name)).length;
  return ['statement', ...optionParts.slice(0, Math.min(optionParts.length, used + 1)), 'base'];
}

/** The entries that need a decision, and those that do not. */
export function sortEntries(entries: readonly ImportEntry[]) {
  const isOpen = ({ problem, isLeftOut, isAnnulled }: ImportEntry) => problem !== null && !isLeftOut && !isAnnulled;
  return { open: entries.filter(isOpen), settled: entries.filter((entry) => !isOpen(entry)) };
}
