import type pg from 'pg';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { quietMs } from '../bars.ts';
import { sessionToken } from '../data.ts';
import { cookieOf, scenario } from '../scenario.ts';

const WRITERS = 1000;
const QUEUE = 20_000;
const json = { 'content-type': 'application/json' };

/** A theme that is open for everybody; returns the id of its version. */
async function createTheme(client: pg.Client): Promise<number> {
  const [preset] = espelhoPresets;
  const content = JSON.stringify({
    ...{ kind: 'essay', title: 'Tema medido', command: 'Escreva.', maxLines: 30, minLines: 20, lineWidth: 68 },
    ...{ minutes: null, opensAt: null, closesAt: null, returnHours: 72, secondReading: null, reviewDays: 5 },
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

/** Thirty lines, and the save that they belong to. */
const textOf = (save: number) => `Salvo ${save}. ${'A segurança pública é dever do Estado. '.repeat(50)}`;

export const essayAutosave = scenario({
  name: 'essay, autosave',
  grows: false,
  bars: { nodeTimes: quietMs(3) },
  prepare: async ({ pg: client }) => {
    const version = await createTheme(client);
    const { rows } = await client.query<{ id: number; student: number }>(
      `INSERT INTO essays (student_id, theme_id, theme_version_id, number, started_at, saved_at)
       SELECT users.id, v.theme_id, v.id, 1, now(), now()
       FROM generate_series(1, $2::int) n JOIN users ON users.username = 'student' || n, essay_theme_versions v
       WHERE v.id = $1
       RETURNING id, (SELECT substr(username, 8)::int FROM users WHERE users.id = student_id) AS student`,
      [version, WRITERS],
    );
    let sent = 0;
    return {
      // Each save names the revision of the one before, so a lost one would refuse the next. `n` begins again with each
      // slice of a measurement, and revisions do not.
      request: () => {
        const essay = rows[sent % rows.length];
        const save = Math.floor(sent / rows.length);
        sent += 1;
        return {
          method: 'PUT',
          path: `/api/essays/${essay?.id}/text`,
          cookie: cookieOf(sessionToken('student', essay?.student ?? 0)),
          headers: json,
          body: Buffer.from(JSON.stringify({ text: textOf(save), revision: save + 1 })),
        };
      },
      check: async () => {
        const stored = await client.query<{ revision: number; body: string }>(
          'SELECT revision, body FROM essays WHERE theme_version_id = $1',
          [version],
        );
        const lost = stored.rows.filter(({ revision, body }) => revision > 1 && body !== textOf(revision - 2));
        if (stored.rows.length !== rows.length || lost.length > 0) {
          throw new Error(`${lost.length} of ${stored.rows.length} essays are not as they were acknowledged last.`);
        }
      },
    };
  },
});

export const essayQueue = scenario({
  name: 'essay queue of 20,000',
  grows: false,
  bars: { nodeTimes: quietMs(5) },
  prepare: async ({ pg: client }) => {
    const version = await createTheme(client);
    await client.query(
      `INSERT INTO essays (student_id, theme_id, theme_version_id, number, state, started_at, saved_at, delivered_at,
         due_at, line_count, readers_needed)
       SELECT users.id, v.theme_id, v.id, n, 'delivered', now(), now(), now(), now() + n * interval '1 second', 25, 1 + n % 2
       FROM generate_series(1, $2::int) n, essay_theme_versions v, users
       WHERE v.id = $1 AND users.username = 'student1'`,
      [version, QUEUE],
    );
    await client.query('ANALYZE essays');
    return {
      request: () => ({
        method: 'GET',
        path: '/api/teacher/essays',
        cookie: cookieOf(sessionToken('teacher', 1)),
      }),
    };
  },
});
