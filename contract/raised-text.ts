/** Signs that exist above or below the line: `10<sup>3</sup>` is read and searched as 10³, never as 103. */
const raised = { '-': '⁻', '+': '⁺', '(': '⁽', ')': '⁾', n: 'ⁿ' };
const lowered = { '-': '₋', '+': '₊', '(': '₍', ')': '₎' };

const digit = (sign: string, digits: string) => (/^[0-9]$/.test(sign) ? digits[Number(sign)] : undefined);

function moved(text: string, signs: Readonly<Record<string, string>>, digits: string): string {
  const all = [...text].map((sign) => signs[sign] ?? digit(sign, digits));
  return all.includes(undefined) ? text : all.join('');
}

/** A text inside an element, as it is written without markup. */
export function asRaised(tag: string, text: string): string {
  if (tag === 'sup') return moved(text, raised, '⁰¹²³⁴⁵⁶⁷⁸⁹');
  return tag === 'sub' ? moved(text, lowered, '₀₁₂₃₄₅₆₇₈₉') : text;
}
