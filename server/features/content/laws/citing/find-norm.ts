import { CONSTITUTION, knownNorms } from './known-norms.ts';
import { type Token, tokenise } from './tokens.ts';

export type Norm = {
  /** Null where a norm is named whose identity is unknown: a resolution of a court, a law of a state. */
  urn: string | null;
  /** Index of the first token behind the norm. */
  end: number;
  /** A name that may be a common word or another short form: it counts only beside a device. */
  isWeak: boolean;
};

export type Alias = { name: string; urn: string };

type AliasEntry = { words: string[]; urn: string; isUpper: boolean };

/** Names of norms by their first word. The longest one is tried first. */
export type NormNames = {
  byFirstWord: ReadonlyMap<string, readonly AliasEntry[]>;
  byNumber: ReadonlyMap<string, string>;
};

const isAcronym = (name: string) => /^\p{Lu}{2,8}$/u.test(name);

/** The names that are known everywhere, and those of one school, which win. */
export function normNames(aliases: readonly Alias[] = []): NormNames {
  const byFirstWord = new Map<string, AliasEntry[]>();
  const byNumber = new Map<string, string>();
  const known = knownNorms.flatMap(({ urn, names }) => names.map((name) => ({ name, urn })));
  for (const { name, urn } of [...aliases, ...known]) {
    const words = tokenise(name).map(({ word }) => word);
    const first = words[0];
    if (first === undefined) continue;
    const entries = byFirstWord.get(first) ?? [];
    entries.push({ words, urn, isUpper: isAcronym(name) });
    byFirstWord.set(first, entries);
  }
  for (const entries of byFirstWord.values()) entries.sort((one, other) => other.words.length - one.words.length);
  for (const { urn } of [...knownNorms, ...aliases]) {
    const found = /^urn:lex:br:federal:([a-z.]{1,40}):(\d{4})[-\d]{0,6};(\d{1,6})$/.exec(urn);
    if (found) byNumber.set(`${found[1]}:${found[3]}`, urn);
  }
  return { byFirstWord, byNumber };
}

const word = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';
const months = 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

/** What follows a norm's name and belongs to it: `/88`, `/1988`, `de 1988`. Codes of other years are other norms. */
function yearBehind(tokens: readonly Token[], at: number): { year: number; end: number } | null {
  const isSlash = /^[/⁄]$/.test(word(tokens, at));
  const digits = tokens[at + 1];
  if (isSlash && digits?.kind === 'number' && /^(?:\d{2}|\d{4})$/.test(digits.text)) {
    return { year: fullYear(digits.text), end: at + 2 };
  }
  if (word(tokens, at) === 'de' && digits?.kind === 'number' && /^(?:19|20)\d{2}$/.test(digits.text)) {
    return { year: Number(digits.text), end: at + 2 };
  }
  return null;
}

const fullYear = (digits: string): number => {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return year > 35 ? 1900 + year : 2000 + year;
};

const earlierCodes: Readonly<Record<string, { before: number; urn: string }>> = {
  'urn:lex:br:federal:lei:2015-03-16;13105': { before: 2015, urn: 'urn:lex:br:federal:lei:1973-01-11;5869' },
  'urn:lex:br:federal:lei:2002-01-10;10406': { before: 2002, urn: 'urn:lex:br:federal:lei:1916-01-01;3071' },
};

/** The committee of a parliament is no norm: `Comissão de Constituição e Justiça`. */
const isCommittee = (tokens: readonly Token[], at: number): boolean =>
  word(tokens, at) === 'constituicao' && (word(tokens, at + 2) === 'justica' || word(tokens, at - 2) === 'comissao');

