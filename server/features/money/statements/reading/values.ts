/** A calendar day as banks write it (20261115…, 2026-11-15, 15/11/2026, 15/11/26), as 2026-11-15; null: none. */
export function readDay(text: string): string | null {
  const value = text.trim();
  const [, year, month, day] =
    /^(\d{4})(\d{2})(\d{2})(?:\D|\d{2}|$)/.exec(value) ??
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\D|$)/.exec(value) ??
    [];
  if (year && month && day) return asDay(year, month, day);
  const [, ownDay, ownMonth, ownYear] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:\D|$)/.exec(value) ?? [];
  if (!ownDay || !ownMonth || !ownYear) return null;
  return asDay(ownYear.length === 2 ? `20${ownYear}` : ownYear, ownMonth, ownDay);
}

function asDay(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${text}T00:00:00Z`);
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
  return isReal && Number(year) >= 1990 && Number(year) <= 2100 ? text : null;
}

/**
 * Cents of what a bank writes: 297.00, 297,00, 1.234,56, 1,234.56, R$ 297,00, 297,00 D, (297,00), 297.0000. Null: no
 * amount. The last separator is the decimal one unless exactly three figures follow it.
 */
export function readCents(text: string): number | null {
  const value = text.trim().replace(/\s+/g, ' ').replace(/−/g, '-');
  const [, open, before, currency, after, figures = '', tail = '', close] =
    /^(\()?([+-])? ?(R\$|BRL)? ?([+-])? ?(\d[\d.,]*) ?([+-]|[CD])?(\))?$/i.exec(value) ?? [];
  void currency;
  if (figures === '' || figures.length > 20) return null;
  const cents = centsOf(figures);
  if (cents === null) return null;
  const isNegative =
    (open === '(' && close === ')') || before === '-' || after === '-' || tail === '-' || tail.toUpperCase() === 'D';
  return isNegative ? -cents : cents;
}

function centsOf(figures: string): number | null {
  const last = Math.max(figures.lastIndexOf(','), figures.lastIndexOf('.'));
  const behind = last < 0 ? '' : figures.slice(last + 1);
  const separator = figures.charAt(last);
  const isOnly = last < 0 || figures.indexOf(separator) === last;
  // '1.234' groups thousands; '1.234,567' does not exist.
  const isGroup = behind.length === 3 && (isOnly ? !/^0/.test(figures) : true);
  const whole = (last < 0 || isGroup ? figures : figures.slice(0, last)).replace(/[.,]/g, '');
  const fraction = last < 0 || isGroup ? '' : behind;
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(fraction) || /[1-9]/.test(fraction.slice(2))) return null;
  const cents = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return Number.isSafeInteger(cents) ? cents : null;
}
