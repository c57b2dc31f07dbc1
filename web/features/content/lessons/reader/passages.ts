import type { Stretch } from './anchors.ts';

/** The text of a lesson as its reader sees it, and which of its nodes holds which letters. */
export type Passages = { text: string; nodes: { node: Text; start: number }[] };

/**
 * The source of a formula is in the page, but hidden. What a recording says is no text of the lesson, and the norm that
 * amended a device is a label beside its text.
 */
const isUnseen = (node: Node) =>
  node.nodeName.toLowerCase() === 'annotation' ||
  (node instanceof HTMLElement && ('transcript' in node.dataset || 'remark' in node.dataset));

export function readPassages(root: Node): Passages {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    isUnseen(node)
      ? NodeFilter.FILTER_REJECT
      : node instanceof Text
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_SKIP,
  );
  const nodes: Passages['nodes'] = [];
  let text = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

/** The part of a selection that is in the text, trimmed; null when it is empty. */
export function stretchOf(range: Range, { text, nodes }: Passages): Stretch | null {
  const touched = nodes.filter(({ node }) => range.intersectsNode(node));
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return null;
  let start = first.start + (first.node === range.startContainer ? range.startOffset : 0);
  let end = last.start + (last.node === range.endContainer ? range.endOffset : last.node.length);
  while (start < end && /\s/.test(text[start] ?? '')) start += 1;
  while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end > start ? { start, end } : null;
}

export type Painted = { id: number; stretch: Stretch; isNoted: boolean };

const HIGHLIGHTS = 'mark[data-annotation]';

/** Takes every mark of the reader out of the text again. */
export function erase(root: HTMLElement): void {
  const marks = root.querySelectorAll(HIGHLIGHTS);
  for (const mark of marks) mark.replaceWith(...mark.childNodes);
  if (marks.length > 0) root.normalize();
}

/** Shows the reader's marks and no others. */
export function paint(root: HTMLElement, marks: readonly Painted[]): void {
  erase(root);
  for (const mark of marks) paintOne(root, mark);
}

function paintOne(root: HTMLElement, { id, stretch, isNoted }: Painted): void {
  let isFirst = true;
  for (const { node, start } of readPassages(root).nodes) {
    const from = Math.max(stretch.start - start, 0);
    const to = Math.min(stretch.end - start, node.length);
    if (from >= to || !mayHoldHighlight(node)) continue;
    const piece = from > 0 ? node.splitText(from) : node;
    if (to - from < piece.length) piece.splitText(to - from);
    const mark = document.createElement('mark');
    mark.className = 'own-mark';
    mark.dataset.annotation = String(id);
    if (isNoted) mark.dataset.noted = '';
    // One stop for the keyboard, and none inside something that is one itself.
    if (isFirst && !piece.parentElement?.closest('a')) {
      mark.tabIndex = 0;
      mark.setAttribute('role', 'button');
      mark.setAttribute('aria-description', isNoted ? 'Trecho com anotação sua' : 'Trecho marcado por você');
    }
    isFirst = false;
    piece.replaceWith(mark);
    mark.append(piece);
  }
}

/** Formulas allow no HTML inside, and whitespace between rows and items is not part of a text. */
function mayHoldHighlight({ data, parentElement }: Text): boolean {
  if (!parentElement || parentElement.closest('math')) return false;
  return data.trim() !== '' || !parentElement.matches('table, thead, tbody, tfoot, tr, colgroup, ul, ol');
}

/** The reader's highlight at a position of the page. */
export function annotationAt(target: EventTarget | null): number | null {
  const mark = target instanceof Element ? target.closest<HTMLElement>(HIGHLIGHTS) : null;
  return mark ? Number(mark.dataset.annotation) : null;
}
