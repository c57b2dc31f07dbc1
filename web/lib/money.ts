/** Parses a typed amount: 'R$ 1.297,50', '297', '297,5', '297.50' → cents; NaN for anything else. */
export function readMoney(typed: string): number {
  const text = typed.replace(/[\sR$]/g, '');
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(text);
  if (!match?.[1]) return Number.NaN;
  return Number(match[1].replaceAll('.', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}