function findAlias(tokens: readonly Token[], at: number, names: NormNames): Norm | null {
  const entries = names.byFirstWord.get(word(tokens, at)) ?? [];
  const found = entries.find(
    ({ words, isUpper }) =>
      words.every((one, step) => word(tokens, at + step) === one) &&
      (!isUpper || tokens[at]?.text === tokens[at]?.text.toUpperCase()),
  );
  if (!found || isCommittee(tokens, at)) return null;
  // `da constituição federal`: a name in small letters counts beside a device only.
  const isSmall = !/^\p{Lu}/u.test(tokens[at]?.text ?? '');
  if (isSmall && found.words.length === 1) return null;
  // `Constituição do Estado`, `Código Civil italiano`: a name that goes on is another norm.
  if (found.words[0] === 'constituicao' && found.words.length === 1) {
    const next = word(tokens, at + 1);
    if (['do', 'de', 'da', 'local', 'estadual', 'anterior'].includes(next) && !yearBehind(tokens, at + 1)) return null;
  }
  const end = at + found.words.length;
  const year = yearBehind(tokens, end);
  const earlier = earlierCodes[found.urn];
  const urn = year && earlier && year.year < earlier.before ? earlier.urn : found.urn;
  // `Constituição de 1934` is another norm.
  if (urn === CONSTITUTION && year && year.year !== 1988) return { urn: null, end: year.end, isWeak: false };
  const isWeak = isSmall || (found.isUpper && (tokens[at]?.text.length ?? 0) <= 2 && !year);
  return { urn, end: year?.end ?? end, isWeak };
}

/** Types of numbered norms as words, with their name in LexML; null: whose norm it is stays unknown. */
const types: readonly { words: string[]; type: string | null; isUpper?: true }[] = [
  { words: ['lei', 'complementar'], type: 'lei.complementar' },
  { words: ['leis', 'complementares'], type: 'lei.complementar' },
  { words: ['lei', 'delegada'], type: 'lei.delegada' },
  { words: ['lei', 'ordinaria'], type: 'lei' },
  { words: ['lei'], type: 'lei' },
  { words: ['leis'], type: 'lei' },
  { words: ['decreto', '-', 'lei'], type: 'decreto.lei' },
  { words: ['decreto', 'lei'], type: 'decreto.lei' },
  { words: ['decreto', 'legislativo'], type: 'decreto.legislativo' },
  { words: ['decreto'], type: 'decreto' },
  { words: ['decretos'], type: 'decreto' },
  { words: ['emenda', 'constitucional'], type: 'emenda.constitucional' },
  { words: ['emendas', 'constitucionais'], type: 'emenda.constitucional' },
  { words: ['medida', 'provisoria'], type: 'medida.provisoria' },
  { words: ['lc'], type: 'lei.complementar', isUpper: true },
  { words: ['dl'], type: 'decreto.lei', isUpper: true },
  { words: ['ec'], type: 'emenda.constitucional', isUpper: true },
  { words: ['mp'], type: 'medida.provisoria', isUpper: true },
  { words: ['mpv'], type: 'medida.provisoria', isUpper: true },
  { words: ['projeto', 'de', 'lei', 'complementar'], type: null },
  { words: ['projeto', 'de', 'lei'], type: null },
  { words: ['resolucao'], type: null },
  { words: ['resolucoes'], type: null },
  { words: ['res'], type: null },
  { words: ['portaria'], type: null },
  { words: ['portarias'], type: null },
  { words: ['instrucao', 'normativa'], type: null },
  { words: ['in'], type: null, isUpper: true },
  { words: ['provimento'], type: null },
  { words: ['ato', 'normativo'], type: null },
  { words: ['deliberacao'], type: null },
  { words: ['regulamento'], type: null },
];

const jurisdictions = new Set(['federal', 'federais', 'nacional', 'ordinaria']);
const otherJurisdictions = new Set(['estadual', 'estaduais', 'municipal', 'municipais', 'distrital', 'distritais']);
const fillers = new Set(['normativa', 'administrativa', 'conjunta', 'interministerial', 'da', 'do']);

/** The words between type and number: `Federal`, `nº`, `-TSE`, `da ANEEL`. At most a few. */
function skipToNumber(tokens: readonly Token[], from: number, mayNameAgency: boolean) {
  let at = from;
  let isOther = false;
  let hasAgency = false;
  for (let steps = 0; steps < 9; steps += 1) {
    const token = tokens[at];
    if (!token) return null;
    if (token.kind === 'number') return { at, isOther, hasAgency };
    const isAgency = mayNameAgency && /^(?:\p{Lu}{2,10}|[-/.])$/u.test(token.text);
    const isNumberSign =
      ['n', 'no', 'nos', 'ns', 'numero', '.', 's', ':'].includes(token.word) || token.kind === 'ordinal';
    if (otherJurisdictions.has(token.word)) isOther = true;
    else if (isAgency) hasAgency = true;
    else if (!isNumberSign && !jurisdictions.has(token.word) && !(mayNameAgency && fillers.has(token.word)))
      return null;
    at += 1;
  }
  return null;
}

