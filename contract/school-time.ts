import { TIME_ZONE } from './time.ts';

const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });

/** '2026-11-21T09:00', as a field for day and hour shows a moment of the school. */
export const toSchoolTime = (moment: string): string => parts.format(new Date(moment)).slice(0, 16).replace(' ', 'T');

/** The moment that such a field means; null while it is not one. The offset is asked for at that very moment. */
export function fromSchoolTime(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) return null;
  const asUtc = Date.parse(`${text.slice(0, 16)}:00.000Z`);
  if (Number.isNaN(asUtc)) return null;
  const shown = Date.parse(`${parts.format(new Date(asUtc)).replace(' ', 'T')}.000Z`);
  return new Date(asUtc + (asUtc - shown)).toISOString();
}
