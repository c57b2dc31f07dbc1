/** Cleans what Word, Google Docs and their kin put into the clipboard; the editor's schema does the rest. */
export function cleanPastedHtml(html: string): string {
  if (!/mso-|urn:schemas-microsoft-com|docs-internal-guid|Apple-|<google-sheets/i.test(html)) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const junk of body.querySelectorAll('style, script, meta, link, title, xml')) junk.remove();
  for (const element of body.querySelectorAll('*')) {
    // <o:p>, <w:sdt> and <google-sheets-html-origin> carry nothing but their content.
    if (/[:-]/.test(element.localName)) element.replaceWith(...element.childNodes);
  }
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]'))
    wrapper.replaceWith(...wrapper.childNodes);
  removeComments(body);
  makeWordLists(body);
  for (const element of body.querySelectorAll('[style]')) keepMeaning(element as HTMLElement);
  return body.innerHTML;
}

function removeComments(root: Node): void {
  for (const child of [...root.childNodes]) {
    if (child.nodeType === Node.COMMENT_NODE) child.remove();
    else removeComments(child);
  }
}

const listStyle = /mso-list:\s*l\d+\s+level(\d+)/i;

const levelOf = (element: Element | null): number => {
  const found = element?.tagName === 'P' ? listStyle.exec(element.getAttribute('style') ?? '')?.[1] : undefined;
  return found ? Number(found) : 0;
};

/** Word writes lists as paragraphs with a typed bullet or number in front: makes real ones of them. */
function makeWordLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    if (!first.isConnected || levelOf(first) === 0) continue;
    const run: { item: Element; level: number; ordered: boolean }[] = [];
    for (let item: Element | null = first; item && levelOf(item) > 0; item = item.nextElementSibling) {
      run.push({ item, level: levelOf(item), ordered: takeMarker(item) });
    }
    const open: { list: HTMLElement; level: number }[] = [];
    for (const { item, level, ordered } of run) {
      while ((open.at(-1)?.level ?? 0) > level) open.pop();
      if ((open.at(-1)?.level ?? 0) < level) {
        const list = document.createElement(ordered ? 'ol' : 'ul');
        const outer = open.at(-1)?.list;
        if (outer) (outer.lastElementChild ?? outer).append(list);
        else item.before(list);
        open.push({ list, level });
      }
      const entry = document.createElement('li');
      const paragraph = document.createElement('p');
      paragraph.append(...item.childNodes);
      entry.append(paragraph);
      open.at(-1)?.list.append(entry);
      item.remove();
    }
  }
}

/** Removes the typed marker; true where it was a number or a letter. */
function takeMarker(item: Element): boolean {
  const marker = item.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]');
  const text = marker?.textContent.trim() ?? '';
  marker?.remove();
  return /^\(?[0-9a-z]{1,4}[.)]$/i.test(text);
}

const meaningful = ['text-align', 'font-weight', 'font-style', 'text-decoration', 'background-color'];

/** Of the hundred declarations of a Word paragraph only those stay that the toolbar could have made. */
function keepMeaning(element: HTMLElement): void {
  const kept = meaningful.flatMap((name) => {
    const value = element.style.getPropertyValue(name);
    return value ? [`${name}: ${value}`] : [];
  });
  element.setAttribute('style', kept.join('; '));
}
