import type { LawLink } from '#contract/content/law-citations.ts';

type Texts = { text: string; nodes: { node: Text; start: number }[] };

/** The text nodes of a lesson. The source of a formula is in the page, but hidden. */
function readTexts(root: Node): Texts {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node.nodeName.toLowerCase() === 'annotation'
      ? NodeFilter.FILTER_REJECT
      : node instanceof Text
        ? NodeFilter.FILTER_ACCEPT
        : NodeFilter.FILTER_SKIP,
  );
  const nodes: Texts['nodes'] = [];
  let text = '';
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    nodes.push({ node, start: text.length });
    text += node.data;
  }
  return { text, nodes };
}

function startOf(text: string, quote: string, occurrence: number): number {
  let at = text.indexOf(quote);
  for (let count = 0; count < occurrence && at >= 0; count += 1) at = text.indexOf(quote, at + quote.length);
  return at;
}

const LINKS = 'a[data-law-link]';

/** Takes every link of a law out of the text again. */
export function unlinkQuotes(root: HTMLElement): void {
  const links = root.querySelectorAll(LINKS);
  for (const link of links) link.replaceWith(...link.childNodes);
  if (links.length > 0) root.normalize();
}

/** Makes the quotes of a lesson links. Text inside a link or a formula stays as it is. */
export function linkQuotes(root: HTMLElement, links: readonly LawLink[], hrefOf: (link: LawLink) => string): void {
  const { text, nodes } = readTexts(root);
  const found = links
    .map((link, index) => ({ link, index, start: startOf(text, link.quote, link.occurrence) }))
    .filter(({ start, link }) => start >= 0 && !link.isRefused);
  // From the end of the text: a split node keeps its beginning, so earlier offsets stay valid.
  for (const { link, index, start } of found.sort((one, other) => other.start - one.start)) {
    const end = start + link.quote.length;
    const touched = nodes.filter((one) => one.start < end && one.start + one.node.length > start);
    for (const { node, start: from } of touched.reverse()) {
      if (!node.parentElement || node.parentElement.closest('a, math, button')) continue;
      const piece = start > from ? node.splitText(start - from) : node;
      const length = end - Math.max(start, from);
      if (length < piece.length) piece.splitText(length);
      const anchor = document.createElement('a');
      anchor.href = hrefOf(link);
      // Quiet: dense text has many of them.
      anchor.className =
        'text-inherit underline decoration-dotted decoration-ink-soft underline-offset-3 hover:decoration-solid';
      anchor.dataset.lawLink = String(index);
      piece.replaceWith(anchor);
      anchor.append(piece);
    }
  }
}

/** The index of the link at a position of the page. */
export function linkAt(target: EventTarget | null): number | null {
  const link = target instanceof Element ? target.closest<HTMLElement>(LINKS) : null;
  return link ? Number(link.dataset.lawLink) : null;
}
