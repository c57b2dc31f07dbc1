import sanitizeHtml from 'sanitize-html';
import { type FoundLink, type NoteLink, noteAnchor, numberNotes } from '#contract/content/lesson-notes.ts';

/** The parser's time grows with the square of the depth: deeper input is not a lesson but an attack. */
export const NESTING_REFUSED = 1000;

/** How many ancestors of a link are searched for an id. */
const AROUND = 4;

export class TooDeep extends Error {}

const targetOf = (href = '') => (href.startsWith('#') ? href.slice(1) : '');

/** The links of a text in order, with all their names. */
function linksOf(html: string): FoundLink[] {
  const links: FoundLink[] = [];
  const around: string[] = [];
  sanitizeHtml(html, {
    allowedTags: [],
    onOpenTag: (tag, { id = '', name = '', href }) => {
      if (around.length > NESTING_REFUSED) throw new TooDeep();
      if (tag === 'a') {
        const names = [id, name, ...around.slice(-AROUND)].filter((own) => own !== '');
        links.push({ names, target: targetOf(href) });
      }
      around.push(id);
    },
    onCloseTag: () => {
      around.pop();
    },
  });
  return links;
}

/** Runs alongside the sanitiser and returns the role of each link among the footnotes. */
export function followNotes(html: string) {
  // Most texts have no internal link and are not parsed twice.
  const notes: ReadonlyMap<number, NoteLink> = /href\s*=\s*(?:["']\s*)?#/i.test(html)
    ? numberNotes(linksOf(html))
    : new Map();
  let at = -1;
  let current: NoteLink | undefined;
  return {
    open(tag: string) {
      if (tag !== 'a') return;
      at += 1;
      current = notes.get(at);
    },
    close(tag: string) {
      if (tag === 'a') current = undefined;
    },
    /** The number of the note whose link is open. */
    get current(): number | null {
      return current?.number ?? null;
    },
    /** A link's attributes with the anchors of its note; without anchors when it is no note. */
    attributes({ id: _, ...attributes }: Record<string, string>): Record<string, string> {
      if (current) return { ...attributes, href: current.href, ...(current.id ? { id: current.id } : {}), target: '' };
      if (!noteAnchor.test(targetOf(attributes.href))) return attributes;
      // It would lead to a note that is not this link's.
      const { href: __, ...rest } = attributes;
      return rest;
    },
  };
}
