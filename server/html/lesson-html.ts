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
  /** The readable text, without markup; blocks are separated by line breaks. */
  text: string;
  /** True without any text, image, table or video. */
  empty: boolean;
};

/** Deeper than the markup of any lesson; browsers give up at 512. Deeper tags are dropped, their text stays. */
const NESTING_LIMIT = 100;

/** Normally the second pass changes nothing; a text that never becomes stable is stored as plain text. */
const PASSES = 8;

const options: sanitizeHtml.IOptions = {
  allowedTags: [...lessonTags],
  allowedAttributes: Object.fromEntries(Object.entries(lessonAttributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...linkSchemes],
  allowedSchemesByTag: { img: [...imageSchemes] },
  allowedSchemesAppliedToAttributes: ['href', 'src'],
  selfClosing: ['img', 'br', 'col'],
  nestingLimit: NESTING_LIMIT,
  // The contract checks styles, property by property; no second CSS parser is needed.
  parseStyleAttributes: false,
  // The content of these is not text of the lesson.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'title'],
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs.src,
};

type Rules = {
  /**
   * Highlights of other programs: become the lesson's own, or are dropped where one would reveal something, as in an
   * answer.
   */
  highlights: 'kept' | 'dropped';
};

/** Sanitises lesson HTML by the contract's allow-list. Idempotent. */
export function cleanLessonHtml(dirty: string, rules: Rules = { highlights: 'kept' }): CleanHtml {
  try {
    // A removed tag may change how its neighbours nest: repeat until the output is stable.
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

/** The element that corresponds to a styled span of another program. */
function elementOf(tag: string, style: string, rules: Rules): string {
  if (tag !== 'span' && tag !== 'font') return tag;
  const height = styleValue(style, 'vertical-align');
  if (height === 'super') return 'sup';
  if (height === 'sub') return 'sub';
  return rules.highlights === 'kept' && isHighlight(style) ? 'mark' : tag;
}

function cleanOnce(given: string, rules: Rules): CleanHtml {
  // Line ends as a browser's parser normalises them.
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

/** A video in another program's iframe becomes a video; every other iframe is removed. */
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

/** The three characters that the sanitiser escapes in text. */
const unescapeText = (escaped: string) =>
  escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Text only: whatever resembles a tag is dropped, the remainder is escaped. */
const textAlone = (html: string) => `<p>${html.replace(/<[^<>]*>/g, ' ').replaceAll('<', '&lt;')}</p>`;

/** Counts runs of letters and digits, as a reader would count words. */
export const countWords = (text: string) => text.match(/[\p{L}\p{N}]+(?:[-'’.,/][\p{L}\p{N}]+)*/gu)?.length ?? 0;
