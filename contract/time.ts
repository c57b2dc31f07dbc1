/** Where the school's days begin and end, whatever a server's or a browser's own clock is set to. */
export const TIME_ZONE = 'America/Sao_Paulo';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** What 'in the last month' means in every figure. */
export const MONTH_MS = 30 * DAY_MS;
