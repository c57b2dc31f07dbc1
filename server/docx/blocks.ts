import { escapeText } from './escape.ts';
import { createCounter, type Level, type Numbering } from './numbering.ts';
import type { Reading } from './reading.ts';
import { inlineTexts } from './runs.ts';
import type { ParagraphStyle } from './styles.ts';
import { childOf, childrenOf, type Element, valueIn } from './xml.ts';

export type BlockRules = { numbering: Numbering; styleOf: (id: string | undefined) => ParagraphStyle };

/** A paragraph with its position in a list, or without one. */
type Block =
  | { kind: 'html'; html: string }
  | { kind: 'item'; depth: number; list: Exclude<Level, { kind: 'text' }>; number: number; html: string };

const sides: Readonly<Record<string, string>> = { center: 'center', right: 'right', end: 'right', both: '', left: '' };

/** The paragraphs and tables of a part, as HTML. */
export function createBlocks(rules: BlockRules, reading: Reading) {
  const counter = createCounter(rules.numbering);

  const paragraph = (element: Element): Block | null => {
    const properties = childOf(element, 'w:pPr');
    const style = rules.styleOf(valueIn(properties, 'w:pStyle'));
    const numbers = childOf(properties, 'w:numPr');
    const listId = valueIn(numbers, 'w:numId') ?? style.listId;
    const depth = Math.min(8, Number(valueIn(numbers, 'w:ilvl') ?? style.level ?? 0) || 0);
    const level = listId === undefined ? undefined : rules.numbering(listId, depth);
    const number = level && listId !== undefined ? counter.next(listId, depth) : 0;
    const inside = inlineTexts(element, reading, style.heading !== null).trim();
    if (inside === '') return null;
    const label = level?.kind === 'text' && listId ? `${escapeText(counter.label(listId, level))} ` : '';
    if (style.heading !== null) {
      // A numbered heading is no item of a list: its number is part of its name.
      const own = level?.kind === 'list' && listId ? `${number}. ` : label;
      return { kind: 'html', html: `<h${style.heading}>${own}${inside}</h${style.heading}>` };
    }
    if (level && level.kind !== 'text') return { kind: 'item', depth, list: level, number, html: `<p>${inside}</p>` };
    const side = sides[valueIn(properties, 'w:jc') ?? ''];
    const text = `<p${side ? ` style="text-align: ${side}"` : ''}>${label}${inside}</p>`;
    return { kind: 'html', html: style.isQuote ? `<blockquote>${text}</blockquote>` : text };
  };

  const cell = (element: Element, rowspan: number): string => {
    const properties = childOf(element, 'w:tcPr');
    const colspan = Number(valueIn(properties, 'w:gridSpan') ?? '1') || 1;
    const spans = `${colspan > 1 ? ` colspan="${Math.min(colspan, 100)}"` : ''}${rowspan > 1 ? ` rowspan="${Math.min(rowspan, 100)}"` : ''}`;
    return `<td${spans}>${blocks(element) || '<p></p>'}</td>`;
  };

  /** A vertically merged cell is stored as one cell followed by empty ones. */
  const table = (element: Element): string => {
    const rows = childrenOf(element, 'w:tr').map((row) => {
      let column = 0;
      return childrenOf(row, 'w:tc').map((own) => {
        const properties = childOf(own, 'w:tcPr');
        const merge = childOf(properties, 'w:vMerge');
        const at = column;
        column += Number(valueIn(properties, 'w:gridSpan') ?? '1') || 1;
        return { own, at, isFollower: merge !== undefined && merge.attributes['w:val'] !== 'restart' };
      });
    });
    const heightOf = (row: number, at: number) => {
      let height = 1;
      while (rows[row + height]?.some((other) => other.at === at && other.isFollower)) height += 1;
      return height;
    };
    const html = rows.map(
      (cells, row) =>
        `<tr>${cells
          .filter(({ isFollower }) => !isFollower)
          .map(({ own, at }) => cell(own, heightOf(row, at)))
          .join('')}</tr>`,
    );
    return `<table><tbody>${html.join('')}</tbody></table>`;
  };

  const read = (element: Element): Block[] =>
    childrenOf(element).flatMap((child): Block[] => {
      switch (child.name) {
        case 'w:p': {
          const block = paragraph(child);
          return block ? [block] : [];
        }
        case 'w:tbl':
          return [{ kind: 'html', html: table(child) }];
        case 'w:sdt':
        case 'w:sdtContent':
        case 'w:ins':
        case 'w:customXml':
          return read(child);
        default:
          return [];
      }
    });

  const blocks = (element: Element): string => joinBlocks(read(element));
  return blocks;
}

const opening = (list: Exclude<Level, { kind: 'text' }>, number: number) => {
  if (list.kind === 'bullet') return '<ul>';
  return `<ol${list.type === '1' ? '' : ` type="${list.type}"`}${number === 1 ? '' : ` start="${number}"`}>`;
};

type OpenList = { depth: number; key: string; next: number; close: string };

/** Joins runs of items into nested lists. A gap in the numbers begins a new list. */
function joinBlocks(blocks: readonly Block[]): string {
  const open: OpenList[] = [];
  let html = '';
  const closeDeeperThan = (depth: number) => {
    while ((open.at(-1)?.depth ?? -1) > depth) html += open.pop()?.close ?? '';
  };
  for (const block of blocks) {
    if (block.kind === 'html') {
      closeDeeperThan(-1);
      html += block.html;
      continue;
    }
    const { depth, list, number } = block;
    closeDeeperThan(depth);
    const key = list.kind === 'bullet' ? 'bullet' : list.type;
    const current = open.at(-1);
    const goesOn = current?.depth === depth && current.key === key && (key === 'bullet' || current.next === number);
    if (goesOn && current) {
      html += '</li><li>';
      current.next += 1;
    } else {
      if (current?.depth === depth) html += open.pop()?.close ?? '';
      html += `${opening(list, number)}<li>`;
      open.push({ depth, key, next: number + 1, close: list.kind === 'bullet' ? '</li></ul>' : '</li></ol>' });
    }
    html += block.html;
  }
  closeDeeperThan(-1);
  return html;
}
