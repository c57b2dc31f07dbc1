import { TIME_ZONE } from '../../contract/time.ts';
import { dateWriter } from './intl.ts';

/** Calendar days (2026-11-15) are no moments: they are the same day everywhere, so they are written in UTC. */
const timeZone = 'UTC';

const short = dateWriter({ timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
const long = dateWriter({ timeZone, weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const near = dateWriter({ timeZone, weekday: 'long', day: 'numeric', month: 'short' });
const dayAndMonth = dateWriter({ timeZone, day: 'numeric', month: 'long' });

/** '31 de janeiro' */
export const formatDayAndMonth = (day: string): string => dayAndMonth(new Date(day));

const inSchoolTime = dateWriter({ timeZone: TIME_ZONE }, 'en-CA');

/** The day that a moment belongs to where the school is: '2027-01-31' */
export const dayOf = (moment: string | Date): string => inSchoolTime(new Date(moment));

/** '31/01/2027' */
export const formatDay = (day: string): string => short(new Date(day));

/** 'domingo, 31 de janeiro de 2027' */
export const formatLongDay = (day: string): string => long(new Date(day));

/** 'domingo, 31 de jan.' */
export const formatNearDay = (day: string): string => near(new Date(day));
