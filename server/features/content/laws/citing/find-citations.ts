import { type DeviceRef, type Devices, findDevices, idOfPath } from './find-devices.ts';
import { type Alias, findNorm, type Norm, type NormNames, nextNumbered, normNames } from './find-norm.ts';
import { type Token, tokenise } from './tokens.ts';

export type Citation = {
  start: number;
  end: number;
  text: string;
  /** Null where the norm is named but its identity is unknown. */
  urn: string | null;
  kind: 'device' | 'norm' | 'sumula';
};

const word = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';

type Found = { citations: Citation[]; end: number; norm: string | null };
type Context = {
  text: string;
  tokens: readonly Token[];
  names: NormNames;
  lastNorm: string | null;
  lastArticle: string | null;
};

const courts: Readonly<Record<string, string>> = {
  stf: 'supremo.tribunal.federal',
  stj: 'superior.tribunal.justica',
  tst: 'tribunal.superior.trabalho',
  tse: 'tribunal.superior.eleitoral',
};

/** `Súmula Vinculante 11`, `SV 11`, `Súmulas 7 e 83 do STJ`. */
function findSumula(context: Context, at: number): Found | null {
  const { tokens } = context;
  const first = word(tokens, at);
  const isShort = tokens[at]?.text === 'SV';
  if (!isShort && first !== 'sumula' && first !== 'sumulas') return null;
  let next = at + 1;
  const isBinding = isShort || ['vinculante', 'vinculantes'].includes(word(tokens, next));
  if (isBinding && !isShort) next += 1;
  while (next < at + 6 && (['n', 'no', '.', 'ns'].includes(word(tokens, next)) || tokens[next]?.kind === 'ordinal'))
    next += 1;
  const numbers: number[] = [];
  while (tokens[next]?.kind === 'number' && numbers.length < 20) {
    numbers.push(next);
    next += 1;
    if (![',', 'e'].includes(word(tokens, next)) || tokens[next + 1]?.kind !== 'number') break;
    next += 1;
  }
  if (numbers.length === 0) return null;
  const comma = [',', '/', '-'].includes(word(tokens, next)) ? 1 : 0;
  const link = ['do', 'da'].includes(word(tokens, next + comma)) ? 1 : 0;
  const court = isBinding ? courts.stf : courts[word(tokens, next + comma + link)];
  const end = court && !isBinding ? next + comma + link + 1 : next;
  const type = isBinding ? 'sumula.vinculante' : 'sumula';
  const citations = numbers.map((number, index): Citation => {
    const start = tokens[index === 0 ? at : number]?.start ?? 0;
    const behind = tokens[index === numbers.length - 1 ? end - 1 : number]?.end ?? start;
    const urn = court ? `urn:lex:br:${court}:${type}:;${Number(tokens[number]?.text.replaceAll('.', ''))}` : null;
    return { start, end: behind, text: context.text.slice(start, behind), urn, kind: 'sumula' };
  });
  return { citations, end, norm: null };
}

const urnOf = (norm: string | null, ref: DeviceRef, article: string | null): string | null => {
  const id = idOfPath(ref.path.art === undefined && article !== null ? { art: article, ...ref.path } : ref.path);
  return norm === null ? null : id === null ? norm : `${norm}!${id}`;
};

/** Each device of a citation is one entry; the last one reaches to the end of the norm's name. */
function withDevices(context: Context, devices: Devices, norm: Norm, normFrom: number): Citation[] {
  const { tokens, text } = context;
  const normEnd = tokens[norm.end - 1]?.end ?? 0;
  return devices.refs.map((ref, index): Citation => {
    const start = tokens[ref.start]?.start ?? 0;
    const own = tokens[ref.end - 1]?.end ?? start;
    const isLast = index === devices.refs.length - 1;
    const end = isLast && normFrom >= ref.end ? normEnd : own;
    return { start, end, text: text.slice(start, end), urn: urnOf(norm.urn, ref, context.lastArticle), kind: 'device' };
  });
}

/** The norm behind devices: `, todos da CF`, `do CP`, `, CF`, ` CPM`. */
function normBehind(context: Context, from: number): { norm: Norm; from: number } | null {
  const { tokens, names, lastNorm } = context;
  let at = from;
  if (word(tokens, at) === 'e' && ['seguintes', 'ss'].includes(word(tokens, at + 1))) at += 2;
  if (word(tokens, at) === '(') {
    // art. 12, § 3º (atual § 4º) da Constituição
    const close = tokens.slice(at, at + 8).findIndex(({ text }) => text === ')');
    const inner = findNorm(tokens, at + 1, names, lastNorm);
    if (inner) return { norm: inner, from: at + 1 };
    if (close < 0) return null;
    at += close + 1;
  }
  if ([',', '-', '–'].includes(word(tokens, at))) at += 1;
  if (['todos', 'todas', 'ambos', 'ambas', 'tudo'].includes(word(tokens, at))) at += 1;
  const isLinked = ['do', 'da', 'dos', 'das', 'de', 'ao', 'a'].includes(word(tokens, at));
  const start = isLinked ? at + 1 : at;
  const norm = findNorm(tokens, start, names, lastNorm);
  // Without a preposition only a name that is known or numbered belongs to the devices.
  if (!norm || (!isLinked && norm.isWeak && norm.urn === null)) return null;
  return { norm, from: start };
}

