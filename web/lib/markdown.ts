/** The subset of Markdown that the guides and the legal texts use. Unknown syntax stays as it was typed. */

export type Inline =
  | { kind: 'text' | 'strong' | 'em' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };
export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string; note: string }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

const inline = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)/g;

export function readInline(text: string): Inline[] {
  const found: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > end) found.push({ kind: 'text', text: text.slice(end, match.index) });
    const [, strong, em, code, link, href] = match;
    if (strong !== undefined) found.push({ kind: 'strong', text: strong });
    else if (em !== undefined) found.push({ kind: 'em', text: em });
    else if (code !== undefined) found.push({ kind: 'code', text: code });
    else found.push({ kind: 'link', text: link ?? '', href: href ?? '' });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ kind: 'text', text: text.slice(end) });
  return found;
}

const heading = /^(#{1,3}) (.*?)(?: *<!-- (.*?) -->)?$/;
const item = /^(?:- |(\d+)\. )/;

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => readInline(cell.trim()));

export function readMarkdown(text: string): Block[] {
  // Blocks are separated by empty lines; a heading is always a separate block.
  const parts = text.replace(/^(#{1,3} .*)$/gm, '\n$1\n').split(/\n{2,}/);
  return parts.flatMap((part) => {
    const lines = part.split('\n').filter((line) => line.trim() !== '');
    const [first] = lines;
    return first === undefined ? [] : [readBlock(lines, first)];
  });
}

function readBlock(lines: string[], first: string): Block {
  const title = heading.exec(first);
  if (title) {
    const [, marks = '', words = '', note = ''] = title;
    return { kind: 'heading', level: marks.length as 1 | 2 | 3, text: words, note };
  }
  if (first.startsWith('|')) {
    const [head = [], , ...rows] = lines.map(cellsOf);
    return { kind: 'table', head, rows };
  }
  const mark = item.exec(first);
  if (mark) {
    const items = lines.map((line) => readInline(line.replace(item, '')));
    return { kind: 'list', ordered: mark[1] !== undefined, items };
  }
  return { kind: 'paragraph', text: readInline(lines.join(' ')) };
}
