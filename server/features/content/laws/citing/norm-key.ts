/** `urn:lex:br:federal:lei:1997-04-07;9455` as `federal:lei:1997;9455`: citations seldom name the day. */
export function normKeyOf(urn: string): string {
  const [norm = urn] = urn.split('!', 1);
  const found = /^urn:lex:br[:;]([a-z0-9.;:]{1,120}):(\d{4})?(?:-\d{1,2}-\d{1,2})?;([a-z0-9.-]{1,40})$/.exec(norm);
  return found ? `${found[1]}:${found[2] ?? ''};${found[3]}` : norm;
}

/** The device of a URN: `art5_cpt_inc11`, or empty for the norm itself. */
export const lexIdOf = (urn: string): string => (urn.includes('!') ? urn.slice(urn.indexOf('!') + 1) : '');

export const articleOfLexId = (lexId: string): string | null =>
  /^(?:anx[^_]{1,6}_)?art[^_]{1,12}/.exec(lexId)?.[0] ?? null;