/** `do mesmo artigo`, where the article before is meant. */
function skipSameArticle(tokens: readonly Token[], at: number): number {
  const comma = word(tokens, at) === ',' ? 1 : 0;
  const isSame =
    ['do', 'no'].includes(word(tokens, at + comma)) &&
    ['mesmo', 'referido', 'citado'].includes(word(tokens, at + comma + 1)) &&
    ['artigo', 'art', 'dispositivo'].includes(word(tokens, at + comma + 2));
  return isSame ? at + comma + 3 : at;
}

function findWithDevices(context: Context, at: number): Found | null {
  const devices = findDevices(context.tokens, at);
  if (!devices) return null;
  const behind = skipSameArticle(context.tokens, devices.end);
  const article = devices.refs.findLast(({ path }) => path.art !== undefined)?.path.art ?? null;
  const isSameArticle = behind > devices.end;
  if (article !== null) context.lastArticle = article;
  const found = normBehind(context, behind);
  if (!found || (article === null && !isSameArticle && found.norm.urn === null && found.norm.isWeak)) {
    return { citations: [], end: devices.end, norm: null };
  }
  const before = context.lastArticle;
  if (article !== null || !isSameArticle) context.lastArticle = null;
  const citations = withDevices(context, devices, found.norm, found.from);
  context.lastArticle = before;
  return { citations, end: found.norm.end, norm: found.norm.urn };
}

/** Devices behind a norm: `CF, art. 5º`, `Constituição Federal, em seus artigos 48 e 61`, `CF (art. 5º)`. */
function devicesBehind(context: Context, norm: Norm): Found | null {
  const { tokens } = context;
  let at = norm.end;
  const isOpen = [',', '(', '-', '–', 'em', 'no', 'nos'].includes(word(tokens, at));
  if (!isOpen) return null;
  while (
    at < norm.end + 4 &&
    [',', '(', '-', '–', 'em', 'no', 'nos', 'seu', 'seus', 'o', 'os'].includes(word(tokens, at))
  )
    at += 1;
  const devices = findDevices(tokens, at);
  if (!devices?.refs.some(({ path }) => path.art !== undefined)) return null;
  // `da Lei 1, art. 5º da Lei 2`: the devices belong to the norm behind them.
  const behind = normBehind(context, devices.end);
  if (behind && !(behind.norm.isWeak && behind.norm.urn === context.lastNorm)) return null;
  return { citations: withDevices(context, devices, norm, -1), end: devices.end, norm: norm.urn };
}

/** `nesta Lei Orgânica` is the norm that is being quoted. */
const selfWords = new Set(['desta', 'deste', 'nesta', 'neste', 'esta', 'este']);

function findNormAlone(context: Context, at: number): Found | null {
  const { tokens, text, names } = context;
  const norm = findNorm(tokens, at, names, null);
  if (!norm || selfWords.has(word(tokens, at - 1))) return null;
  const behind = devicesBehind(context, norm);
  if (norm.isWeak && !behind) return null;
  const start = tokens[at]?.start ?? 0;
  const end = tokens[norm.end - 1]?.end ?? start;
  const citations: Citation[] = [{ start, end, text: text.slice(start, end), urn: norm.urn, kind: 'norm' }];
  if (behind) return { ...behind, citations: [...citations, ...behind.citations] };
  let last = norm.end;
  let lastUrn = norm.urn;
  for (let more = 0; norm.type !== undefined && more < 30; more += 1) {
    const next = nextNumbered(tokens, last, norm.type, names);
    if (!next) break;
    const from = tokens.slice(last, next.end).find(({ kind }) => kind === 'number')?.start ?? end;
    const to = tokens[next.end - 1]?.end ?? from;
    citations.push({ start: from, end: to, text: text.slice(from, to), urn: next.urn, kind: 'norm' });
    last = next.end;
    lastUrn = next.urn;
  }
  return { citations, end: last, norm: lastUrn };
}

/** A finder with the names of a school's laws beside those that are known everywhere. */
export function citationFinder(aliases: readonly Alias[] = []) {
  const names = normNames(aliases);
  return (text: string): Citation[] => {
    const tokens = tokenise(text);
    const context: Context = { text, tokens, names, lastNorm: null, lastArticle: null };
    const all: Citation[] = [];
    let at = 0;
    while (at < tokens.length) {
      const found = findSumula(context, at) ?? findWithDevices(context, at) ?? findNormAlone(context, at);
      if (!found || found.end <= at) {
        at += 1;
        continue;
      }
      all.push(...found.citations);
      if (found.norm !== null) context.lastNorm = found.norm;
      at = found.end;
    }
    return all;
  };
}