/** `, de 3 de abril de 2017`, `/98`, `de 05/10/1988`, `, de 1998`. */
function dateBehind(tokens: readonly Token[], from: number): { date: string; end: number } | null {
  const slash = yearBehind(tokens, from);
  if (slash && word(tokens, from) !== 'de') return { date: String(slash.year), end: slash.end };
  const start = word(tokens, from) === ',' ? from + 1 : from;
  if (word(tokens, start) !== 'de') return null;
  const first = tokens[start + 1];
  if (first?.kind !== 'number') return null;
  if (/^(?:1[89]|20)\d{2}$/.test(first.text)) return { date: first.text, end: start + 2 };
  let at = start + 2;
  if (tokens[at]?.kind === 'ordinal') at += 1;
  const day = first.text.padStart(2, '0');
  const isSlashed = word(tokens, at) === '/' || word(tokens, at) === '.';
  if (!isSlashed && word(tokens, at) !== 'de') return null;
  const month = isSlashed ? Number(tokens[at + 1]?.text) : months.indexOf(word(tokens, at + 1)) + 1;
  const separator = word(tokens, at + 2);
  const year = tokens[at + 3];
  if (!(month >= 1 && month <= 12) || Number(day) > 31 || !['de', '/', '.'].includes(separator)) return null;
  if (year?.kind !== 'number' || !/^(?:\d{2}|(?:1[89]|20)\d{2})$/.test(year.text)) return null;
  return { date: `${fullYear(year.text)}-${String(month).padStart(2, '0')}-${day}`, end: at + 4 };
}

function numberedUrn(type: string, digits: string, date: string | null, names: NormNames): string | null {
  const number = digits.replaceAll('.', '');
  const known = names.byNumber.get(`${type}:${number.replace(/-\d+$/, '')}`);
  if (known && (date === null || known.includes(`:${date.slice(0, 4)}`))) return known;
  return date === null ? null : `urn:lex:br:federal:${type}:${date};${number}`;
}

type Numbered = Norm & { type: string | null };

/** The number with its date, from `at` on. */
function readNumber(tokens: readonly Token[], at: number, type: string | null, names: NormNames): Numbered | null {
  const number = tokens[at];
  if (number?.kind !== 'number') return null;
  let end = at + 1;
  let digits = number.text;
  const suffix = tokens[end + 1];
  // MP 2.200-2: a number of its editions.
  if (
    word(tokens, end) === '-' &&
    suffix?.kind === 'number' &&
    suffix.text.length <= 2 &&
    tokens[end]?.start === number.end
  ) {
    digits = `${digits}-${suffix.text}`;
    end += 2;
  }
  const date = dateBehind(tokens, end);
  const urn = type === null ? null : numberedUrn(type, digits, date?.date ?? null, names);
  return { urn, end: date?.end ?? end, isWeak: false, type };
}

function findNumbered(tokens: readonly Token[], at: number, names: NormNames): Numbered | null {
  const found = types.find(
    ({ words, isUpper }) =>
      words.every((one, step) => word(tokens, at + step) === one) &&
      (!isUpper || tokens[at]?.text === tokens[at]?.text.toUpperCase()),
  );
  if (!found) return null;
  const number = skipToNumber(tokens, at + found.words.length, found.type === null);
  if (!number) return null;
  const type = number.isOther || number.hasAgency ? null : found.type;
  const read = readNumber(tokens, number.at, type, names);
  // `Resolução 5 minutos`: a small number without a date says nothing.
  if (read && found.type === null && read.end === number.at + 1 && number.at === at + found.words.length) {
    return { ...read, isWeak: true };
  }
  return read;
}

