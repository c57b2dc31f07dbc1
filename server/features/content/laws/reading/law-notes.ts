import { citationFinder } from '../citing/find-citations.ts';

export type VersionState = 'in_force' | 'revoked' | 'vetoed';
export type VersionNote = {
  state: VersionState;
  /** The norm in the words of the source; empty where it names none. */
  amending: string;
  amendingUrn: string | null;
  /** Set where the source gives a full date. */
  from: string | null;
  /** The full date, or the first day of the year that the source names. */
  startsOn: string | null;
};

const remarkShape =
  /\((?:Reda[cç][aã]o dada|Inclu[ií]d[oa]|Acrescid[oa]|Acrescentad[oa]|Renumerad[oa]|Revogad[oa]|Vetad[oa])[^()]{0,160}\)/giu;
const givenBy = /\b(?:pelos?|pelas?) (.{3,150})\)$/iu;
const revokedShape = /^\(?revogad[oa]s?\b/iu;
const vetoedShape = /^\(?vetad[oa]s?\b/iu;

const find = citationFinder();

/** What the remarks of a publisher say about a text: who gave it, and whether it is in force. */
export function readNote(text: string, notes: readonly string[]): VersionNote {
  const start = text.slice(0, 400);
  const remarks = [...text.slice(-400).matchAll(remarkShape)].map(([remark]) => remark);
  const last = [...remarks, ...notes.flatMap((note) => [...note.matchAll(remarkShape)].map(([remark]) => remark))].at(
    -1,
  );
  const isRevokedByNote = notes.some((note) => revokedShape.test(note));
  const state = vetoedShape.test(start)
    ? 'vetoed'
    : revokedShape.test(start) || isRevokedByNote
      ? 'revoked'
      : 'in_force';
  const amending = (last && givenBy.exec(last)?.[1]?.trim()) ?? '';
  const amendingUrn = amending === '' ? null : (find(amending)[0]?.urn ?? null);
  const [, year, day] = /:([12]\d{3})(-\d{2}-\d{2})?;/.exec(amendingUrn ?? '') ?? [];
  const from = year && day ? `${year}${day}` : null;
  return { state, amending, amendingUrn, from, startsOn: from ?? (year ? `${year}-01-01` : null) };
}
