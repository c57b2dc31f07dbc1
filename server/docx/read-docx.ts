import { openZip, type ZipEntries } from '#server/zip/open-zip.ts';
import { FileRefused } from '#server/zip/refused.ts';
import { createBlocks } from './blocks.ts';
import { escapeText } from './escape.ts';
import { readNumbering } from './numbering.ts';
import type { Reading, Relation } from './reading.ts';
import { noteBacklink } from './runs.ts';
import { readStyles } from './styles.ts';
import { childOf, childrenOf, type Element, readXml } from './xml.ts';

export type DocxImage = { address: string; content: Buffer };

export type DocxText = {
  /** HTML, not sanitised yet; images have the addresses below. */
  html: string;
  images: DocxImage[];
  /** Content that lessons do not support, by its name in Portuguese, most frequent first. */
  missed: { what: string; count: number }[];
};

type Settings = {
  /** Converts LaTeX to MathML; null when it is no formula. */
  formula: (latex: string, isBlock: boolean) => string | null;
};

const IMAGES_MAX = 200;
/** Well above the size of any lesson: five hundred pages are ten megabytes of XML. */
const BOUNDS = { entries: 2000, part: 40 * 1024 * 1024, all: 120 * 1024 * 1024 };

async function xmlOf(parts: ZipEntries, name: string): Promise<Element | undefined> {
  const text = await parts.text(name);
  return text === undefined ? undefined : readXml(text);
}

/** `word/_rels/document.xml.rels`: the targets of the ids of links and pictures. */
function relationsOf(xml: Element | undefined): Map<string, Relation> {
  return new Map(
    childrenOf(childOf(xml, 'Relationships'), 'Relationship').map(({ attributes }) => [
      attributes.Id ?? '',
      { target: attributes.Target ?? '', isOutside: attributes.TargetMode === 'External' },
    ]),
  );
}

/** Resolves a name inside the file: `media/image1.png` and `/word/media/image1.png` are the same part. */
function partName(target: string): string {
  const path = target.startsWith('/') ? target.slice(1) : `word/${target}`;
  return path
    .split('/')
    .reduce((base, step) => (step === '..' ? base.replace(/\/?[^/]*$/, '') : `${base}/${step}`), '')
    .slice(1);
}

/**
 * Reads a .docx: its text, lists with their numbers, tables, notes, links, formulas and pictures. Macros, visual
 * styles, headers and comments are ignored, and nothing outside the file is requested.
 */
export async function readDocx(file: Buffer, settings: Settings): Promise<DocxText> {
  const parts = await openZip(file, BOUNDS);
  const document = await xmlOf(parts, 'word/document.xml');
  const body = childOf(childOf(document, 'w:document'), 'w:body');
  if (!body) throw new FileRefused('other_kind');
  const missed = new Map<string, number>();
  const images = new Map<string, string>();
  const notes: { kind: 'ftn' | 'edn'; id: string; number: number }[] = [];
  const miss = (what: string) => void missed.set(what, (missed.get(what) ?? 0) + 1);

  const reading: Reading = {
    relations: relationsOf(await xmlOf(parts, 'word/_rels/document.xml.rels')),
    missed: miss,
    image(target) {
      const known = images.get(target);
      if (known) return known;
      const address = `docx-image-${images.size + 1}`;
      images.set(target, address);
      return address;
    },
    note(kind, id) {
      const known = notes.find((note) => note.kind === kind && note.id === id);
      if (known) return known.number;
      const number = notes.length + 1;
      notes.push({ kind, id, number });
      return number;
    },
    formula(latex, isBlock) {
      const mathml = settings.formula(latex, isBlock);
      if (mathml === null && latex !== '') miss('fórmulas, que ficaram como texto');
      return mathml ?? escapeText(latex);
    },
  };
  const numbering = readNumbering(await xmlOf(parts, 'word/numbering.xml'));
  const styleOf = readStyles(await xmlOf(parts, 'word/styles.xml'));
  const blocks = createBlocks({ numbering, styleOf }, reading);
  const text = blocks(body);
  const atTheEnd = await notesOf(parts, notes, blocks);
  if (childrenOf(body).some(({ name }) => name === 'w:altChunk')) miss('partes de outros arquivos');

  const found: DocxImage[] = [];
  for (const [target, address] of images) {
    const content = found.length < IMAGES_MAX ? await parts.bytes(partName(target)) : undefined;
    if (content) found.push({ address, content });
  }
  return {
    html: text + atTheEnd,
    images: found,
    missed: [...missed].map(([what, count]) => ({ what, count })).toSorted((a, b) => b.count - a.count),
  };
}

type Note = { kind: 'ftn' | 'edn'; id: string; number: number };

/** The notes that the text refers to, in order, each with a link back. */
async function notesOf(
  parts: ZipEntries,
  notes: readonly Note[],
  blocks: (element: Element) => string,
): Promise<string> {
  if (notes.length === 0) return '';
  const footnotes = childOf(await xmlOf(parts, 'word/footnotes.xml'), 'w:footnotes');
  const endnotes = childOf(await xmlOf(parts, 'word/endnotes.xml'), 'w:endnotes');
  return notes
    .map(({ kind, id, number }) => {
      const all = kind === 'ftn' ? childrenOf(footnotes, 'w:footnote') : childrenOf(endnotes, 'w:endnote');
      const note = all.find(({ attributes }) => attributes['w:id'] === id);
      const text = note ? blocks(note) : '';
      const back = noteBacklink(kind, id, number);
      return text.startsWith('<p>')
        ? text.replace('<p>', () => `<p class="note">${back}`)
        : `<p class="note">${back}</p>${text}`;
    })
    .join('');
}
