import { sql } from 'kysely';

/** What a version or draft that an older release stored does not say. */
const defaults = sql`'{"secondReading": null}'::jsonb`;

/** The content of the version `v` with every field of today. */
export const fullTheme = sql`${defaults} || v.content`;

/** The draft of the theme `t` with every field of today. */
export const fullDraft = sql`${defaults} || t.draft`;
