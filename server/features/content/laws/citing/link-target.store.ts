import { sql } from 'kysely';

/**
 * The law and the device that a row `citation` leads to, after the row `choice` of its author. Rows `law` and `device`
 * are null where the school does not have them.
 */
export const linkTarget = sql`
    LEFT JOIN LATERAL (
      SELECT id, name, short_name FROM laws
      WHERE laws.norm_key = CASE WHEN choice.quote IS NULL THEN citation.norm_key ELSE choice.norm_key END
      ORDER BY laws.id LIMIT 1
    ) law ON true
    LEFT JOIN LATERAL (
      -- The device itself, or its article where the school's text does not have it.
      SELECT lex_id, article FROM law_devices
      WHERE law_devices.law_id = law.id AND law_devices.lex_id IN (
        CASE WHEN choice.quote IS NULL THEN citation.lex_id ELSE choice.lex_id END,
        CASE WHEN choice.quote IS NULL THEN citation.article END)
      ORDER BY length(lex_id) DESC LIMIT 1
    ) device ON true`;

/** Columns of that target. */
export const linkColumns = sql`
           law.id AS "lawId", coalesce(nullif(law.short_name, ''), law.name) AS "lawName",
           device.article, coalesce(device.lex_id, '') AS "lexId",
           choice.quote IS NOT NULL AND choice.norm_key IS NULL AS "isRefused"`;
