import { citationFinder } from '../citing/find-citations.ts';
import { lexIdOf, normKeyOf } from '../citing/norm-key.ts';
import type { LawLine } from './law-lines.ts';
import type { LawProblem } from './parse-law.ts';

const opens = /^[“"]/;
const closes = /[”"](?: ?\(NR\))?[.;]?$|\(NR\)[.;]?$/;

/** `...........` means text that stays as it is. */
export const isDotted = (text: string): boolean => /^[.…\s]*$/.test(text);

export type AmendingLaw = {
  /** The text between the quotes, as lines of the law that is amended. */
  quoted: LawLine[];
  /** LexML ids that the amending law revokes. */
  revoked: string[];
  problems: LawProblem[];
};

const isArticle = ({ text }: LawLine) => /^Art\. /.test(text);

/** The line behind a quote. A quote that is not closed ends at the next article or the next quote. */
function endOfQuote(lines: readonly LawLine[], from: number): { end: number; isClosed: boolean } {
  let article = -1;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined || (at > from && opens.test(line.text))) {
      return { end: article < 0 ? at : article, isClosed: false };
    }
    if (closes.test(line.text)) return { end: at + 1, isClosed: true };
    if (at > from && article < 0 && isArticle(line)) article = at;
  }
  return { end: article < 0 ? lines.length : article, isClosed: false };
}

const find = citationFinder();
const sameNorm = /,? d[ao] (?:mesm|referid|citad)[ao] (?:Lei|norma|Decreto|C[oó]digo)\b/giu;

/** The parts of a revocation that each name devices of one norm. A part without an article belongs to the next. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let open = '';
  for (const part of text.replace(sameNorm, '').split(/;|,? e (?=(?:o|os|a|as) )|, (?=(?:o|os|a|as) )/u)) {
    open = open === '' ? part : `${open} e ${part}`;
    if (!/\barts?\b/iu.test(part) && find(part).length === 0) continue;
    parts.push(open);
    open = '';
  }
  return parts;
}

/** `words` are empty where the name stands apart from its devices. */
type Norm = { key: string; words: string };

/** The last norm that a text names. */
function normIn(text: string): Norm | null {
  const named = find(text).findLast(({ urn }) => urn !== null);
  if (!named?.urn) return null;
  const article = /\b(?:[Dd][aoe]s?|[AaOo]) (?!Art)(?=\p{Lu})/u.exec(named.text);
  const behind = article ? named.text.slice(article.index + article[0].length) : '';
  return { key: normKeyOf(named.urn), words: named.kind === 'norm' ? named.text : behind };
}

/** Without what joins it to the next part: 'e', or signs. */
function withoutEnd(text: string): string {
  const bare = text.trimEnd();
  if (bare.endsWith(' e')) return bare.slice(0, bare.endsWith(', e') ? -3 : -2);
  let end = bare.length;
  while (end > 0 && ' .,:'.includes(bare.charAt(end - 1))) end -= 1;
  return bare.slice(0, end);
}

/** The devices of a norm that a revocation names. `carried` is the norm that was named above it. */
function revokedIn(text: string, normKey: string, carried: Norm | null) {
  const parts = partsOf(text);
  const ids: string[] = [];
  let norm: Norm | null = null;
  let isLost = false;
  for (const part of parts.toReversed()) {
    const own = normIn(part);
    norm = own ?? norm ?? normIn(text) ?? carried;
    if (!/\barts?\b/iu.test(part)) continue;
    if (norm === null || (own === null && norm.words === '')) isLost = true;
    else if (norm.key === normKey) {
      const whole = own ? part : `${withoutEnd(part)} da ${norm.words}`;
      const found = find(whole).flatMap(({ urn }) => (urn?.includes('!') ? [lexIdOf(urn)] : []));
      ids.unshift(...found);
    }
  }
  return { ids, isLost };
}

/**
 * What an amending law says about one norm. New texts are quoted: `“Art. 121. … ” (NR)`, with dots for what stays.
 * Quotes belong to the norm that was named last before them. Revocations name their devices behind the word. What comes
 * before the first article is a summary.
 */
export function readAmendingLaw(lines: readonly LawLine[], normKey: string): AmendingLaw {
  const quoted: LawLine[] = [];
  const revoked = new Set<string>();
  const problems: LawProblem[] = [];
  let named: Norm | null = null;
  /** The norm of the revoking article; undefined outside of one. */
  let revoking: Norm | null | undefined;
  const first = lines.findIndex(isArticle);
  for (let at = first < 0 ? lines.length : first; at < lines.length; at += 1) {
    const line = lines[at];
    if (line === undefined) break;
    if (opens.test(line.text)) {
      const { end, isClosed } = endOfQuote(lines, at);
      if (!isClosed) problems.push({ line: line.line, words: 'as aspas não se fecham' });
      for (const one of named?.key === normKey ? lines.slice(at, end) : []) {
        quoted.push({ ...one, text: one.text.replace(opens, '').replace(closes, '').trim() });
      }
      at = end - 1;
      continue;
    }
    if (isArticle(line)) revoking = undefined;
    named = normIn(line.text) ?? named;
    const word = line.text.search(/revoga/iu);
    if (word < 0 && revoking === undefined) continue;
    const [before, text] = word < 0 ? ['', line.text] : [line.text.slice(0, word), line.text.slice(word)];
    const carried: Norm | null = normIn(before) ?? revoking ?? null;
    const { ids, isLost } = revokedIn(text, normKey, carried);
    for (const id of ids) revoked.add(id);
    if (isLost) problems.push({ line: line.line, words: 'revogação sem norma' });
    if (word >= 0) revoking = normIn(text) ?? carried;
  }
  return { quoted: quoted.filter(({ text }) => !isDotted(text)), revoked: [...revoked], problems };
}
