import { childOf, childrenOf, type Element, valueIn } from './xml.ts';

/** How a level of a list counts. `text`: HTML lists cannot count like this, so its numbers are written as text. */
export type Level = { kind: 'bullet' } | ListLevel | TextLevel;
type ListLevel = { kind: 'list'; type: '1' | 'a' | 'A' | 'i' | 'I'; format: string; start: number };
type TextLevel = { kind: 'text'; format: string; template: string; start: number };

export type Numbering = (listId: string, level: number) => Level | undefined;

const types: Readonly<Record<string, '1' | 'a' | 'A' | 'i' | 'I'>> = {
  decimal: '1',
  decimalZero: '1',
  ordinal: '1',
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
};

/** '%1.', '%2)', '(%1)', '%1 –': one number and its punctuation. */
const single = (level: number) => new RegExp(`^\\(?%${level + 1}\\s*[ºª°]?\\s*[.)–—-]?\\s*$`);

function readLevel(element: Element, level: number): Level {
  const format = valueIn(element, 'w:numFmt') ?? 'decimal';
  if (format === 'bullet' || format === 'none') return { kind: 'bullet' };
  const start = Number(valueIn(element, 'w:start') ?? '1') || 1;
  const template = valueIn(element, 'w:lvlText') ?? `%${level + 1}.`;
  const type = types[format];
  return type && single(level).test(template)
    ? { kind: 'list', type, format, start }
    : { kind: 'text', format, template, start };
}

/** Reads the lists and levels of `numbering.xml`. */
export function readNumbering(xml: Element | undefined): Numbering {
  const root = childOf(xml, 'w:numbering');
  const levelsOf = (element: Element) =>
    new Map(childrenOf(element, 'w:lvl').map((lvl) => [lvl.attributes['w:ilvl'] ?? '0', lvl]));
  const kinds = new Map(
    childrenOf(root, 'w:abstractNum').map((kind) => [kind.attributes['w:abstractNumId'] ?? '', levelsOf(kind)]),
  );
  const lists = new Map<string, (level: number) => Level | undefined>();
  for (const list of childrenOf(root, 'w:num')) {
    const levels = kinds.get(valueIn(list, 'w:abstractNumId') ?? '');
    const overrides = new Map(
      childrenOf(list, 'w:lvlOverride').map((change) => [change.attributes['w:ilvl'] ?? '0', change]),
    );
    lists.set(list.attributes['w:numId'] ?? '', (level) => {
      const change = overrides.get(String(level));
      const element = childOf(change, 'w:lvl') ?? levels?.get(String(level));
      if (!element) return undefined;
      const found = readLevel(element, level);
      const start = Number(valueIn(change, 'w:startOverride'));
      return found.kind !== 'bullet' && start > 0 ? { ...found, start } : found;
    });
  }
  return (listId, level) => (listId === '0' ? undefined : lists.get(listId)?.(level));
}

const romanParts: readonly [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function asRoman(number: number): string {
  let left = number;
  let roman = '';
  for (const [value, sign] of romanParts) {
    while (left >= value) {
      roman += sign;
      left -= value;
    }
  }
  return roman;
}

const asLetter = (number: number) => String.fromCharCode(64 + ((number - 1) % 26) + 1);

/** Formats one number in the style of its level. */
function written(format: string, number: number): string {
  if (number > 3999) return String(number);
  switch (types[format]) {
    case 'I':
      return asRoman(number);
    case 'i':
      return asRoman(number).toLowerCase();
    case 'A':
      return asLetter(number);
    case 'a':
      return asLetter(number).toLowerCase();
    default:
      return format === 'ordinal' ? `${number}º` : String(number);
  }
}

/** Counts like Word, for numbers that are written as text: a deeper level restarts when a higher one advances. */
export function createCounter(numbering: Numbering) {
  const counts = new Map<string, number[]>();
  return {
    /** The number of the next paragraph in its list. */
    next(listId: string, level: number): number {
      const counted = counts.get(listId) ?? [];
      const found = numbering(listId, level);
      const start = found && found.kind !== 'bullet' ? found.start : 1;
      const number = counted[level] === undefined ? start : (counted[level] ?? 0) + 1;
      counts.set(listId, [...counted.slice(0, level), number]);
      return number;
    },
    /** 'Art. 5º', '1.2.3': fills the template of a level with the current numbers. */
    label(listId: string, { template, format }: TextLevel): string {
      const counted = counts.get(listId) ?? [];
      return template.replace(/%([1-9])/g, (_, place) => {
        const at = Number(place) - 1;
        const level = numbering(listId, at);
        const own = level && level.kind !== 'bullet' ? level.format : format;
        return written(own, counted[at] ?? 1);
      });
    },
  };
}
