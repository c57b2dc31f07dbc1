/**
 * Formulas in lessons and questions: MathML's presentation elements with the LaTeX they came from as their annotation.
 * No links, no actions, no colours, no HTML inside. One list for the server, which writes them, and the browser.
 */

/** Elements that hold text and nothing else. */
const tokens = ['mi', 'mn', 'mo', 'ms', 'mtext', 'annotation'] as const;

const layout = [
  'math',
  'semantics',
  'mrow',
  'mspace',
  'mfrac',
  'msqrt',
  'mroot',
  'mstyle',
  'mpadded',
  'mphantom',
  'menclose',
  'msub',
  'msup',
  'msubsup',
  'munder',
  'mover',
  'munderover',
  'mmultiscripts',
  'mprescripts',
  'none',
  'mtable',
  'mtr',
  'mtd',
] as const;

export const mathTokens: ReadonlySet<string> = new Set(tokens);
export const mathTags: readonly string[] = [...tokens, ...layout];

const length = /^-?\d{0,3}(\.\d{1,4})?(em|ex|px|pt|mu|%)?$/;
const flag = /^(true|false)$/;

/** What attributes may say, by name; those that belong to one element alone are under its name. */
const anywhere: Readonly<Record<string, RegExp>> = {
  mathvariant: /^(normal|bold|italic|bold-italic|double-struck|script|fraktur|sans-serif|monospace)$/,
  displaystyle: flag,
  scriptlevel: /^[+-]?\d$/,
};
const byElement: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  math: { display: /^(block|inline)$/ },
  annotation: { encoding: /^application\/x-tex$/ },
  mo: {
    form: /^(prefix|infix|postfix)$/,
    fence: flag,
    separator: flag,
    stretchy: flag,
    symmetric: flag,
    largeop: flag,
    movablelimits: flag,
    accent: flag,
    lspace: length,
    rspace: length,
    minsize: length,
    maxsize: length,
  },
  mfrac: { linethickness: length },
  mspace: { width: length, height: length, depth: length },
  mpadded: { width: length, height: length, depth: length, lspace: length, voffset: length },
  menclose: { notation: /^(top|bottom|box|longdiv|updiagonalstrike|downdiagonalstrike|horizontalstrike)$/ },
  munder: { accentunder: flag },
  mover: { accent: flag },
  munderover: { accent: flag, accentunder: flag },
  mtd: { columnalign: /^(left|center|right)$/, columnspan: /^[1-9]\d?$/, rowspan: /^[1-9]\d?$/ },
};

export const mathAttributeNames: readonly string[] = [
  ...new Set([anywhere, ...Object.values(byElement)].flatMap((list) => Object.keys(list))),
];

/** The value an attribute of a formula may keep, or null. */
export function mathAttribute(tag: string, name: string, value: string): string | null {
  const form = Object.hasOwn(anywhere, name) ? anywhere[name] : byElement[tag]?.[name];
  const trimmed = value.trim().toLowerCase();
  return form?.test(trimmed) && trimmed !== '' ? trimmed : null;
}

/** Letters of a formula as it is typed. */
export const FORMULA_MAX = 2000;

/** How both sides ask Temml for a formula: no links or classes, bounded sizes and macros, a fault as an error. */
export const formulaOptions = (isBlock: boolean) => ({
  displayMode: isBlock,
  annotate: true,
  throwOnError: true,
  trust: false,
  maxSize: [10, 10] as [number, number],
  maxExpand: 200,
});

/** Temml says how a column stands by a class that only its own style sheet knows. */
export const withColumns = (mathml: string): string =>
  mathml.replace(/<mtd class="[^"]*\btml-(left|right)\b[^"]*"/g, '<mtd columnalign="$1"');
