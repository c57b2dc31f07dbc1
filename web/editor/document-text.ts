export type OutlineEntry = { id: string; text: string; level: number };

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' };

const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .trim();

/**
 * What prepareText makes with a browser's DOM, made by the server for the document. It only adds to HTML that was
 * cleaned when it was saved (server/text); the browser cleans it once more as soon as it draws the text itself.
 */
export function textForDocument(html: string): { html: string; outline: OutlineEntry[] } {
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
  const framed = named.replace(/<(\/?)table(?=[\s>])([^>]*)>/g, (tag, closing: string) => {
    if (closing) {
      depth -= 1;
      return depth === 0 ? `${tag}</div>` : tag;
    }
    depth += 1;
    if (depth > 1) return tag;
    tables += 1;
    return `<div class="table-scroll" tabindex="0" role="region" aria-label="Tabela ${tables}">${tag}`;
  });
  const calm = framed.replace(
    /<img((?:\s[^>]*)?)>/g,
    (_, rest: string) =>
      `<img loading="lazy" decoding="async" referrerpolicy="no-referrer"${/\salt=/.test(rest) ? '' : ' alt=""'}${rest}>`,
  );
  const numbered = calm.replace(/<ol(?=[^>]*\stype="([^"]*)")/g, '<ol data-numbering="$1"');
  return { html: numbered, outline };
}
