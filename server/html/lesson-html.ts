import sanitizeHtml from 'sanitize-html';
import { isHighlight } from '#contract/content/lesson-highlight.ts';
import {
  imageSchemes,
  lessonAttributes,
  lessonBlockTags,
  lessonElement,
  lessonTags,
  linkSchemes,
  styleValue,
} from '#contract/content/lesson-html.ts';
import { renumbered } from '#contract/content/lesson-notes.ts';
import { storedVideo, VIDEO_CLASS } from '#contract/content/lesson-video.ts';
import { asRaised } from '#contract/raised-text.ts';
import { withoutFormulas } from './formulas.ts';
import { followNotes, NESTING_REFUSED, TooDeep } from './notes.ts';

export type CleanHtml = {
  html: string;
  /** What a reader reads, without markup; blocks apart by line breaks. */
  text: string;
  /** Nothing to see: no text, no image, no table, no video. */
  empty: boolean;
};

/** Deeper markup than any lesson has; browsers give up at 512. Tags beyond are dropped, their text stays. */
const NESTING_LIMIT = 100;

/** The second pass already finds nothing to do; what never comes to rest is kept as its text. */
const PASSES = 8;

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
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
};

type Rules = {
  /** Foreign marker pens: the lesson's own mark, or dropped where a mark would tell something, as in an answer. */
  highlights: 'kept' | 'dropped';
};

/** Cleans lesson HTML by the contract's list. Cleaning twice changes nothing. */
export function cleanLessonHtml(dirty: string, rules: Rules = { highlights: 'kept' }): CleanHtml {
  try {
    // A tag that was taken away may have changed how its neighbours nest: clean until nothing moves.
    let html = dirty;
    for (let pass = 0; pass < PASSES; pass += 1) {
      const clean = cleanOnce(html, rules);
      if (clean.html === html) return clean;
      html = clean.html;
    }
    return cleanOnce(textAlone(dirty), rules);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return cleanOnce(textAlone(dirty), rules);
  }
}

/** What a styled span of another program says, as the element that says it here. */
function elementOf(tag: string, style: string, rules: Rules): string {
  if (tag !== 'span' && tag !== 'font') return tag;
  const height = styleValue(style, 'vertical-align');
  if (height === 'super') return 'sup';
  if (height === 'sub') return 'sub';
  return rules.highlights === 'kept' && isHighlight(style) ? 'mark' : tag;
}

function cleanOnce(given: string, rules: Rules): CleanHtml {
  // Line ends as the browser's parser makes them.
  const formulas = withoutFormulas(withoutFrames(given.replace(/\r\n?/g, '\n')));
  const { html } = formulas;
  const notes = followNotes(html);
  const text: string[] = [];
  let depth = 0;
  const breakLine = (tag: string) => {
    if (lessonBlockTags.has(tag) && text.at(-1) !== '\n') text.push('\n');
  };
  const clean = sanitizeHtml(html, {
    ...options,
    transformTags: {
      '*': (tag, attribs) => {
        const tagName = elementOf(tag, attribs.style ?? '', rules);
        const kept = lessonElement(tagName, tag === 'a' ? notes.attributes(attribs) : attribs);
        if (kept.alt) kept.alt = formulas.inText(kept.alt);
        return { tagName, attribs: kept };
      },
    },
    textFilter: (escaped, tag) => {
      const shown = notes.current === null ? escaped : renumbered(escaped, notes.current);
      text.push(asRaised(tag, formulas.inText(unescapeText(shown))));
      return inItsCell(formulas.inMarkup(shown), tag);
    },
    onOpenTag: (tag) => {
      depth += 1;
      if (depth > NESTING_REFUSED) throw new TooDeep();
      notes.open(tag);
      breakLine(tag);
    },
    onCloseTag: (tag) => {
      depth -= 1;
      notes.close(tag);
      breakLine(tag);
    },
  });
  const plain = text
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
  return { html: clean, text: plain, empty: plain === '' && !/<(?:(?:img|table)\b|a class="video")/.test(clean) };
}

const attribute = (tag: string, name: 'src' | 'title') =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean) ?? '';

/** A video in the frame of another program is a video here; whatever else is in a frame stays outside. */
const withoutFrames = (html: string) =>
  html.replace(/<iframe\b[^<>]*>([^<]*<\/iframe\s*>)?/gi, (frame) => {
    const href = storedVideo(attribute(frame, 'src').replaceAll('&amp;', '&'));
    return href ? `<a class="${VIDEO_CLASS}" href="${href}">${attribute(frame, 'title') || 'Vídeo'}</a>` : frame;
  });

/** Text between the cells of a table gets a separate cell: parsers move it before or after the table as they like. */
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
