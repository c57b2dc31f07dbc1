/**
 * Writers of numbers and dates as Brazilians write them. An Intl object is costly to build (the first takes some
 * 70 ms on a cheap phone), so each is built when a screen writes with it, and once.
 */

const LOCALE = 'pt-BR';

export function numberWriter(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => {
    format ??= new Intl.NumberFormat(LOCALE, options);
    return format.format(value);
  };
}

export function dateWriter(options: Intl.DateTimeFormatOptions, locale = LOCALE): (moment: Date) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(moment);
  };
}
