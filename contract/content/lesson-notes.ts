/**
 * Footnotes. Every program has its own names for them, and one shape: a link in the text and a link at the note, each
 * leading to the other. Stored they are `ref-N` and `nota-N`, numbered in the order of the text; no other id is kept.
 */

export const noteAnchor = /^(nota|ref)-[1-9]\d{0,3}$/;

export type FoundLink = {
  /** Names under which the link can be reached: its own, and those of the elements it stands in. */
  names: readonly string[];
  /** Where it leads inside the text; '' for anywhere else. */
  target: string;
};

export type NoteLink = { number: number; href: string; id?: string };

const NOTES_MAX = 2000;
/** Links to one place that are looked at: more of them are no notes. */
const LINKS_PER_TARGET = 4;

/** What the links of a text become, by their place in the list; links that belong to no note are missing. */
export function numberNotes(links: readonly FoundLink[], first = 1): Map<number, NoteLink> {
  const leadingTo = Map.groupBy(links.keys(), (at) => links[at]?.target ?? '');
  const notes = new Map<number, NoteLink>();
  const numberOfNote = new Map<string, number>();
  let number = first;
  for (const [at, link] of links.entries()) {
    if (link.target === '' || notes.has(at) || number >= first + NOTES_MAX) continue;
    const known = numberOfNote.get(link.target);
    if (known !== undefined) {
      notes.set(at, { number: known, href: `#nota-${known}` });
      continue;
    }
    const back = link.names
      .flatMap((name) => leadingTo.get(name)?.slice(0, LINKS_PER_TARGET) ?? [])
      .find((other) => other > at && !notes.has(other) && links[other]?.names.includes(link.target));
    if (back === undefined) continue;
    notes.set(at, { number, href: `#nota-${number}`, id: `ref-${number}` });
    notes.set(back, { number, href: `#ref-${number}`, id: `nota-${number}` });
    numberOfNote.set(link.target, number);
    number += 1;
  }
  return notes;
}

/** The typed number of a note follows its place; whatever else stands there is the author's. */
export const renumbered = (text: string, number: number): string =>
  text.replace(/^(\s*[[(]?)\d{1,4}([\])]?\s*)$/, `$1${number}$2`);
