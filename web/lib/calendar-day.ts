import { dateWriter, dayWriter, monthName, ordinalDay, shortMonth, twoDigits, weekdayName } from './intl.ts';

/** Calendar days (2026-11-15) are no moments: they are the same day everywhere. */
const short = dayWriter(({ day, month, year }) => `${twoDigits(day)}/${twoDigits(month)}/${year}`);
const long = dayWriter(
  (parts) => `${weekdayName(parts)}, ${ordinalDay(parts)} de ${monthName(parts)} de ${parts.year}`,
);
const near = dayWriter((parts) => `${weekdayName(parts)}, ${ordinalDay(parts)} de ${shortMonth(parts)}`);
const dayAndMonth = dayWriter((parts) => `${ordinalDay(parts)} de ${monthName(parts)}`);

/** '31 de janeiro' */
export const formatDayAndMonth = (day: string): string => dayAndMonth(new Date(day));

const inSchoolTime = dateWriter(({ year, month, day }) => `${year}-${twoDigits(month)}-${twoDigits(day)}`);

/** The day that a moment belongs to where the school is: '2027-01-31' */
export const dayOf = (moment: string | Date): string => inSchoolTime(new Date(moment));

/** '31/01/2027' */
export const formatDay = (day: string): string => short(new Date(day));

/** 'domingo, 31 de janeiro de 2027' */
export const formatLongDay = (day: string): string => long(new Date(day));

/** 'domingo, 31 de jan.' */
export const formatNearDay = (day: string): string => near(new Date(day));
