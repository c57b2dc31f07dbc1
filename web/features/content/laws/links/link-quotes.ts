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

type Place = { index: number; start: number; length: number };

/** Wraps places that do not overlap. Text inside a link or a formula stays as it is. */
function wrap(nodes: Texts['nodes'], places: readonly Place[], hrefOf: (index: number) => string): void {
  // From the end of the text: a split node keeps its beginning, so earlier offsets stay valid.
  for (const { index, start, length: size } of places.toSorted((one, other) => other.start - one.start)) {
    const end = start + size;
    const touched = nodes.filter((one) => one.start < end && one.start + one.node.length > start);
    for (const { node, start: from } of touched.reverse()) {
      if (!node.parentElement || node.parentElement.closest('a, math, button')) continue;
      const piece = start > from ? node.splitText(start - from) : node;
      const length = end - Math.max(start, from);
      if (length < piece.length) piece.splitText(length);
      const anchor = document.createElement('a');
      anchor.href = hrefOf(index);
      // Quiet: dense text has many of them.
      anchor.className =
        'text-inherit underline decoration-dotted decoration-ink-soft underline-offset-3 hover:decoration-solid';
      anchor.dataset.lawLink = String(index);
      piece.replaceWith(anchor);
      anchor.append(piece);
    }
  }
}

/** Makes the quotes of a lesson links. Text inside a link or a formula stays as it is. */
export function linkQuotes(root: HTMLElement, links: readonly LawLink[], hrefOf: (link: LawLink) => string): void {
  const { text, nodes } = readTexts(root);
  const places = links.flatMap((link, index) => {
    const start = startOf(text, link.quote, link.occurrence);
    return start >= 0 && !link.isRefused ? [{ index, start, length: link.quote.length }] : [];
  });
  wrap(nodes, places, (index) => hrefOf(links[index] as LawLink));
}

const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

type Quoted = Pick<LawLink, 'quote' | 'isRefused'>;

/** Makes every place of these quotes a link. Of two that overlap, the longer one; parts of words are none. */
export function linkEveryQuote<L extends Quoted>(
  root: HTMLElement,
  links: readonly L[],
  hrefOf: (link: L) => string,
): void {
  const { text, nodes } = readTexts(root);
  const places: (Place & { link: L })[] = [];
  const byLength = links.map((link, index) => ({ link, index })).filter(({ link }) => !link.isRefused);
  for (const { link, index } of byLength.sort((one, other) => other.link.quote.length - one.link.quote.length)) {
    const { length } = link.quote;
    for (let start = text.indexOf(link.quote); start >= 0; start = text.indexOf(link.quote, start + length)) {
      const isPart = isLetter(text[start - 1]) || isLetter(text[start + length]);
      const isTaken = places.some((place) => place.start < start + length && start < place.start + place.length);
      if (!isPart && !isTaken) places.push({ link, index, start, length });
    }
  }
  wrap(nodes, places, (index) => hrefOf(links[index] as L));
}

/** The index of the link at a position of the page. */
export function linkAt(target: EventTarget | null): number | null {
  const link = target instanceof Element ? target.closest<HTMLElement>(LINKS) : null;
  return link ? Number(link.dataset.lawLink) : null;
}
