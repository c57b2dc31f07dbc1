/** A word of an answer sheet. `x` is its middle: in points on a page, in characters in a pasted text. */
export type SheetWord = { text: string; x: number };

/** What an answer sheet says of one question. */
export type SheetKey = { kind: 'letter'; letter: string } | { kind: 'annulled' };

export type SheetRow =
  /** A row of numbers, whose keys stand in the rows below. */
  | { kind: 'numbers'; numbers: { number: number; x: number }[] }
  /** A row of keys. `label` is what stands before them. */
  | { kind: 'keys'; keys: { key: SheetKey; x: number }[]; label: string }
  /** '1-D 2-A', '01 D'. */
  | { kind: 'pairs'; pairs: { number: number; key: SheetKey }[] }
  /** One number and its key in each of several types: '1 A D C B'. */
  | { kind: 'types'; number: number; keys: SheetKey[] }
  /** The numbers of one question in several types and its one key: '1 6 4 1 D'. */
  | { kind: 'shared'; questions: { numbers: number[]; key: SheetKey }[] }
  /** Several names of types in a row: the head of a table. */
  | { kind: 'head'; names: string[] }
  | { kind: 'title'; name: string }
  | { kind: 'change'; numbers: number[]; key: SheetKey }
  | { kind: 'text'; text: string };

