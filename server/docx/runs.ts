import { escapeText } from './escape.ts';
import { latexOf } from './omml.ts';
import type { Reading } from './reading.ts';
import { childOf, childrenOf, type Element, findIn, isElement, isOn, valueIn } from './xml.ts';

/** The anchor names of links inside the document. */
const anchor = (name: string) => `doc-${name.replace(/[^\w-]/g, '')}`;

const marks: readonly [tag: string, isMeant: (properties: Element) => boolean][] = [
  ['strong', (properties) => isOn(properties, 'w:b')],
  ['em', (properties) => isOn(properties, 'w:i')],
  ['u', (properties) => isOn(properties, 'w:u')],
  ['s', (properties) => isOn(properties, 'w:strike') || isOn(properties, 'w:dstrike')],
  ['sup', (properties) => valueIn(properties, 'w:vertAlign') === 'superscript'],
  ['sub', (properties) => valueIn(properties, 'w:vertAlign') === 'subscript'],
  ['mark', (properties) => !['none', undefined].includes(valueIn(properties, 'w:highlight'))],
];

function dressed(html: string, properties: Element | undefined, isHeading: boolean): string {
  if (html === '' || !properties) return html;
  return marks
    .filter(([tag, isMeant]) => isMeant(properties) && !(isHeading && tag === 'strong'))
    .reduce((inside, [tag]) => `<${tag}>${inside}</${tag}>`, html);
}

const noteLink = (kind: string, id: string, number: number) =>
  `<sup><a href="#${anchor(`${kind}${id}`)}" id="${anchor(`${kind}ref${id}`)}">[${number}]</a></sup>`;

/** The link back, before the text of a note. */
export const noteBacklink = (kind: string, id: string, number: number) =>
  `<a href="#${anchor(`${kind}ref${id}`)}" id="${anchor(`${kind}${id}`)}">[${number}]</a> `;

function picture(element: Element, reading: Reading): string {
  const blip = findIn(element, 'a:blip') ?? findIn(element, 'v:imagedata');
  const id = blip?.attributes['r:embed'] ?? blip?.attributes['r:id'];
  const target = id && reading.relations.get(id);
  if (!target || target.isOutside) {
    reading.missed(findIn(element, 'c:chart') ? 'gráficos' : 'desenhos');
    return '';
  }
  const alt = findIn(element, 'wp:docPr')?.attributes.descr ?? '';
  return `<img src="${reading.image(target.target)}" alt="${escapeText(alt)}">`;
}

/** The HTML of one element of a paragraph. */
function inlineOf(element: Element, reading: Reading, isHeading: boolean): string {
  const inside = () =>
    childrenOf(element)
      .map((child) => inlineOf(child, reading, isHeading))
      .join('');
  switch (element.name) {
    case 'w:r':
      return dressed(inside(), childOf(element, 'w:rPr'), isHeading);
    case 'w:t':
      return escapeText(element.children.filter((child) => !isElement(child)).join(''));
    case 'w:tab':
      return ' ';
    case 'w:br':
      return element.attributes['w:type'] === 'page' ? '' : '<br>';
    case 'w:cr':
      return '<br>';
    case 'w:noBreakHyphen':
      return '‑';
    case 'w:sym':
      reading.missed('símbolos de fontes especiais');
      return '';
    case 'w:hyperlink': {
      const target = reading.relations.get(element.attributes['r:id'] ?? '');
      return target?.isOutside ? `<a href="${escapeText(target.target)}" target="_blank">${inside()}</a>` : inside();
    }
    case 'w:footnoteReference':
    case 'w:endnoteReference': {
      const kind = element.name === 'w:footnoteReference' ? 'ftn' : 'edn';
      const id = element.attributes['w:id'] ?? '';
      return noteLink(kind, id, reading.note(kind, id));
    }
    case 'w:drawing':
    case 'w:pict':
      return picture(element, reading) + textBoxes(element, reading, isHeading);
    case 'w:object':
      reading.missed('objetos incorporados');
      return '';
    case 'm:oMath':
      return reading.formula(latexOf(element), false);
    case 'm:oMathPara':
      return childrenOf(element, 'm:oMath')
        .map((formula) => reading.formula(latexOf(formula), true))
        .join(' ');
    case 'mc:AlternateContent': {
      const chosen = childOf(element, 'mc:Choice') ?? childOf(element, 'mc:Fallback');
      return chosen
        ? childrenOf(chosen)
            .map((child) => inlineOf(child, reading, isHeading))
            .join('')
        : '';
    }
    // Deleted by a reviewer (tracked changes), or metadata without text.
    case 'w:del':
    case 'w:moveFrom':
    case 'w:instrText':
    case 'w:rPr':
    case 'w:pPr':
    case 'w:commentReference':
      return '';
    case 'w:ins':
    case 'w:moveTo':
    case 'w:smartTag':
    case 'w:sdt':
    case 'w:sdtContent':
    case 'w:fldSimple':
      return inside();
    default:
      return '';
  }
}

/** The text of a text box, inserted where the box is anchored. */
function textBoxes(element: Element, reading: Reading, isHeading: boolean): string {
  const box = findIn(element, 'w:txbxContent');
  if (!box) return '';
  return childrenOf(box, 'w:p')
    .map((paragraph) => inlineTexts(paragraph, reading, isHeading))
    .filter((text) => text !== '')
    .join('<br>');
}

/** The HTML inside a paragraph. */
export const inlineTexts = (paragraph: Element, reading: Reading, isHeading = false): string =>
  childrenOf(paragraph)
    .map((child) => inlineOf(child, reading, isHeading))
    .join('');
