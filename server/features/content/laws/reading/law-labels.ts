/** Devices that contain articles, the outermost first. */
export const groupKinds = ['parte', 'livro', 'titulo', 'capitulo', 'secao', 'subsecao'] as const;
export type GroupKind = (typeof groupKinds)[number];
export const isGroup = (kind: string): kind is GroupKind => (groupKinds as readonly string[]).includes(kind);

export type DeviceKind = GroupKind | 'anexo' | 'artigo' | 'caput' | 'paragrafo' | 'inciso' | 'alinea' | 'item';

export type Label = {
  kind: Exclude<DeviceKind, 'caput'>;
  /** As printed: `Art. 103-A.`, `§ 1º`, `XI –`, `a)`. */
  label: string;
  /** As in a LexML id: `103-1` for 103-A, `1u` for a single paragraph. */
  number: string;
  /** The last device of a line that names several: `Arts. 3º a 7º`. */
  last: string | null;
  /** The line without the label. */
  rest: string;
  isEnunciado?: true;
};

/** What the articles of a source are: a source has one of them. Undefined while none was read. */
export type ArticleKind = 'article' | 'enunciado' | undefined;

const romanDigits: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const romanShape = /^M{0,3}(?:CM|CD|D?C{0,4})(?:XC|XL|L?X{0,4})(?:IX|IV|V?I{0,4})$/;

/** The value of a Roman number, or null where the letters are none. */
export function romanValue(letters: string): number | null {
  if (letters === '' || letters.length > 12 || !romanShape.test(letters)) return null;
  const digits = [...letters].map((letter) => romanDigits[letter] ?? 0);
  return digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0);
}

/** a is 1, z is 26, aa is 27. */
export const letterValue = (letters: string): number =>
  [...letters.toLowerCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 96, 0);

const withSuffix = (number: number | string, suffix: string | undefined): string =>
  suffix === undefined ? String(number) : `${number}-${letterValue(suffix)}`;

const prefixes: Readonly<Record<Exclude<DeviceKind, 'caput'>, string>> = {
  parte: 'prt',
  livro: 'liv',
  titulo: 'tit',
  capitulo: 'cap',
  secao: 'sec',
  subsecao: 'sub',
  anexo: 'anx',
  artigo: 'art',
  paragrafo: 'par',
  inciso: 'inc',
  alinea: 'ali',
  item: 'ite',
};

/** The last step of a LexML id. */
export const idStep = (kind: Exclude<DeviceKind, 'caput'>, number: string): string => `${prefixes[kind]}${number}`;

const groupNames: readonly [RegExp, GroupKind | 'anexo'][] = [
  [/^PARTE$/, 'parte'],
  [/^LIVRO$/, 'livro'],
  [/^T[IÍ]TULO$/, 'titulo'],
  [/^CAP[IÍ]TULO$/, 'capitulo'],
  [/^SE[CÇ][AÃ]O$/, 'secao'],
  [/^SUBSE[CÇ][AÃ]O$/, 'subsecao'],
  [/^ANEXO$/, 'anexo'],
];

const groupShape =
  /^(Parte|Livro|T[ií]tulo|Cap[ií]tulo|Se[cç][aã]o|Subse[cç][aã]o|Anexo) ([ivxlcdm]{1,12}|\d{1,3}|[uú]nic[oa]|geral|especial)(?:-([a-z]))?(?= |$|[-–—.:])/iu;