const numberWord = /^(?:n?[º°o.]*)(\d{1,3})[.):ºª°–—-]*$/iu;
const pairWord = /^(\d{1,3})\s*[.):=ºª°–—-]+\s*\(?([A-Fa-f*]|certo|errado|anulad[ao]|nul[ao]|x)\)?[.;,]?$/iu;
const annulled = /^(?:\*+|x|#|anulad[ao]|nul[ao]|anul\.?)$/iu;
const words: Readonly<Record<string, string>> = { certo: 'C', certa: 'C', errado: 'E', errada: 'E', v: 'V', f: 'F' };
const label =
  /^(?:quest(?:ão|ões|ao|oes)?|item|itens|n[º°o.]*|n[úu]mero|gabaritos?|respostas?|resp\.?|alternativas?|letra|tipo|prova|caderno|branc[oa]|verde|amarel[oa]|azul|rosa|cinza|:|-|–)$/iu;
const typeName =
  /\b(?:tipo\s*(?:n[º°o.]*\s*)?(\d{1,2}|[A-F])\b|(?:caderno|prova|vers[ãa]o|modelo)\s*[:–-]?\s*(?:tipo\s*)?(\d{1,2}|[A-F])\b|caderno\s*[:–-]?\s*(\p{Lu}[\p{L}]+(?:\s+\p{Lu}[\p{L}]+)*))/u;
const colour = /\b(branc[oa]|verde|amarel[oa]|azul|rosa|cinza|laranja|vermelh[oa])\b/iu;

function keyOf(text: string): SheetKey | null {
  const bare = text.replace(/^[(["']+|[)\]"'.;,]+$/g, '');
  if (annulled.test(bare)) return { kind: 'annulled' };
  const letter = words[bare.toLowerCase()] ?? (/^[A-Fa-f]$/.test(bare) ? bare.toUpperCase() : null);
  return letter === null ? null : { kind: 'letter', letter };
}

/** How a type of an exam is known: its number or letter, or the name of its booklet. Null where a text names none. */
export function typeNameOf(text: string): string | null {
  const upper = text
    .replace(/\btipo\b/giu, 'tipo')
    .replace(/\b(caderno|prova|vers[ãa]o|modelo)\b/giu, (found) => found.toLowerCase());
  const found = typeName.exec(upper);
  const name = found?.[1] ?? found?.[2] ?? found?.[3];
  if (name !== undefined) return /^\d+$/.test(name) ? String(Number(name)) : name.toLowerCase();
  return colour.exec(text)?.[1]?.toLowerCase().replace(/[oa]$/, '') ?? null;
}

const changed =
  /(?:alterad|retificad|mudad|modificad|troca)[^.]*?(?:de|da letra)\s+["“(]?[A-F]["”)]?\s+para\s+(?:a\s+)?(?:letra\s+|alternativa\s+)?["“(]?([A-F])\b/iu;
const numbered = /(?:quest(?:ão|ões)|ite(?:m|ns))\s*(?:n[º°o.]*\s*)?(\d{1,3}(?:\s*[,;e]\s*\d{1,3})*)/iu;
const annulledBefore = /(?:anulad[ao]s?|nul[ao]s?)\s*:?\s*(\d{1,3}(?:\s*[,;e]\s*\d{1,3})*)\s*\.?$/iu;

function changeIn(text: string): SheetRow | null {
  const numbersOf = (list: string) => (list.match(/\d{1,3}/g) ?? []).map(Number);
  const list = numbered.exec(text)?.[1] ?? annulledBefore.exec(text)?.[1];
  if (list === undefined) return null;
  const letter = changed.exec(text)?.[1];
  if (letter)
    return { kind: 'change', numbers: numbersOf(list), key: { kind: 'letter', letter: letter.toUpperCase() } };
  if (/\banulad[ao]s?\b|\bnul[ao]s?\b/iu.test(text))
    return { kind: 'change', numbers: numbersOf(list), key: { kind: 'annulled' } };
  return null;
}

/** Longer words and rows are no part of an answer sheet. The limits also bound what the expressions above read. */
const WORD_MAX = 60;
const ROW_MAX = 2000;

/** What one row of an answer sheet is. */
export function readRow(row: readonly SheetWord[]): SheetRow {
  const text = row.map((word) => word.text).join(' ');
  if (text.length > ROW_MAX || row.some((word) => word.text.length > WORD_MAX)) return { kind: 'text', text };
  const head = namesIn(text);
  if (head.length > 1) return { kind: 'head', names: head };
  const first = row.findIndex(({ text: word }) => !label.test(word));
  const body = first < 0 ? [] : row.slice(first);
  return (
    pairsIn(body) ??
    numbersIn(body) ??
    typesIn(body) ??
    sharedIn(body) ??
    keysIn(body, row) ??
    changeIn(text) ??
    titleIn(text) ?? { kind: 'text', text }
  );
}

const TITLE_MAX = 120;

function titleIn(text: string): SheetRow | null {
  const name = text.length < TITLE_MAX ? typeNameOf(text) : null;
  return name === null ? null : { kind: 'title', name };
}

/** 'TIPO 1 TIPO 2 TIPO 3': the names of the columns of a table. */
function namesIn(text: string): string[] {
  const found = [...text.matchAll(/\b(?:tipo|caderno|prova)\s*(\d{1,2}|[A-F])\b/giu)].map(([, name = '']) =>
    /^\d+$/.test(name) ? String(Number(name)) : name.toLowerCase(),
  );
  return found.length > 1 ? found : [];
}

function numbersIn(body: readonly SheetWord[]): SheetRow | null {
  const numbers = body.map(({ text, x }) => ({ number: Number(numberWord.exec(text)?.[1] ?? Number.NaN), x }));
  return numbers.length >= 2 && numbers.every(({ number }) => number > 0) ? { kind: 'numbers', numbers } : null;
}

/** Keys, with a label before them that is no key: 'Gabarito A B C', 'Tipo 1 A B C'. */
function keysIn(body: readonly SheetWord[], row: readonly SheetWord[]): SheetRow | null {
  const from = body.findLastIndex(({ text }) => keyOf(text) === null) + 1;
  const keys = body.slice(from).flatMap(({ text, x }) => {
    const key = keyOf(text);
    return key ? [{ key, x }] : [];
  });
  const before = row
    .slice(0, row.length - keys.length)
    .map(({ text }) => text)
    .join(' ');
  const isLabel = before === '' || typeNameOf(before) !== null || before.split(' ').every((word) => label.test(word));
  return keys.length >= 1 && isLabel && keys.length + before.split(' ').length >= row.length
    ? { kind: 'keys', keys, label: before }
    : null;
}

function pairsIn(body: readonly SheetWord[]): SheetRow | null {
  const pairs: { number: number; key: SheetKey }[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const text = body[at]?.text ?? '';
    const together = pairWord.exec(text);
    const key = keyOf(together?.[2] ?? '');
    if (together && key) {
      pairs.push({ number: Number(together[1]), key });
      continue;
    }
    const number = Number(numberWord.exec(text)?.[1] ?? Number.NaN);
    const isDash = /^[-–—:=]$/.test(body[at + 1]?.text ?? '');
    const next = keyOf(body[at + (isDash ? 2 : 1)]?.text ?? '');
    if (!(number > 0) || !next) return null;
    pairs.push({ number, key: next });
    at += isDash ? 2 : 1;
  }
  return pairs.length > 0 ? { kind: 'pairs', pairs } : null;
}

function typesIn(body: readonly SheetWord[]): SheetRow | null {
  const [first, ...rest] = body;
  const number = Number(numberWord.exec(first?.text ?? '')?.[1] ?? Number.NaN);
  const keys = rest.map(({ text }) => keyOf(text));
  return number > 0 && keys.length > 1 && keys.every((key) => key !== null) ? { kind: 'types', number, keys } : null;
}

function sharedIn(body: readonly SheetWord[]): SheetRow | null {
  const questions: { numbers: number[]; key: SheetKey }[] = [];
  let numbers: number[] = [];
  for (const { text } of body) {
    const number = Number(numberWord.exec(text)?.[1] ?? Number.NaN);
    const key = keyOf(text);
    if (number > 0) numbers.push(number);
    else if (key && numbers.length > 1) {
      questions.push({ numbers, key });
      numbers = [];
    } else return null;
  }
  return questions.length > 0 && numbers.length === 0 ? { kind: 'shared', questions } : null;
}
