import { letterValue, romanValue } from '../reading/law-labels.ts';
import type { Token } from './tokens.ts';

type Level = 'art' | 'par' | 'inc' | 'ali' | 'ite';
const levels: readonly Level[] = ['art', 'par', 'inc', 'ali', 'ite'];

/** Steps of a LexML id by level; `cpt` in place of a paragraph. */
type Path = Partial<Record<Level, string>>;

export type DeviceRef = { path: Path; start: number; end: number };
export type Devices = { refs: DeviceRef[]; end: number };

const word = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';
const quotes = new Set(['"', '“', '”', "'", '‘', '’', '`', '«', '»', '-']);

type Atom = { level: Level; steps: string[]; from: number; to: number; isPlural: boolean };

const letterSuffix = (tokens: readonly Token[], at: number): { suffix: string; end: number } => {
  const [dash, letter] = [tokens[at], tokens[at + 1]];
  const isSuffix = dash?.text === '-' && letter?.start === dash.end && /^[A-Z]{1,2}$/.test(letter.text);
  return isSuffix ? { suffix: `-${letterValue(letter.text)}`, end: at + 2 } : { suffix: '', end: at };
};

/** `5º`, `103-A`, `1.048`: the number behind a label. */
function numberAt(tokens: readonly Token[], at: number): { step: string; end: number } | null {
  const token = tokens[at];
  if (token?.kind !== 'number') return null;
  const digits = token.text.replaceAll('.', '');
  if (digits.length > 4) return null;
  let end = at + 1;
  if (word(tokens, end) === '.' && tokens[end + 1]?.kind === 'ordinal') end += 1;
  if (tokens[end]?.kind === 'ordinal') end += 1;
  const { suffix, end: behind } = letterSuffix(tokens, end);
  return { step: `${Number(digits)}${suffix}`, end: behind };
}

const codeNames = new Set(['CC', 'CD', 'CM', 'DC', 'MC']);

function romanAt(tokens: readonly Token[], at: number): { step: string; end: number } | null {
  const token = tokens[at];
  // `art. 206, IX, CC`: short names of codes are no Roman numbers.
  if (token?.kind !== 'word' || token.text !== token.text.toUpperCase() || codeNames.has(token.text)) return null;
  const value = romanValue(token.text);
  if (value === null) return null;
  const { suffix, end } = letterSuffix(tokens, at + 1);
  return { step: `${value}${suffix}`, end };
}

const skipDot = (tokens: readonly Token[], at: number) => (word(tokens, at) === '.' ? at + 1 : at);

function letterAt(tokens: readonly Token[], from: number): { step: string; end: number; isQuoted: boolean } | null {
  let at = from;
  while (at < from + 2 && quotes.has(word(tokens, at))) at += 1;
  const isQuoted = at > from;
  const token = tokens[at];
  if (token?.kind !== 'word' || !/^[a-z]{1,2}$/i.test(token.text)) return null;
  let end = at + 1;
  while (isQuoted && end < at + 3 && quotes.has(word(tokens, end))) end += 1;
  if (isQuoted && end === at + 1) return null;
  return { step: String(letterValue(token.text)), end, isQuoted };
}

const articleWords = new Map([
  ['art', false],
  ['arts', true],
  ['artigo', false],
  ['artigos', true],
]);
const singular = (plural: boolean | undefined) => plural ?? false;

/** A device with its label: `art. 5º`, `§ 1º`, `inciso XI`, `alínea "a"`, `caput`. */
function labelled(tokens: readonly Token[], at: number): Atom | null {
  const name = word(tokens, at);
  const make = (level: Level, read: { step: string; end: number } | null, isPlural: boolean): Atom | null =>
    read && { level, steps: [read.step], from: at, to: read.end, isPlural };
  if (articleWords.has(name)) {
    return make('art', numberAt(tokens, skipDot(tokens, at + 1)), singular(articleWords.get(name)));
  }
  if (name === '§') {
    const isPlural = word(tokens, at + 1) === '§';
    const start = isPlural ? at + 2 : at + 1;
    if (word(tokens, start) === 'unico') return make('par', { step: '1u', end: start + 1 }, false);
    return make('par', numberAt(tokens, start), isPlural);
  }
  if (name === 'paragrafo' || name === 'paragrafos') {
    if (word(tokens, at + 1) === 'unico') return make('par', { step: '1u', end: at + 2 }, false);
    const start = word(tokens, at + 1) === '§' ? at + 2 : at + 1;
    return make('par', ordinalWord(tokens, start) ?? numberAt(tokens, start), name === 'paragrafos');
  }
  if (name === 'caput') return make('par', { step: 'cpt', end: at + 1 }, false);
  if (quotes.has(name)) {
    let inner = at;
    while (inner < at + 2 && quotes.has(word(tokens, inner))) inner += 1;
    if (word(tokens, inner) !== 'caput') return null;
    let end = inner + 1;
    while (end < inner + 3 && quotes.has(word(tokens, end))) end += 1;
    return make('par', { step: 'cpt', end }, false);
  }
  if (['inciso', 'incisos', 'inc', 'incs'].includes(name)) {
    return make(
      'inc',
      romanAt(tokens, skipDot(tokens, at + 1)) ?? numberAt(tokens, skipDot(tokens, at + 1)),
      name.endsWith('s'),
    );
  }
  if (['alinea', 'alineas', 'al', 'letra', 'letras'].includes(name)) {
    return make('ali', letterAt(tokens, skipDot(tokens, at + 1)), name.endsWith('s'));
  }
  if (name === 'item' || name === 'itens') {
    return make('ite', numberAt(tokens, at + 1) ?? romanAt(tokens, at + 1), name === 'itens');
  }
  return null;
}

