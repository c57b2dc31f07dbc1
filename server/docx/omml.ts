import { childOf, childrenOf, type Element, isElement } from './xml.ts';

/** Signs that have a LaTeX command; all others are used as they are. */
const names: Readonly<Record<string, string>> = {
  '±': '\\pm ',
  '×': '\\times ',
  '÷': '\\div ',
  '≤': '\\le ',
  '≥': '\\ge ',
  '≠': '\\ne ',
  '∞': '\\infty ',
  π: '\\pi ',
  Δ: '\\Delta ',
  α: '\\alpha ',
  β: '\\beta ',
  θ: '\\theta ',
  '→': '\\to ',
  '∑': '\\sum ',
  '∏': '\\prod ',
  '∫': '\\int ',
  '∩': '\\cap ',
  '∪': '\\cup ',
  '∈': '\\in ',
  '√': '\\surd ',
};
const special = /[\\{}#$%&_^~]/g;

const escaped = (text: string) =>
  [...text.replace(special, (sign) => (sign === '\\' ? '\\backslash ' : `\\${sign}`))]
    .map((sign) => names[sign] ?? sign)
    .join('');

const value = (element: Element | undefined, name: string) => childOf(element, name)?.attributes['m:val'];

/** An argument of a structure, in braces. */
const part = (element: Element, name: string) => `{${contentOf(childOf(element, name))}}`;

const accents: Readonly<Record<string, string>> = {
  '⃗': '\\vec',
  '→': '\\vec',
  '̂': '\\hat',
  '̅': '\\overline',
  '̄': '\\bar',
};

const writers: Readonly<Record<string, (element: Element) => string>> = {
  'm:r': (element) =>
    childrenOf(element, 'm:t')
      .flatMap((text) => text.children.filter((child) => !isElement(child)))
      .map((text) => escaped(String(text)))
      .join(''),
  'm:f': (element) => `\\frac${part(element, 'm:num')}${part(element, 'm:den')}`,
  'm:sSup': (element) => `${part(element, 'm:e')}^${part(element, 'm:sup')}`,
  'm:sSub': (element) => `${part(element, 'm:e')}_${part(element, 'm:sub')}`,
  'm:sSubSup': (element) => `${part(element, 'm:e')}_${part(element, 'm:sub')}^${part(element, 'm:sup')}`,
  'm:rad': (element) => {
    const degree = contentOf(childOf(element, 'm:deg'));
    return `\\sqrt${degree ? `[${degree}]` : ''}${part(element, 'm:e')}`;
  },
  'm:nary': (element) => {
    const sign = value(childOf(element, 'm:naryPr'), 'm:chr') ?? '∫';
    const [below, above] = [contentOf(childOf(element, 'm:sub')), contentOf(childOf(element, 'm:sup'))];
    const limits = `${below ? `_{${below}}` : ''}${above ? `^{${above}}` : ''}`;
    return `${(names[sign] ?? sign).trim()}${limits}${part(element, 'm:e')}`;
  },
  'm:d': (element) => {
    const properties = childOf(element, 'm:dPr');
    const [left, right] = [value(properties, 'm:begChr') ?? '(', value(properties, 'm:endChr') ?? ')'];
    const fence = (sign: string) => (sign === '' ? '.' : /[{}]/.test(sign) ? `\\${sign}` : sign);
    const inside = childrenOf(element, 'm:e')
      .map(contentOf)
      .join(value(properties, 'm:sepChr') ?? '|');
    return `\\left${fence(left)}${inside}\\right${fence(right)}`;
  },
  'm:func': (element) => `${contentOf(childOf(element, 'm:fName'))}${part(element, 'm:e')}`,
  'm:acc': (element) => {
    const command = accents[value(childOf(element, 'm:accPr'), 'm:chr') ?? '̂'] ?? '\\hat';
    return `${command}${part(element, 'm:e')}`;
  },
  'm:bar': (element) => `\\overline${part(element, 'm:e')}`,
  'm:limLow': (element) => `${part(element, 'm:e')}_${part(element, 'm:lim')}`,
  'm:limUpp': (element) => `${part(element, 'm:e')}^${part(element, 'm:lim')}`,
  'm:m': (element) => {
    const rows = childrenOf(element, 'm:mr').map((row) => childrenOf(row, 'm:e').map(contentOf).join(' & '));
    return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`;
  },
  'm:eqArr': (element) => `\\begin{array}{l}${childrenOf(element, 'm:e').map(contentOf).join(' \\\\ ')}\\end{array}`,
};

function contentOf(element: Element | undefined): string {
  return childrenOf(element)
    .map((child) => (child.name.endsWith('Pr') ? '' : (writers[child.name]?.(child) ?? contentOf(child))))
    .join('');
}

/** Converts a formula of Word to LaTeX. */
export const latexOf = (formula: Element): string => contentOf(formula).trim();
