import { DomUtils, parseDocument } from 'htmlparser2';
import { bareDress, type TextLine } from './numbered-lines.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];
type Element = Extract<Node, { children: unknown[]; attribs: unknown }>;

const asWritten = { encodeEntities: 'utf8' } as const;
const isElement = (node: Node): node is Element => 'attribs' in node;

/** The label that a list puts before an item. */
function labelOf(type: string, number: number): string {
  if (type === 'a' || type === 'A') return `${String.fromCharCode(96 + number)}) `;
  if (type === '1') return `${number}. `;
  return '';
}

const words = (node: Node) => DomUtils.textContent(node).replace(/\s+/g, ' ').trim();

/** Whether all text of a paragraph is inside such a tag. */
function isAll(element: Element, tag: string): boolean {
  const dressed = DomUtils.getElementsByTagName(tag, element, true)
    .map((one) => DomUtils.textContent(one))
    .join('');
  const all = words(element).replace(/\s/g, '');
  const letter = /^(?:\(?[a-fA-F][).–-]|\([a-fA-F]\))/;
  const inside = dressed.replace(/\s/g, '');
  return all !== '' && (inside === all || inside === all.replace(letter, ''));
}

/** Tags other than p and br: a paragraph without them is stored as plain text. */
const markup = /<(?!\/?(?:p|br)\b)[a-z]/i;

/** The paragraphs of a document, each with the number or letter that its list gave it. */
export function docxLines(html: string): TextLine[] {
  const lines: TextLine[] = [];
  const add = (element: Element, label: string) => {
    const inside = DomUtils.getInnerHTML(element, asWritten);
    const text = words(element);
    if (text === '' && !inside.includes('<img')) return;
    const dress = { mark: isAll(element, 'mark'), strong: isAll(element, 'strong'), u: isAll(element, 'u') };
    lines.push({
      line: lines.length + 1,
      text: label + text,
      html: markup.test(inside) || inside.includes('<br') ? label + inside : null,
      dress: text === '' ? bareDress : dress,
    });
  };
  const whole = (element: Element) => {
    const text = words(element);
    lines.push({ line: lines.length + 1, text, html: DomUtils.getOuterHTML(element, asWritten), dress: bareDress });
  };
  const walk = (nodes: readonly Node[], label: string) => {
    let next = label;
    for (const node of nodes) {
      if (!isElement(node)) continue;
      if (/^(p|h[1-6])$/.test(node.name)) {
        add(node, next);
        next = '';
      } else if (node.name === 'ol' || node.name === 'ul') items(node);
      else if (node.name === 'table') whole(node);
      else walk(node.children, next);
    }
  };
  const items = (list: Element) => {
    let number = Number(list.attribs.start ?? '1') || 1;
    for (const item of list.children) {
      if (!isElement(item) || item.name !== 'li') continue;
      walk(item.children, list.name === 'ol' ? labelOf(list.attribs.type ?? '1', number) : '');
      number += 1;
    }
  };
  walk(parseDocument(html).children, '');
  return lines;
}
