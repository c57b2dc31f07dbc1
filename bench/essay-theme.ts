import type pg from 'pg';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';

/** A theme that is open for everybody, with the clock or without; returns the id of its version. */
export async function createTheme(client: pg.Client, minutes: number | null = null): Promise<number> {
  const [preset] = espelhoPresets;
  const content = JSON.stringify({
    ...{ kind: 'essay', title: 'Tema medido', command: 'Escreva.', maxLines: 30, minLines: 20, lineWidth: 68 },
    ...{ minutes, opensAt: null, closesAt: null, returnHours: 72, secondReading: null, reviewDays: 5 },
    ...{ espelho: preset?.espelho, texts: [] },
  });
  const { rows } = await client.query<{ id: number }>(
    `WITH theme AS (
       INSERT INTO essay_themes (draft, is_open, created_at, updated_at) VALUES ($1, true, now(), now()) RETURNING id
     )
     INSERT INTO essay_theme_versions (theme_id, number, title, content, published_at)
     SELECT id, 1, 'Tema medido', $1, now() FROM theme RETURNING id`,
    [content],
  );
  await client.query(
    'UPDATE essay_themes SET published_version_id = v.id FROM essay_theme_versions v WHERE v.theme_id = essay_themes.id',
  );
  return rows[0]?.id ?? 0;
}
