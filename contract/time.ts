/** Where the school's days begin and end, whatever a server's or a browser's own clock is set to. */
export const TIME_ZONE = 'America/Sao_Paulo';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** What 'in the last month' means in every figure. */
export const MONTH_MS = 30 * DAY_MS;

/** From one calendar day to another, both written 2026-11-15; days of 24 hours, because they are counted in UTC. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** A calendar day as people write it: 15/11/2026. */
export const writtenDay = (day: string): string => day.split('-').reverse().join('/');
