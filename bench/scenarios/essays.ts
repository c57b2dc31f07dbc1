import { quietMs } from '../bars.ts';
import { sessionToken } from '../data.ts';
import { createTheme } from '../essay-theme.ts';
import { cookieOf, scenario } from '../scenario.ts';

const WRITERS = 1000;
const QUEUE = 20_000;
const json = { 'content-type': 'application/json' };

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
