import { childOf, childrenOf, type Element, valueIn } from './xml.ts';

export type ParagraphStyle = { heading: number | null; isQuote: boolean; listId?: string; level?: number };

const plain: ParagraphStyle = { heading: null, isQuote: false };

/** What the styles of a document mean for its paragraphs, by their ids. */
export function readStyles(xml: Element | undefined): (id: string | undefined) => ParagraphStyle {
  const all = new Map(
    childrenOf(childOf(xml, 'w:styles'), 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style]),
  );
  const known = new Map<string, ParagraphStyle>();

  const read = (id: string, seen: number): ParagraphStyle => {
    const style = all.get(id);
    // Limits the depth of base styles, so that a cycle ends.
    if (!style || seen > 12) return plain;
    const base = valueIn(style, 'w:basedOn');
    const inherited = base === undefined ? plain : read(base, seen + 1);
    const name = (valueIn(style, 'w:name') ?? '').toLowerCase();
    const properties = childOf(style, 'w:pPr');
    const outline = valueIn(properties, 'w:outlineLvl');
    const named = /^(?:heading|título|titulo) ([1-6])$/.exec(name)?.[1];
    const numbers = childOf(properties, 'w:numPr');
    const listId = valueIn(numbers, 'w:numId') ?? inherited.listId;
    const level = Number(valueIn(numbers, 'w:ilvl') ?? inherited.level ?? 0);
    const heading = named
      ? Number(named)
      : name === 'title'
        ? 1
        : outline !== undefined && Number(outline) < 6
          ? Number(outline) + 1
          : inherited.heading;
    const isQuote = /quote|citaç/.test(name) || inherited.isQuote;
    return { heading, isQuote, ...(listId ? { listId, level } : {}) };
  };

  return (id) => {
    if (id === undefined) return plain;
    const found = known.get(id) ?? read(id, 0);
    known.set(id, found);
    return found;
  };
}
