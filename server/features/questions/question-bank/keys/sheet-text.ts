import { DomUtils, parseDocument } from 'htmlparser2';
import { IMPORT_KEYS_MAX } from '#contract/limits.ts';
import type { Line } from '#server/pdf/lines.ts';

const bounded = (lines: readonly string[]) =>
  lines
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, IMPORT_KEYS_MAX);

/** Points that one character of the pasted text stands over: columns of the page stay columns of the text. */
const POINTS = 4;

/** The rows of a PDF with their words over the columns that they have on the page. */
export const pdfText = (rows: readonly Line[]): string =>
  bounded(
    rows.map(({ words }) =>
      words.reduce((line, { text, x }) => {
        const gap = Math.max(line === '' ? 0 : 1, Math.round(x / POINTS) - line.length);
        return `${line}${' '.repeat(gap)}${text}`;
      }, ''),
    ),
  );

export const worksheetText = (worksheets: readonly { rows: readonly { cells: readonly string[] }[] }[]): string =>
  bounded(worksheets.flatMap(({ rows }) => rows.map(({ cells }) => cells.filter((cell) => cell !== '').join('  '))));

type Node = ReturnType<typeof parseDocument>['children'][number];

/** A line for each paragraph of a document and each row of its tables. */
export function documentText(html: string): string {
  const lines: string[] = [];
  const words = (node: Node) => DomUtils.textContent(node).replace(/\s+/g, ' ').trim();
  const walk = (nodes: readonly Node[]) => {
    for (const node of nodes) {
      if (!('children' in node) || !('name' in node)) continue;
      if (node.name === 'tr')
        lines.push(
          node.children
            .map(words)
            .filter((text) => text !== '')
            .join('  '),
        );
      else if (/^(?:p|h[1-6]|li)$/.test(node.name)) lines.push(words(node));
      else walk(node.children);
    }
  };
  walk(parseDocument(html).children);
  return bounded(lines);
}
