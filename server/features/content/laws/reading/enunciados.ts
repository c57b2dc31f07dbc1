import type { LawReading } from './parse-law.ts';

const courts = [
  { short: 'STF', name: /\bSTF\b|Supremo Tribunal Federal/i, urn: 'supremo.tribunal.federal' },
  { short: 'STJ', name: /\bSTJ\b|Superior Tribunal de Justi[cç]a/i, urn: 'superior.tribunal.justica' },
  { short: 'TST', name: /\bTST\b|Tribunal Superior do Trabalho/i, urn: 'tribunal.superior.trabalho' },
  { short: 'TSE', name: /\bTSE\b|Tribunal Superior Eleitoral/i, urn: 'tribunal.superior.eleitoral' },
] as const;

/** What a source of súmulas is, from its first súmula and the lines above it; null where the court is not named. */
export function guessEnunciados({ front, devices }: LawReading): { urn: string; name: string } | null {
  const first = devices.find(({ kind }) => kind === 'artigo')?.label ?? '';
  if (!/^S[uú]mula/i.test(first)) return null;
  const [supreme] = courts;
  if (/vinculante/i.test(first)) {
    return { urn: `urn:lex:br:${supreme.urn}:sumula.vinculante`, name: 'Súmulas Vinculantes do STF' };
  }
  const head = [first, ...front.slice(0, 10)].join(' ');
  const court = courts.find(({ name }) => name.test(head));
  return court ? { urn: `urn:lex:br:${court.urn}:sumula`, name: `Súmulas do ${court.short}` } : null;
}
