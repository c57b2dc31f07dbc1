import { citationFinder } from '../citing/find-citations.ts';
import { lexIdOf, normKeyOf } from '../citing/norm-key.ts';
import type { LawLine } from './law-lines.ts';

const opens = /^[“"]/;
const closes = /[”"](?: ?\(NR\))?[.;]?$|\(NR\)[.;]?$/;

/** `...........` means text that stays as it is. */
export const isDotted = (text: string): boolean => /^[.…\s]*$/.test(text);

export type AmendingLaw = {
  /** The text between the quotes, as lines of the law that is amended. */
  quoted: LawLine[];
  /** LexML ids that the amending law revokes. */
  revoked: string[];
};

/**
 * What an amending law says about one norm. New texts are quoted: `“Art. 121. … ” (NR)`, with dots for what stays.
 * Quotes belong to the norm that was named last before them. Revocations name their devices.
 */
export function readAmendingLaw(lines: readonly LawLine[], normKey: string): AmendingLaw {
  const find = citationFinder();
  const quoted: LawLine[] = [];
  const revoked = new Set<string>();
  let isInside = false;
  let named: string | null = null;
  let isRevoking = false;
  for (const line of lines) {
    if (!isInside && opens.test(line.text)) isInside = true;
    if (isInside) {
      if (named === normKey) quoted.push({ ...line, text: line.text.replace(opens, '').replace(closes, '').trim() });
      if (closes.test(line.text)) isInside = false;
      continue;
    }
    const citations = find(line.text).filter(({ urn }) => urn !== null);
    const last = citations.at(-1)?.urn;
    if (last) named = normKeyOf(last);
    if (/^Art\. /.test(line.text)) isRevoking = false;
    if (/revoga/iu.test(line.text)) isRevoking = true;
    if (!isRevoking) continue;
    for (const { urn } of citations) {
      if (urn !== null && normKeyOf(urn) === normKey && urn.includes('!')) revoked.add(lexIdOf(urn));
    }
  }
  return { quoted: quoted.filter(({ text }) => !isDotted(text)), revoked: [...revoked] };
}
