import { noteAnchor } from './lesson-notes.ts';
import { storedVideo, VIDEO_CLASS } from './lesson-video.ts';

/**
 * What lesson HTML may hold. One list for both sides: the server cleans with it when a lesson is stored, the browser
 * when it is shown. Everything that is not named here is not there.
 */

const inline = ['b', 'strong', 'i', 'em', 'u', 's', 'strike', 'del', 'mark', 'sup', 'sub', 'code', 'span'] as const;
const embedded = ['a', 'br', 'img'] as const;
const blocks = ['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre'] as const;
const tables = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'] as const;

export const lessonTags: readonly string[] = [...inline, ...embedded, ...blocks, ...tables];

/** Elements that begin a new line: between them words do not touch. */
export const lessonBlockTags: ReadonlySet<string> = new Set([...blocks, ...tables, 'br']);

const cell = ['colspan', 'rowspan', 'colwidth', 'width', 'height'];

/** Attributes by element; those under '*' belong to all. */
export const lessonAttributes: Readonly<Record<string, readonly string[]>> = {
  '*': ['class', 'style', 'align'],
  a: ['href', 'target', 'rel', 'id'],
  img: ['src', 'alt', 'width', 'height'],
  ol: ['start', 'type'],
  table: ['width', 'height'],
  col: ['width', 'colwidth'],
  colgroup: ['width'],
  th: cell,
  td: cell,
};

export const lessonAttributeNames: readonly string[] = [...new Set(Object.values(lessonAttributes).flat())];

export const NOTE_CLASS = 'note';
export const ATTENTION_CLASS = 'attention';

/**
 * A quiet remark under an example, the box 'Atenção', a video. Any other class would bring in looks that were made for
 * the product itself.
 */
const lessonClasses: Readonly<Record<string, readonly string[]>> = {
  blockquote: [ATTENTION_CLASS, NOTE_CLASS],
  a: [VIDEO_CLASS, NOTE_CLASS],
};

export const linkSchemes: readonly string[] = [
  'http',
  'https',
  'ftp',
  'ftps',
  'mailto',
  'tel',
  'callto',
  'sms',
  'cid',
  'xmpp',
];
export const imageSchemes: readonly string[] = ['http', 'https'];

const size = /^\d{1,4}(\.\d{1,4})?(px|em|rem|%)$/;

/** No colours: what was chosen on white paper cannot be read on a dark page (see lesson-highlight.ts for marks). */
export const lessonStyles: Readonly<Record<string, RegExp>> = {
  'text-align': /^(left|center|right|justify|start|end)$/,
  width: size,
  'min-width': size,
  height: size,
};

/** Sequences that could end an attribute or a raw-text element for a sloppy parser; DOMPurify refuses them, too. */
const breakout = /((--!?|\])>)|<\/(style|script|title|xmp|textarea|noscript|iframe|noembed|noframes)/i;

// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip them inside an address, so do we before judging it.
const ignored = /[\u0000-\u0020\u007f-\u00a0\u1680\u180e\u2000-\u2029\u205f\u3000\ufeff]+/g;

/** True for relative addresses and those with one of the schemes. */
function hasScheme(address: string, schemes: readonly string[]): boolean {
  const bare = address.replace(ignored, '').toLowerCase();
  const colon = /^[^/?#\\]*?:/.exec(bare)?.[0];
  return bare !== '' && (colon === undefined || schemes.includes(colon.slice(0, -1)));
}

export const isLessonLink = (address: string): boolean => hasScheme(address, linkSchemes);

const ownImage = /^\/api\/media\/\d{1,10}(?:-[0-9a-f]{32})?$/;

/** From anywhere on the web, or our own upload; no other path of ours, because showing an image is a request. */
export function isLessonImage(address: string): boolean {
  const bare = address.replace(ignored, '');
  return ownImage.test(bare) || (/^(https?:)?\/\/[^/\\]/i.test(bare) && hasScheme(bare, imageSchemes));
}

/** Roman and lettered lists: in law the number of an inciso is the content. */
const listTypes: readonly string[] = ['1', 'a', 'A', 'i', 'I'];

const listTypeOfStyle: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
};

const patterns: Readonly<Record<string, RegExp>> = {
  align: /^(left|center|right|justify)$/,
  target: /^_blank$/,
  width: /^\d{1,4}(\.\d{1,4})?%?$/,
  height: /^\d{1,5}(\.\d{1,4})?%?$/,
  colspan: /^([1-9]|[1-9]\d|100)$/,
  rowspan: /^([1-9]|[1-9]\d|100)$/,
  colwidth: /^\d{1,4}(,\d{1,4}){0,99}$/,
  start: /^-?\d{1,6}$/,
  id: noteAnchor,
};

/** The value an attribute may keep on this element, or null. */
export function lessonAttribute(tag: string, name: string, value: string): string | null {
  const known = lessonAttributes['*']?.includes(name) || lessonAttributes[tag]?.includes(name);
  if (!known || breakout.test(value)) return null;
  const trimmed = value.trim();
  switch (name) {
    case 'href':
      return isLessonLink(trimmed) ? trimmed : null;
    case 'src':
      return isLessonImage(trimmed) ? trimmed : null;
    case 'alt':
      return value;
    case 'class':
      return lessonClassName(tag, trimmed);
    case 'style':
      return lessonStyle(trimmed);
    case 'type':
      return listTypes.includes(trimmed) ? trimmed : null;
    case 'rel':
      // Never the author's: it comes with target (see lessonElement).
      return null;
    default:
      return patterns[name]?.test(trimmed.toLowerCase()) ? trimmed.toLowerCase() : null;
  }
}

/** The attributes an element may keep. */
export function lessonElement(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    const clean = lessonAttribute(tag, name, value);
    if (clean !== null) kept[name] = clean;
  }
  if (kept.class === VIDEO_CLASS) {
    const address = storedVideo(kept.href ?? '');
    if (address) return { class: VIDEO_CLASS, href: address, target: '_blank', rel: NEW_WINDOW_REL };
    delete kept.class;
  }
  if (kept.target) kept.rel = NEW_WINDOW_REL;
  if (tag === 'ol' && !kept.type) {
    const type = listTypeOfStyle[styleValue(attributes.style ?? '', 'list-style-type')];
    if (type) kept.type = type;
  }
  return kept;
}

/** What a link to a new window always carries. */
export const NEW_WINDOW_REL = 'noopener noreferrer';

function lessonClassName(tag: string, value: string): string | null {
  const given = value.split(/\s+/);
  const known = (Object.hasOwn(lessonClasses, tag) && lessonClasses[tag]) || [NOTE_CLASS];
  return known.find((name) => given.includes(name)) ?? null;
}

/** The declarations of a style attribute, in small letters. */
function declarationsOf(style: string): [property: string, setting: string][] {
  return style.split(';').flatMap((declaration) => {
    const cut = declaration.indexOf(':');
    const parts = [declaration.slice(0, cut), declaration.slice(cut + 1)].map((part) => part.trim().toLowerCase());
    return cut > 0 ? [parts as [string, string]] : [];
  });
}

/** The last setting of a property, or ''. */
export const styleValue = (style: string, property: string): string =>
  declarationsOf(style).findLast(([name]) => name === property)?.[1] ?? '';

function lessonStyle(value: string): string | null {
  const kept = new Map(
    declarationsOf(value).filter(
      ([property, setting]) => Object.hasOwn(lessonStyles, property) && lessonStyles[property]?.test(setting),
    ),
  );
  return [...kept].map(([property, setting]) => `${property}: ${setting}`).join('; ') || null;
}
