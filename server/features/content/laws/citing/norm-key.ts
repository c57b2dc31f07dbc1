/** The súmulas of a court are one norm, and each of them is an article of it. */
const enunciado = /^urn:lex:br[:;]([a-z.]{1,60}:sumula(?:\.vinculante)?)(?::;(\d{1,5}))?$/;

/** `urn:lex:br:federal:lei:1997-04-07;9455` as `federal:lei:1997;9455`: citations seldom name the day. */
export function normKeyOf(urn: string): string {
  const [norm = urn] = urn.split('!', 1);
  const court = enunciado.exec(norm)?.[1];
  if (court !== undefined) return court;
  const found = /^urn:lex:br[:;]([a-z0-9.;:]{1,120}):(\d{4})?(?:-\d{1,2}-\d{1,2})?;([a-z0-9.-]{1,40})$/.exec(norm);
  return found ? `${found[1]}:${found[2] ?? ''};${found[3]}` : norm;
}

/** The device of a URN: `art5_cpt_inc11`, `art11` for the súmula 11, or empty for the norm itself. */
export function lexIdOf(urn: string): string {
  const number = enunciado.exec(urn)?.[2];
  if (number !== undefined) return `art${number}`;
  return urn.includes('!') ? urn.slice(urn.indexOf('!') + 1) : '';
}

export const articleOfLexId = (lexId: string): string | null =>
  /^(?:anx[^_]{1,6}_)?art[^_]{1,12}/.exec(lexId)?.[0] ?? null;