/** More numbers of the same type: `Leis 8.112/90 e 9.784/99`. */
export function nextNumbered(
  tokens: readonly Token[],
  at: number,
  type: string | null,
  names: NormNames,
): Numbered | null {
  let start = at;
  if (word(tokens, start) === ',') start += 1;
  if (word(tokens, start) === 'e') start += 1;
  if (start === at) return null;
  const number = skipToNumber(tokens, start, false);
  const read = number && readNumber(tokens, number.at, type, names);
  const isClear = number && (tokens[number.at]?.text.includes('.') || (read && read.end > number.at + 1));
  return isClear ? read : null;
}

const headWords = new Set([
  'lei',
  'codigo',
  'estatuto',
  'regimento',
  'regulamento',
  'consolidacao',
  'constituicao',
  'convencao',
  'pacto',
]);
const links = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'em', 'sobre', 'contra', 'a', 'as', 'ao']);
const NAME_MAX = 14;

/** A name that is in no table: `Regimento Interno do TST`, `Constituição do Estado do Paraná`. */
function findNamed(tokens: readonly Token[], at: number): Norm | null {
  const head = tokens[at];
  // The short names of courts' rules: RISTF, RITCU.
  if (head && /^RI(?:STF|STJ|STM|TST|TSE|TCU|CD|SF|CN)$/.test(head.text))
    return { urn: null, end: at + 1, isWeak: false };
  if (isCommittee(tokens, at)) return null;
  if (!head || !headWords.has(head.word) || !/^\p{Lu}/u.test(head.text)) return null;
  const isShouting = head.text === head.text.toUpperCase();
  let end = at + 1;
  let names = 0;
  for (let next = at + 1; next < at + NAME_MAX; next += 1) {
    const token = tokens[next];
    if (token?.kind !== 'word') break;
    const isLink = links.has(token.word) && (isShouting || token.text === token.word);
    if (isLink) continue;
    if (!/^\p{Lu}/u.test(token.text)) break;
    names += 1;
    end = next + 1;
    if (isShouting && names >= 4) break;
  }
  if (names === 0) {
    const next = word(tokens, at + 1);
    if (head.word === 'constituicao' && ['local', 'estadual'].includes(next))
      return { urn: null, end: at + 2, isWeak: false };
    return null;
  }
  const second = word(tokens, at + 1);
  if (second === 'organica' && end === at + 2 && ['local', 'distrital', 'municipal'].includes(word(tokens, at + 2)))
    end += 1;
  const isClear =
    head.word === 'constituicao' ||
    (head.word === 'regimento' && second === 'interno') ||
    (head.word === 'lei' && second === 'organica' && end > at + 2);
  return { urn: null, end, isWeak: !isClear };
}

const sameWords = new Set(
  'mesma mesmo referida referido citada citado aludida aludido mencionada mencionado supracitada supracitado dita indigitada'.split(
    ' ',
  ),
);
const plainModifiers = new Set(
  'novo nova novel atual vigente antigo antiga propria proprio nosso nossa entao egregio colendo'.split(' '),
);
const sameHeads = new Set(
  'lei codigo diploma norma estatuto decreto constituicao carta consolidacao emenda legislacao resolucao'.split(' '),
);

/** The norm that begins at a token. `last` is the norm cited before, for `da mesma lei`. */
export function findNorm(
  tokens: readonly Token[],
  at: number,
  names: NormNames,
  last: string | null,
): (Norm & { type?: string | null }) | null {
  const found = findNumbered(tokens, at, names) ?? findAlias(tokens, at, names) ?? findNamed(tokens, at);
  if (found) return found;
  const modifier = word(tokens, at);
  if (sameWords.has(modifier)) {
    const inner = findNumbered(tokens, at + 1, names) ?? findAlias(tokens, at + 1, names);
    if (inner && !inner.isWeak) return inner;
    const head = word(tokens, at + 1);
    const isLegal = ['legal', 'normativo'].includes(word(tokens, at + 2));
    if (last !== null && sameHeads.has(head)) return { urn: last, end: at + (isLegal ? 3 : 2), isWeak: true };
    return null;
  }
  if (!plainModifiers.has(modifier)) return null;
  return findNumbered(tokens, at + 1, names) ?? findAlias(tokens, at + 1, names) ?? findNamed(tokens, at + 1);
}
