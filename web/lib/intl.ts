/**
 * Writers of numbers and dates as Brazilians write them. An Intl object is costly to build (the first of numbers takes
 * some 110 ms on a cheap phone), so each is built when a screen writes with it, and once.
 */

const LOCALE = 'pt-BR';
const MOST = 1e11;

type NumberStyle = { style?: 'percent'; minimumFractionDigits?: number; maximumFractionDigits: number };

/**
 * Without Intl: every screen writes numbers, and one thousand has no other rule in Portuguese. Halves go away from zero,
 * as in the number's own digits: 1.45 is 1,5.
 */
export function numberWriter(options: NumberStyle): (value: number) => string {
  const { style, minimumFractionDigits: least = 0, maximumFractionDigits: most } = options;
  const shift = style === 'percent' ? 2 : 0;
  return (value) => {
    const digits = String(Math.abs(value));
    // No number, or more digits than arithmetic has.
    if (!/^[\d.]+$/.test(digits) || Math.abs(value) > MOST) return new Intl.NumberFormat(LOCALE, options).format(value);
    const rounded = Number(`${Math.round(Number(`${digits}e${shift + most}`))}e-${most}`);
    const [whole = '', fraction = ''] = rounded.toFixed(most).split('.');
    const shown = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
    const sign = value < 0 || Object.is(value, -0) ? '-' : '';
    const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
    return `${sign}${grouped}${shown && `,${shown}`}${style === 'percent' ? '%' : ''}`;
  };
}

export function dateWriter(options: Intl.DateTimeFormatOptions, locale = LOCALE): (moment: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(moment);
  };
}
