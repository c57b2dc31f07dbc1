import { Parser } from 'htmlparser2';
import { FORMULA_MAX, mathAttribute, mathTags, mathTokens } from '#contract/content/lesson-math.ts';
import { escapeText } from '#contract/escape-html.ts';

export type Formula = { mathml: string /** The text for search and for reading without markup. */; text: string };

/** Larger than any formula; a larger one is stored as its text. */
const MATHML_MAX = 100_000;
const DEPTH_MAX = 60;

const known = new Set(mathTags);
/** Elements whose content is not part of a formula. */
const dropped = new Set(['annotation-xml', 'maction', 'script', 'style', 'title', 'textarea', 'xmp', 'option']);

/** Word prefixes the names with `mml:`, other programs with `m:`. */
const bare = (name: string) => name.toLowerCase().replace(/^(mml|m):/, '');

function attributesOf(tag: string, given: Readonly<Record<string, string>>): string {
  return Object.entries(given)
    .flatMap(([name, value]) => {
      const kept = mathAttribute(tag, name.toLowerCase(), value);
      return kept === null ? [] : ` ${name.toLowerCase()}="${kept}"`;
    })
    .join('');
}

/**
 * Rebuilds a formula from the allow-list: elements inside elements, text inside those that contain text. HTML inside
 * becomes its text, links and actions are removed, and the LaTeX stays where it was.
 */
export function cleanFormula(source: string): Formula {
  if (source.length > MATHML_MAX) return { mathml: '', text: '' };
  const out: string[] = [];
  const open: string[] = [];
  const shown: string[] = [];
  let latex = '';
  let silent = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const tag = bare(name);
        if (silent > 0 || dropped.has(tag)) {
          silent += 1;
          return;
        }
        const isTex = open.at(-1) === 'semantics' && mathAttribute(tag, 'encoding', attributes.encoding ?? '') !== null;
        if (tag === 'annotation' && !isTex) {
          silent += 1;
          return;
        }
        // A browser would read an element inside a token as HTML; a formula inside a formula is invalid.
        const isFit = known.has(tag) && !mathTokens.has(open.at(-1) ?? '') && (tag === 'math') === (open.length === 0);
        if (!isFit || open.length >= DEPTH_MAX) return;
        out.push(`<${tag}${attributesOf(tag, attributes)}>`);
        open.push(tag);
      },
      ontext(text) {
        const inside = open.at(-1);
        if (silent > 0 || !inside || !mathTokens.has(inside)) return;
        const plain = text.replace(/[ \t\n\f]+/g, ' ');
        if (inside === 'annotation') latex += text;
        else shown.push(plain);
        out.push(escapeText(inside === 'annotation' ? text : plain));
      },
      onclosetag(name) {
        const tag = bare(name);
        if (silent > 0) {
          silent -= 1;
          return;
        }
        if (open.at(-1) !== tag) return;
        open.pop();
        out.push(`</${tag}>`);
      },
    },
    { recognizeSelfClosing: true, lowerCaseTags: true },
  );
  parser.end(source);
  while (open.length > 0) out.push(`</${open.pop()}>`);
  const mathml = out.join('');
  const isEmpty = shown.join('').trim() === '' && latex.trim() === '';
  if (isEmpty || latex.length > FORMULA_MAX) return { mathml: '', text: shown.join('') };
  return { mathml, text: latex.trim() || shown.join('') };
}

const OPEN = '\ue000';
const CLOSE = '\ue001';
const opening = /<(?:(?:mml|m):)?math\b/gi;
const closing = /<\/(?:(?:mml|m):)?math\s*>/gi;

/**
 * Replaces every formula, from its opening tag to the next closing one. One scan from left to right: it stops at an
 * opening tag without a closing one, because no later one has a closing tag either.
 */
function replaceSources(html: string, replace: (source: string) => string): string {
  const out: string[] = [];
  let done = 0;
  for (const { index: start } of html.matchAll(opening)) {
    if (start < done) continue;
    const inside = html.indexOf('>', start) + 1;
    if (inside === 0) break;
    closing.lastIndex = inside;
    if (closing.exec(html) === null) break;
    out.push(html.slice(done, start), replace(html.slice(start, closing.lastIndex)));
    done = closing.lastIndex;
  }
  return out.join('') + html.slice(done);
}

/**
 * Takes the formulas out of a text before the HTML sanitiser parses it, and puts them back into its output: neither
 * parser sees the other's input.
 */
export function withoutFormulas(html: string) {
  const formulas: Formula[] = [];
  const rest = replaceSources(html.replaceAll(OPEN, '').replaceAll(CLOSE, ''), (source) => {
    formulas.push(cleanFormula(source));
    return `${OPEN}${formulas.length - 1}${CLOSE}`;
  });
  const put = (text: string, as: (formula: Formula) => string) =>
    formulas.length === 0
      ? text
      : text.replace(/\ue000(\d+)\ue001/g, (_, at) => {
          const found = formulas[Number(at)];
          return found ? as(found) : '';
        });
  return {
    html: rest,
    /** Only for text: an attribute gets the plain text. */
    inMarkup: (text: string) => put(text, ({ mathml, text: plain }) => mathml || escapeText(plain)),
    inText: (text: string) => put(text, ({ text: plain }) => plain),
  };
}
