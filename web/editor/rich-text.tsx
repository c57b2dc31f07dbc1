import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import type { RecordingSlot } from '#contract/content/lessons.ts';
import { isOnServer } from '#web/lib/on-server.ts';
import { useTextLinks } from '#web/lib/text-linker.ts';
import { cx } from '#web/ui/cx.ts';
import { kindAt, type OutlineEntry, textForDocument } from './document-text.ts';
import { sanitizeToFragment } from './sanitize.ts';

/** `html` only on the server, which has no DOM nodes. */
export type PreparedText = { nodes: Node[]; outline: OutlineEntry[]; html?: string };

/** An author's HTML, sanitised and prepared for reading: anchors, scrollable tables, lazy images. */
export function prepareText(html: string, recordings: readonly RecordingSlot[] = []): PreparedText {
  if (isOnServer) return { nodes: [], ...textForDocument(html, recordings) };
  const fragment = sanitizeToFragment(html);
  for (const image of fragment.querySelectorAll('img')) {
    image.setAttribute('loading', 'lazy');
    image.setAttribute('decoding', 'async');
    image.setAttribute('referrerpolicy', 'no-referrer');
    if (!image.hasAttribute('alt')) image.alt = '';
  }
  // A nested table scrolls with the outer one.
  const tables = [...fragment.querySelectorAll('table')].filter((table) => !table.parentElement?.closest('table'));
  tables.forEach((table, index) => {
    const region = document.createElement('div');
    region.className = 'table-scroll';
    region.tabIndex = 0;
    region.setAttribute('role', 'region');
    region.setAttribute('aria-label', table.caption?.textContent.trim() || `Tabela ${index + 1}`);
    table.replaceWith(region);
    region.append(table);
  });
  for (const list of fragment.querySelectorAll('ol[type]')) {
    (list as HTMLElement).dataset.numbering = list.getAttribute('type') ?? '';
  }
  for (const link of fragment.querySelectorAll('a[id]')) {
    const number = link.textContent.trim();
    link.setAttribute('aria-label', link.id.startsWith('ref-') ? `Nota ${number}` : `${number}, voltar ao texto`);
  }
  for (const link of fragment.querySelectorAll<HTMLElement>('a.video')) {
    const kind = kindAt(link.getAttribute('href'), recordings);
    if (kind) link.dataset.recording = kind;
  }
  return { outline: nameHeadings(fragment), nodes: [...fragment.childNodes] };
}

function nameHeadings(fragment: DocumentFragment): OutlineEntry[] {
  const headings = [...fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  // Level 1 is the title of the page.
  const shift = headings.some((heading) => heading.tagName === 'H1') ? 1 : 0;
  return headings.flatMap((heading, index) => {
    const text = heading.textContent.trim();
    const level = Number(heading.tagName[1]);
    heading.id = `parte-${index + 1}`;
    if (shift > 0) heading.setAttribute('aria-level', String(Math.min(level + shift, 6)));
    return text ? [{ id: heading.id, text, level }] : [];
  });
}

/** Keeps the server's nodes when they equal the sanitised ones: the reader may have selected text in them. */
function show(nodes: Node[], place: HTMLElement): void {
  const { childNodes } = place;
  const isThere =
    childNodes.length === nodes.length && nodes.every((node, at) => node.isEqualNode(childNodes[at] ?? null));
  if (!isThere) place.replaceChildren(...nodes);
}

type RichTextProps = { text: PreparedText; className?: string };

export function PreparedRichText({ text, className }: RichTextProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) show(text.nodes, place.current);
  }, [text]);
  useTextLinks(place, text);
  return (
    <div
      ref={place}
      className={cx('rich-text prose', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on save, and only in the server's document
      dangerouslySetInnerHTML={{ __html: text.html ?? '' }}
    />
  );
}

/** Shows an author's HTML without its outline. */
export default function RichText({ html, className }: { html: string; className?: string }): ReactNode {
  return <PreparedRichText text={useMemo(() => prepareText(html), [html])} className={className} />;
}
