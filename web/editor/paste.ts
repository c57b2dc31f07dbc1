import { isHighlight } from '#contract/content/lesson-highlight.ts';
import { type PastedImages, takeImages } from './paste-images.ts';
import { anchorPastedNotes } from './paste-notes.ts';
import { makeWordLists } from './word-lists.ts';

const office = /mso-|urn:schemas-microsoft-com|docs-internal-guid|Apple-|<google-sheets/i;

/** Around the text that is pasted. */
export type PasteContext = {
  /** The highest footnote number of the lesson. */
  lastNote?: number;
  /** The same text as RTF, if the browser offers it. */
  rtf?: string;
};

export type CleanPaste = PastedImages & { html: string };

/**
 * Cleans clipboard HTML of Word, Google Docs and similar programs; the editor's schema does the remaining filtering.
 */
export function cleanPaste(given: string, { lastNote = 0, rtf = '' }: PasteContext = {}): CleanPaste {
  // Word's name for MathML.
  const html = given.replace(/<(\/?)mml:/gi, '<$1');
  const isOffice = office.test(html);
  if (!isOffice && !/<img|href\s*=\s*["']?#/i.test(html)) return { html, images: [], missing: 0 };
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  if (isOffice) cleanOffice(body);
  anchorPastedNotes(body, lastNote);
  const images = takeImages(body, rtf);
  return { html: body.innerHTML, ...images };
}

function cleanOffice(body: HTMLElement): void {
  for (const junk of body.querySelectorAll('style, script, meta, link, title, xml, hr, br[clear]')) junk.remove();
  for (const element of body.querySelectorAll('*')) {
    // <o:p>, <w:sdt> and <google-sheets-html-origin> are replaced by their content.
    if (/[:-]/.test(element.localName)) element.replaceWith(...element.childNodes);
  }
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]'))
    wrapper.replaceWith(...wrapper.childNodes);
  removeComments(body);
  makeWordLists(body);
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    const isMarked = element.tagName === 'SPAN' && isHighlight(element.getAttribute('style') ?? '');
    keepMeaning(element);
    if (isMarked) markContent(element);
  }
}

function removeComments(root: Node): void {
  for (const child of [...root.childNodes]) {
    if (child.nodeType === Node.COMMENT_NODE) child.remove();
    else removeComments(child);
  }
}

function markContent(element: HTMLElement): void {
  const mark = document.createElement('mark');
  mark.append(...element.childNodes);
  element.append(mark);
}

const meaningful = ['text-align', 'font-weight', 'font-style', 'text-decoration', 'vertical-align', 'list-style-type'];

/** A Word paragraph has about a hundred declarations: only those stay that the toolbar can set. */
function keepMeaning(element: HTMLElement): void {
  const kept = meaningful.flatMap((name) => {
    const value = element.style.getPropertyValue(name);
    return value ? [`${name}: ${value}`] : [];
  });
  element.setAttribute('style', kept.join('; '));
}