const ordinals = 'primeiro segundo terceiro quarto quinto sexto setimo oitavo nono decimo'.split(' ');
function ordinalWord(tokens: readonly Token[], at: number): { step: string; end: number } | null {
  const index = ordinals.indexOf(word(tokens, at));
  return index < 0 ? null : { step: String(index + 1), end: at + 1 };
}

/** A device without a label, which the ones before it explain: `XI`, `a`, `8º`. */
function unlabelled(tokens: readonly Token[], at: number, before: Atom, hasArticles: boolean): Atom | null {
  const make = (level: Level, read: { step: string; end: number } | null): Atom | null =>
    read && { level, steps: [read.step], from: at, to: read.end, isPlural: before.isPlural };
  const token = tokens[at];
  if (!token) return null;
  if (token.kind === 'number') {
    const level = before.level === 'par' && before.isPlural ? 'par' : before.level === 'ite' ? 'ite' : 'art';
    // A number that a month or a unit follows is no article: only lists of articles go on.
    if (level === 'art' && !hasArticles) return null;
    const read = numberAt(tokens, at);
    if (read && ['de', '%', '/'].includes(word(tokens, read.end)) && level === 'art') {
      const next = tokens[read.end + 1];
      if (word(tokens, read.end) !== 'de' || (next?.kind === 'word' && /^\p{Ll}/u.test(next.text))) return null;
    }
    return make(level, read);
  }
  const letter = letterAt(tokens, at);
  if (letter?.isQuoted) return make('ali', letter);
  const roman = romanAt(tokens, at);
  if (roman && !['C', 'D', 'M'].includes(token.text)) return make('inc', roman);
  if (roman && before.level !== 'inc' && before.level !== 'ali') return make('inc', roman);
  if (!letter || (before.level !== 'inc' && before.level !== 'ali')) return null;
  if (token.text.length > 1) return null;
  const next = word(tokens, letter.end);
  const isEnclosed = [',', ';', 'do', 'da', 'e', ')', '.', 'c'].includes(next) || letter.end >= tokens.length;
  const isArticleWord = ['a', 'e', 'o'].includes(token.text) && ![',', ';', 'do', 'da', ')'].includes(next);
  return isEnclosed && !isArticleWord ? make('ali', letter) : null;
}

/** What may part the devices of one citation. Returns the index behind it and whether it is a range. */
function separator(tokens: readonly Token[], from: number): { at: number; isRange: boolean; isJoin: boolean } {
  let at = from;
  let isRange = false;
  let isJoin = false;
  for (let steps = 0; steps < 6; steps += 1) {
    const name = word(tokens, at);
    if (name === 'c' && ['/', '.'].includes(word(tokens, at + 1)) && word(tokens, at + 2) === 'c') {
      at += word(tokens, at + 3) === '.' ? 4 : 3;
      isJoin = true;
    } else if (name === 'combinado' && word(tokens, at + 1) === 'com') {
      at += 2;
      isJoin = true;
    } else if ([',', ';', 'e', 'ou', 'bem', 'como', 'tambem'].includes(name)) at += 1;
    else if (['a', 'ao', 'ate', '–'].includes(name) && at === from) {
      at += 1;
      isRange = true;
    } else if (['o', 'os', 'no', 'nos', 'seu', 'seus', 'seguintes', 'com'].includes(name) && at > from) at += 1;
    else break;
  }
  return { at, isRange, isJoin };
}

const RANGE_MAX = 120;

