/** The marker that Word typed before a list paragraph. */
export type WordMarker = { kind: 'bullet' } | { kind: 'number'; text: string } | { kind: 'text'; text: string };

const listStyle = /mso-list:\s*l\d+\s+level(\d+)/i;

/** The depth of a list paragraph; 0 for other paragraphs. */
export function levelOf(element: Element | null): number {
  const found = element?.tagName === 'P' ? listStyle.exec(element.getAttribute('style') ?? '')?.[1] : undefined;
  return found ? Number(found) : 0;
}

/** '1.', '(a)', 'IV –', 'b)': a single letter without punctuation is a bullet of Word ('o', '§'). */
const number = /^\(?(\d{1,4}|[a-z]{1,8})\s*[ºª°]?\s*(?:[.)]|[-–—])$/i;

/** Removes the typed marker and returns it. */
export function takeMarker(item: Element): WordMarker {
  const marker = item.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]');
  const text = marker?.textContent.replaceAll('\u00a0', ' ').trim() ?? '';
  marker?.remove();
  const counted = number.exec(text)?.[1] ?? /^\d{1,4}$/.exec(text)?.[0];
  if (counted) return { kind: 'number', text: counted };
  return text.length > 1 && /[\p{L}\d]/u.test(text) ? { kind: 'text', text } : { kind: 'bullet' };
}
