import sanitizeHtml from 'sanitize-html';
import {
  imageSchemes,
  lessonAttributes,
  lessonBlockTags,
  lessonElement,
  lessonTags,
  linkSchemes,
} from '../../contract/lesson-html.ts';

export type CleanHtml = {
  html: string;
  /** What a reader reads, without markup; blocks apart by line breaks. */
  text: string;
  /** Nothing to see: no text, no image, no table. */
  empty: boolean;
};

/** Deeper markup than any lesson has; browsers give up at 512. Tags beyond are dropped, their text stays. */
const NESTING_LIMIT = 100;
/** The parser's time grows with the square of the depth: beyond this there is no lesson, only an attack. */
const NESTING_REFUSED = 1000;

/** The second pass already finds nothing to do; what never comes to rest is kept as its text. */
const PASSES = 8;

class TooDeep extends Error {}

const options: sanitizeHtml.IOptions = {
  allowedTags: [...lessonTags],
  allowedAttributes: Object.fromEntries(Object.entries(lessonAttributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: [...imageSchemes] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  selfClosing: ['img', 'br', 'col'],
  nestingLimit: NESTING_LIMIT,
  // Styles are judged by the contract, property by property; what it lets through needs no second CSS parser.
  parseStyleAttributes: false,
  // What stands inside these is no text of the lesson.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title'],
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: lessonElement(tagName, attribs) }) },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
};

/** Cleans lesson HTML by the contract's list. Cleaning twice changes nothing. */
export function cleanLessonHtml(dirty: string): CleanHtml {
  try {
    // A tag that was taken away may have changed how its neighbours nest: clean until nothing moves.
    let html = dirty;
    for (let pass = 0; pass < PASSES; pass += 1) {
      const clean = cleanOnce(html);
      if (clean.html === html) return clean;
      html = clean.html;
    }
    return cleanOnce(textAlone(dirty));
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return cleanOnce(textAlone(dirty));
  }
}

function cleanOnce(html: string): CleanHtml {
  const text: string[] = [];
  let depth = 0;
  const breakLine = (tag: string) => {
    if (lessonBlockTags.has(tag) && text.at(-1) !== '\n') text.push('\n');
  };
  // Line ends as the browser's parser makes them.
  const clean = sanitizeHtml(html.replace(/\r\n?/g, '\n'), {
    ...options,
    textFilter: (escaped, tag) => {
      text.push(unescapeText(escaped));
      return inItsCell(escaped, tag);
    },
    onOpenTag: (tag) => {
      depth += 1;
      if (depth > NESTING_REFUSED) throw new TooDeep();
      breakLine(tag);
    },
    onCloseTag: (tag) => {
      depth -= 1;
      breakLine(tag);
    },
  });
  const plain = text
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
  return { html: clean, text: plain, empty: plain === '' && !/<(img|table)\b/.test(clean) };
}

/** Text between the cells of a table: parsers put it before or behind the table as they like. It gets a cell of its own. */
function inItsCell(escaped: string, parent: string): string {
  if (escaped.trim() === '') return escaped;
  if (parent === 'tr') return `<td>${escaped}</td>`;
  return /^(table|thead|tbody|tfoot|colgroup)$/.test(parent) ? `<tr><td>${escaped}</td></tr>` : escaped;
}

/** The three signs that the sanitiser escapes in text. */
const unescapeText = (escaped: string) =>
  escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** No markup at all is left to nest; what looks like a tag is dropped, the rest is escaped. */
const textAlone = (html: string) => `<p>${html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;')}</p>`;

/** Runs of letters and figures, as a reader would count them. */
export const countWords = (text: string) => text.match(/[\p{L}\p{N}]+(?:[-'’.,/][\p{L}\p{N}]+)*/gu)?.length ?? 0;
