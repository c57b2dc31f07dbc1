import { optionNames, type PartName, type StoredPage, type StoredPiece } from './stored-pages.ts';

/** The label of an option at the start of a piece: '(A)', 'A)', 'a.', 'A –'. */
const label = /^\s*(?:\(\s*([A-Fa-f])\s*\)|([A-Fa-f])\s*[).]|([A-Fa-f])\s+[–—-])\s*/u;

/** Gives pieces their parts by the labels that they begin with: the statement first, then options in their order. */
export function readParts(pieces: readonly StoredPiece[], pages: readonly StoredPage[]): StoredPiece[] {
  const texts = new Map(pages.flatMap(({ lines }) => lines.map(({ line, text }) => [line, text] as const)));
  let part: PartName = 'statement';
  let options = 0;
  return pieces.map((piece): StoredPiece => {
    if (piece.part === 'base') return piece;
    // Reading the question removed the labels, so the whole line is checked.
    const text = texts.get(piece.line) ?? '';
    const found = label.exec(text.slice(0, piece.to));
    const letter = (found?.[1] ?? found?.[2] ?? found?.[3])?.toUpperCase();
    const next = optionNames[options];
    if (found && next && letter === next && piece.from <= found[0].length && found[0].length < piece.to) {
      part = next;
      options += 1;
      return { ...piece, part, from: found[0].length };
    }
    return { ...piece, part };
  });
}

const isOverlap = (one: StoredPiece, other: StoredPiece) =>
  one.line === other.line && one.from < other.to && other.from < one.to;

/** The pieces of an entry that remain when others were taken for another question. Shared texts stay with both. */
export function piecesWithout(pieces: readonly StoredPiece[], taken: readonly StoredPiece[]): StoredPiece[] {
  const claims = taken.filter(({ part }) => part !== 'base');
  return pieces.filter((piece) => piece.part === 'base' || !claims.some((claim) => isOverlap(piece, claim)));
}

/** Whether two pieces claim the same characters for two parts of one question. */
export const hasOverlap = (pieces: readonly StoredPiece[]): boolean => {
  const byLine = new Map<number, StoredPiece[]>();
  for (const piece of pieces) {
    const own = byLine.get(piece.line) ?? [];
    if (own.some((other) => isOverlap(piece, other))) return true;
    byLine.set(piece.line, [...own, piece]);
  }
  return false;
};
