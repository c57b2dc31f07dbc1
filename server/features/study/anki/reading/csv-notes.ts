import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { ANKI_CARDS_MAX } from '#contract/study/anki-limits.ts';
import { gapNumbers } from '#contract/study/card-text.ts';
import { FileRefused } from '#server/zip/refused.ts';
import type { Sides } from './sides.ts';

export type TableCard = { guid: string; ord: number; deck: string; tags: string[]; sides: Sides };
export type CardTable = { isHtml: boolean; cards: TableCard[] };

const CSV_MAX_BYTES = 25 * 1024 * 1024;

const separators: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  space: ' ',
  pipe: '|',
  colon: ':',
};

/** Names of columns that tables begin with. */
const titles = new Set([
  'front',
  'frente',
  'pergunta',
  'question',
  'texto',
  'text',
  'back',
  'verso',
  'resposta',
  'answer',
]);

type Headers = ReadonlyMap<string, string>;

/** A table of cards: front and back, with the lines that Anki writes above (`#separator:tab`, `#deck column:3`). */
export function readCardTable(file: Buffer): CardTable {
  if (file.length > CSV_MAX_BYTES) throw new FileRefused('too_large');
  const { headers, body } = splitHeaders(decoded(file));
  const rows = rowsOf(body, separatorOf(headers, body));
  if (rows.length > ANKI_CARDS_MAX) throw new FileRefused('too_large');
  const [first] = rows;
  const isTitled = !headers.has('columns') && first !== undefined && areTitles(first);
  const columnOf = (name: string) => Number(headers.get(`${name} column`) ?? 0) - 1;
  const meta = {
    guid: columnOf('guid'),
    deck: columnOf('deck'),
    tags: columnOf('tags'),
    notetype: columnOf('notetype'),
  };
  const used = new Set(Object.values(meta));
  const cards = (isTitled ? rows.slice(1) : rows).flatMap((row) => {
    const fields = row.filter((_, at) => !used.has(at));
    return cardsOf(fields, {
      guid: row[meta.guid] ?? '',
      deck: row[meta.deck] ?? headers.get('deck') ?? '',
      tags: `${row[meta.tags] ?? ''} ${headers.get('tags') ?? ''}`.split(/\s/).filter((tag) => tag !== ''),
      notetype: (row[meta.notetype] ?? headers.get('notetype') ?? '').toLowerCase(),
    });
  });
  return { isHtml: headers.get('html') === 'true', cards };
}

function decoded(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return new TextDecoder('utf-16le').decode(file);
  if (file.includes(0)) throw new FileRefused('other_kind');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return new TextDecoder('windows-1252').decode(file);
  }
}

function splitHeaders(text: string): { headers: Headers; body: string } {
  const headers = new Map<string, string>();
  let at = 0;
  while (text[at] === '#') {
    const end = text.indexOf('\n', at);
    const line = text.slice(at + 1, end < 0 ? undefined : end).replaceAll('\r', '');
    const colon = line.indexOf(':');
    // A comment, or the first card.
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1));
    if (end < 0) return { headers, body: '' };
    at = end + 1;
  }
  return {
    headers: new Map([...headers].map(([name, value]) => [name, name === 'separator' ? value : value.trim()])),
    body: text.slice(at),
  };
}

/** Named above, or the one that the first line has. */
function separatorOf(headers: Headers, body: string): string {
  const named = headers.get('separator');
  if (named) return separators[named.trim().toLowerCase()] ?? named[0] ?? ',';
  const line = body.slice(0, body.includes('\n') ? body.indexOf('\n') : undefined);
  return ['\t', ';', ','].find((sign) => line.includes(sign)) ?? '\t';
}

function rowsOf(body: string, delimiter: string): string[][] {
  try {
    return parse(body, {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: ANKI_CARDS_MAX + 1,
    });
  } catch {
    throw new FileRefused('broken');
  }
}

const areTitles = (row: readonly string[]) => {
  const named = row.filter((cell) => titles.has(cell.trim().toLowerCase()));
  return named.length >= 2;
};

type Meta = { guid: string; deck: string; tags: string[]; notetype: string };

function cardsOf(fields: readonly string[], { guid, deck, tags, notetype }: Meta): TableCard[] {
  const [front = '', ...others] = fields;
  const back = others.filter((cell) => cell.trim() !== '').join('\n');
  const id = guid || `csv-${createHash('sha256').update([front, back].join('\x1f')).digest('hex').slice(0, 24)}`;
  const gaps = gapNumbers(front);
  const isCloze = gaps.length > 0 || notetype.includes('cloze');
  const card = (ord: number, sides: Pick<Sides, 'front' | 'back'>): TableCard => ({
    guid: id,
    ord,
    deck,
    tags,
    sides: { isCloze, hint: '', sourceLabel: '', ...sides },
  });
  if (gaps.length > 0) return gaps.map((gap) => card(gap - 1, { front, back }));
  const forward = card(0, { front, back });
  const isReversed = notetype.includes('reversed') || notetype.includes('invertid');
  return isReversed ? [forward, card(1, { front: back, back: front })] : [forward];
}
