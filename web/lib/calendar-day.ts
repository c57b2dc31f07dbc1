import { once } from './once.ts';

/** Calendar days (2026-11-15) are no moments: they are the same day everywhere, so they are written in UTC. */

const LOCALE = 'pt-BR';
const short = once(
  () => new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }),
);
const long = once(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      timeZone: 'UTC',
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    }),
);
const near = once(
  () => new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'short' }),
);

/** '31/01/2027' */
export const formatDay = (day: string): string => short().format(new Date(day));

/** 'domingo, 31 de janeiro de 2027' */
export const formatLongDay = (day: string): string => long().format(new Date(day));

/** 'domingo, 31 de jan.' */
export const formatNearDay = (day: string): string => near().format(new Date(day));