/** `I a IV`: every device between the two, where both are plain numbers. */
function range(first: string, last: string): string[] {
  const [from, to] = [Number(first), Number(last)];
  if (!(to > from) || to - from > RANGE_MAX) return [last];
  return Array.from({ length: to - from }, (_, step) => String(from + step + 1));
}

const below = (path: Path, level: Level): Path =>
  Object.fromEntries(Object.entries(path).filter(([one]) => levels.indexOf(one as Level) < levels.indexOf(level)));

/** A run of devices from large to small: `arts. 7º, § 4º, e 8º`. */
function descending(tokens: readonly Token[], from: number): Devices | null {
  const refs: DeviceRef[] = [];
  let atom = labelled(tokens, from);
  if (!atom) return null;
  let path: Path = {};
  let start = from;
  let end = from;
  let hasArticles = false;
  while (atom) {
    hasArticles ||= atom.level === 'art';
    const [step = ''] = atom.steps;
    path = { ...below(path, atom.level), [atom.level]: step };
    end = atom.to;
    const parted = separator(tokens, end);
    const next: Atom | null =
      parted.at === end
        ? labelledInline(tokens, end)
        : (labelled(tokens, parted.at) ?? unlabelled(tokens, parted.at, atom, hasArticles));
    if (next && parted.isRange && next.level === atom.level) {
      refs.push({ path, start, end });
      for (const one of range(step, next.steps[0] ?? '')) {
        refs.push({ path: { ...below(path, atom.level), [atom.level]: one }, start: next.from, end: next.to });
      }
      path = refs.at(-1)?.path ?? path;
      end = next.to;
      const behind = separator(tokens, end);
      const after: Atom | null =
        behind.at === end ? null : (labelled(tokens, behind.at) ?? unlabelled(tokens, behind.at, next, hasArticles));
      atom = after;
      if (after) start = after.from;
      else return { refs, end };
      continue;
    }
    const isDeeper = next !== null && levels.indexOf(next.level) > levels.indexOf(atom.level) && !parted.isRange;
    if (!isDeeper) {
      refs.push({ path, start, end });
      if (next) start = next.from;
    }
    if (next && parted.isRange) return { refs, end };
    atom = next;
  }
  return { refs, end };
}

/** `art. 5º § 1º`, `art. 121 caput`: without a comma only a label goes on. */
const labelledInline = (tokens: readonly Token[], at: number): Atom | null => {
  const next = labelled(tokens, at);
  return next && next.level !== 'art' ? next : null;
};

const highest = (path: Path): number => Math.min(...Object.keys(path).map((level) => levels.indexOf(level as Level)));

/** Devices in either direction: `art. 5º, § 1º, I` and `inciso I do § 1º do art. 5º`. */
export function findDevices(tokens: readonly Token[], from: number): Devices | null {
  let found = descending(tokens, from);
  if (!found) return null;
  for (let steps = 0; steps < 6; steps += 1) {
    const comma = word(tokens, found.end) === ',' ? 1 : 0;
    const link = word(tokens, found.end + comma);
    if (!['do', 'da', 'dos', 'das', 'no', 'nos'].includes(link)) break;
    const isSame = ['mesmo', 'referido', 'citado'].includes(word(tokens, found.end + comma + 1));
    const upper: Devices | null = descending(tokens, found.end + comma + (isSame ? 2 : 1));
    const first = upper?.refs[0];
    const lowest = found.refs.at(-1);
    if (!upper || !first || !lowest || highest(first.path) >= highest(lowest.path)) break;
    found = { refs: attach(found.refs, upper.refs, link.endsWith('s')), end: upper.end };
  }
  return found;
}

function attach(lower: readonly DeviceRef[], upper: readonly DeviceRef[], toAll: boolean): DeviceRef[] {
  const [first, ...others] = upper;
  if (!first) return [...lower];
  const top = highest(first.path);
  const under = (one: DeviceRef, host: DeviceRef): DeviceRef => ({
    path: highest(one.path) > top ? { ...host.path, ...one.path } : one.path,
    start: one.start,
    end: one.end,
  });
  const hosts = toAll ? upper : [first];
  return [...lower.flatMap((one) => hosts.map((host) => under(one, host))), ...(toAll ? [] : others)];
}

/** The LexML id of a path that has an article. */
export function idOfPath(path: Path): string | null {
  if (path.art === undefined) return null;
  const par =
    path.par === undefined ? (path.inc || path.ali ? 'cpt' : null) : path.par === 'cpt' ? 'cpt' : `par${path.par}`;
  return [
    `art${path.art}`,
    par,
    path.inc && `inc${path.inc}`,
    path.ali && `ali${path.ali}`,
    path.ite && `ite${path.ite}`,
  ]
    .filter(Boolean)
    .join('_');
}