const articleShape =
  /^(Art(?:igo)?s?) ?\.? ?(\d{1,3}(?:\.\d{3})+|\d{1,5})(?: ?\.?[º°ª]|o(?=[ .,:;–—-]|$))?(?:-([A-Z]{1,2})(?=[ .:–—-]|$))?(?= |$|[.:–—-]|\()/i;
/** `Súmula Vinculante 11`, `SÚMULA N. 7`, `Súmula nº 331 do TST`, at the head of its text. */
const enunciadoShape =
  /^S[uú]mula(?: Vinculante)?(?: ?n(?:[º°o]|\.)?\.?| ?n[uú]mero)? ?(\d{1,4})(?: ?[/-] ?(?:STF|STJ|TST|TSE)| d[oa] (?:STF|STJ|TST|TSE))?(?= ?$| ?[.:–—-]|\()/iu;
const paragraphShape =
  /^(§§?) ?(\d{1,3})(?:\.?[º°ª]|o(?=[ .,:;–—-]|$))?(?:-([A-Z]{1,2})(?=[ .:–—-]|$))?(?= |$|[.:–—-]|\()/;
const singleShape = /^(?:Par[aá]grafo|§) [uú]nico/i;
const itemShape = /^(\d{1,3})(?:[.)]|(?= ?[-–—]))/;
const inciseShape = /^([IVXLCDM]{1,12})(?:-([A-Z]{1,2}))?(?= ?[-–—.)])/;
const letterShape = /^([a-z]{1,2})(?:-([A-Z]))? ?\)/;
/** A second number behind the first: `Arts. 3º a 7º`. */
const rangeShape = /^ (?:a|ao|e) (\d{1,5})(?:[º°ª]|o(?=[ .,:;–—-]|$))?(?= |$|[.:–—-]|\()/;
const separatorShape = /^ ?[.:–—-]{0,2} ?[-–—]? ?/;

const isUpperStart = (text: string) => /^\p{Lu}/u.test(text);

function finish(kind: Label['kind'], line: string, label: string, number: string, last: string | null = null): Label {
  const separator = separatorShape.exec(line.slice(label.length))?.[0] ?? '';
  return {
    kind,
    label: `${label}${separator}`.trim(),
    number,
    last,
    rest: line.slice(label.length + separator.length),
  };
}

function groupLabel(line: string): Label | null {
  const found = groupShape.exec(line);
  if (!found || !isUpperStart(line)) return null;
  const [label, word = '', numeral = '', suffix] = found;
  const kind = groupNames.find(([shape]) => shape.test(word.toUpperCase()))?.[1];
  if (!kind) return null;
  const value = /^\d/.test(numeral) ? Number(numeral) : romanValue(numeral.toUpperCase());
  const named = { geral: '1', especial: '2', único: '1u', única: '1u', unico: '1u', unica: '1u' } as const;
  const number =
    value === null ? named[numeral.toLowerCase() as keyof typeof named] : withSuffix(value, suffix?.toUpperCase());
  return number === undefined ? null : finish(kind, line, label, number);
}

function articleLabel(line: string): Label | null {
  const found = articleShape.exec(line);
  if (!found || !isUpperStart(line)) return null;
  const [label, word = '', digits = '', suffix] = found;
  const number = withSuffix(Number(digits.replaceAll('.', '')), suffix);
  const range = /s$/i.test(word) ? rangeShape.exec(line.slice(label.length)) : null;
  return range
    ? finish('artigo', line, `${label}${range[0]}`, number, range[1])
    : finish('artigo', line, label, number);
}

/** A súmula of a court is read as an article: it has its own number, and incisos below it. */
function enunciadoLabel(line: string): Label | null {
  const found = enunciadoShape.exec(line);
  if (!found || !isUpperStart(line)) return null;
  const [label, digits = ''] = found;
  return { ...finish('artigo', line, label, String(Number(digits))), isEnunciado: true };
}

function paragraphLabel(line: string): Label | null {
  const single = singleShape.exec(line);
  if (single && isUpperStart(line.replace('§', 'P'))) return finish('paragrafo', line, single[0], '1u');
  const found = paragraphShape.exec(line);
  if (!found) return null;
  const [label, sign, digits = '', suffix] = found;
  const range = sign === '§§' ? rangeShape.exec(line.slice(label.length)) : null;
  const number = withSuffix(Number(digits), suffix);
  return range
    ? finish('paragrafo', line, `${label}${range[0]}`, number, range[1])
    : finish('paragrafo', line, label, number);
}

function inciseLabel(line: string): Label | null {
  const found = inciseShape.exec(line);
  if (!found) return null;
  const [label, letters = '', suffix] = found;
  const value = romanValue(letters);
  if (value === null) return null;
  const closing = line[label.length] === ')' ? ')' : '';
  return finish('inciso', line, `${label}${closing}`, withSuffix(value, suffix));
}

function letterLabel(line: string): Label | null {
  const found = letterShape.exec(line);
  if (!found) return null;
  const [label, letters = '', suffix] = found;
  return finish('alinea', line, label, withSuffix(letterValue(letters), suffix));
}

function itemLabel(line: string): Label | null {
  const found = itemShape.exec(line);
  return found ? finish('item', line, found[0], String(Number(found[1]))) : null;
}

/** The label at the start of a line with single spaces. A number counts as an item only below a letter. */
export function readLabel(
  line: string,
  { inLetter, articles }: { inLetter: boolean; articles?: ArticleKind },
): Label | null {
  return (
    (articles === 'enunciado' ? null : articleLabel(line)) ??
    (articles === 'article' ? null : enunciadoLabel(line)) ??
    paragraphLabel(line) ??
    groupLabel(line) ??
    inciseLabel(line) ??
    letterLabel(line) ??
    (inLetter ? itemLabel(line) : null)
  );
}
