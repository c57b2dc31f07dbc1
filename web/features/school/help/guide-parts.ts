import { folded } from '#web/lib/folded.ts';
import type { Block, Inline } from '#web/lib/markdown.ts';
import { type Reader, type Topic, topicsFor } from './guides.ts';

/** A piece of a guide that links and the search lead to: a section, or a paragraph that begins with bold words. */
export type GuidePart = { anchor: string; label: string; topic: string; slug: string; words: string };

const dashed = (text: string) =>
  folded(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const textOf = (words: readonly Inline[]) => words.map(({ text }) => text).join('');

/** The words that a part is found by: a heading, or the bold words at the start of a paragraph. */
export function leadOf(block: Block): string | undefined {
  if (block.kind === 'heading') return block.text;
  const [first] = block.kind === 'paragraph' ? block.text : [];
  return first?.kind === 'strong' ? first.text.replace(/[.:?]$/, '') : undefined;
}

export const anchorOf = (slug: string, block: Block): string | undefined => {
  const lead = leadOf(block);
  return lead === undefined ? undefined : `${slug}-${dashed(lead)}`;
};

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.text;
    case 'paragraph':
      return textOf(block.text);
    case 'list':
      return block.items.map(textOf).join(' ');
    case 'table':
      return [block.head, ...block.rows].flatMap((row) => row.map(textOf)).join(' ');
  }
}

/** The parts of a topic. A block without a lead belongs to the part before it. */
function partsOf({ slug, title, blocks }: Topic): GuidePart[] {
  const parts: GuidePart[] = [{ anchor: slug, label: title, topic: title, slug, words: '' }];
  for (const block of blocks) {
    const [label, anchor] = [leadOf(block), anchorOf(slug, block)];
    if (label !== undefined && anchor !== undefined) parts.push({ anchor, label, topic: title, slug, words: '' });
    const part = parts.at(-1);
    if (part) part.words = `${part.words} ${textOfBlock(block)}`;
  }
  return parts;
}

const known = new Map<Reader, GuidePart[]>();

/** All parts of a reader's guides. The guides ship with the product, so they are read once. */
export function partsFor(reader: Reader): GuidePart[] {
  const parts = known.get(reader) ?? topicsFor(reader).flatMap(partsOf);
  known.set(reader, parts);
  return parts;
}
