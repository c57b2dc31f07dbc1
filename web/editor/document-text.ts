import { videoAddress } from '#contract/content/lesson-video.ts';
import type { RecordingSlot } from '#contract/content/lessons.ts';

export type OutlineEntry = { id: string; text: string; level: number };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

const plain = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .trim();

/** The kind of a recording (audio or video) sets the height of its placeholder before it loads. */
export const kindAt = (address: string | null, recordings: readonly RecordingSlot[]) =>
  recordings.find(({ id }) => videoAddress({ provider: 'own', id: String(id) }) === address)?.kind;

/**
 * The server's version of prepareText, which needs a browser's DOM. It only adds to HTML that was sanitised when it was
 * saved (server/text); the browser sanitises it again when it renders the text.
 */
export function textForDocument(
  html: string,
  recordings: readonly RecordingSlot[] = [],
): { html: string; outline: OutlineEntry[] } {
  const outline: OutlineEntry[] = [];
  const shift = /<h1[\s>]/.test(html) ? 1 : 0;
  let headings = 0;
  let tables = 0;
  let depth = 0;
  const named = html.replace(/<h([1-6])((?:\s[^>]*)?)>([\s\S]*?)<\/h\1>/g, (_, digit: string, rest: string, inside) => {
    headings += 1;
    const [id, level, text] = [`parte-${headings}`, Number(digit), plain(inside)];
    if (text) outline.push({ id, text, level });
    const ariaLevel = shift > 0 ? ` aria-level="${Math.min(level + shift, 6)}"` : '';
    return `<h${digit} id="${id}"${ariaLevel}${rest}>${inside}</h${digit}>`;
  });
  const framed = named.replace(/<(\/?)table(?=[\s>])[^>]*>/g, (tag, closing: string, at: number) => {
    if (closing) {
      depth -= 1;
      return depth === 0 ? `${tag}</div>` : tag;
    }
    depth += 1;
    if (depth > 1) return tag;
    tables += 1;
    const label = captionOf(named, at + tag.length) || `Tabela ${tables}`;
    return `<div class="table-scroll" tabindex="0" role="region" aria-label="${escaped(label)}">${tag}`;
  });
  const calm = framed.replace(
    /<img((?:\s[^>]*)?)>/g,
    (_, rest: string) =>
      `<img loading="lazy" decoding="async" referrerpolicy="no-referrer"${/\salt=/.test(rest) ? '' : ' alt=""'}${rest}>`,
  );
  const numbered = calm.replace(/<ol(?=[^>]*\stype="([^"]*)")/g, '<ol data-numbering="$1"');
  const noted = numbered.replace(
    /<a(?=[^>]*\sid="(ref|nota)-)((?:\s[^>]*)?)>([\s\S]*?)<\/a>/g,
    (_, kind: string, rest: string, inside: string) => {
      const number = plain(inside);
      const label = kind === 'ref' ? `Nota ${number}` : `${number}, voltar ao texto`;
      return `<a aria-label="${escaped(label)}"${rest}>${inside}</a>`;
    },
  );
  const placed = noted.replace(/<a(?=[^>]*\sclass="video")(?=[^>]*\shref="([^"]*)")/g, (tag, address: string) => {
    const kind = kindAt(address, recordings);
    return kind ? `${tag} data-recording="${kind}"` : tag;
  });
  return { html: placed, outline };
}

/** The caption of the table that begins at this offset, not of a nested one. */
function captionOf(html: string, from: number): string {
  const end = /<\/?table[\s>]/g;
  end.lastIndex = from;
  const own = html.slice(from, end.exec(html)?.index);
  return plain(/<caption(?:\s[^>]*)?>([\s\S]*?)<\/caption>/.exec(own)?.[1] ?? '');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
