import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { withEmptyDatabase } from '#server/testing/cluster.ts';
import { listMigrations } from './migrate.ts';
import { oneClient } from './one-client.ts';
import { findRow, prepareTries, type Row, seeded, tryInsert, wantedRows } from './testing/drill-rows.ts';
import { type Rule, readSchema, type SchemaState, tightened } from './testing/schema-state.ts';

/**
 * Upgrades from the first schema to the newest, one migration after the other, with rows in every table from the moment
 * it exists; new migrations are covered automatically. After each migration nothing is lost or changed, and the
 * previous version can still write: the inserts that worked right before it work right after it.
 */

/** Columns whose values a migration changes on purpose, and why. */
const changed: Record<string, Record<string, string>> = {
  '0810_certificate_hours.sql': { 'certificates.minutes': 'hours are counted from what the course holds' },
  '1630_issued_certificates.sql': { 'certificates.minutes': 'what 0810 changed on issued certificates is put back' },
  '1612_question_comment_writers.sql': { 'question_comments.votes': 'votes of erased accounts are no longer counted' },
  '1613_question_list_repair.sql': {
    'question_list_items.position': 'gaps that hard deletes of questions left are closed',
    'question_list_items.rank': 'gaps that hard deletes of questions left are closed',
    'question_lists.total': 'counts follow the rows that are there',
    'question_lists.answered': 'counts follow the rows that are there',
    'question_lists.correct': 'counts follow the rows that are there',
  },
  '1520_first_answers.sql': { 'mastery_model.epoch': 'a new epoch makes the next read replay every student' },
  '1522_ability_history.sql': { 'mastery_model.epoch': 'a new epoch makes the next read replay every student' },
  '1523_mastery_layer.sql': { 'mastery_model.epoch': 'a new epoch makes the next read replay every student' },
  '1525_ranking_eliminated.sql': { 'quiz_rankings.stale': 'rankings under rules with minimums are counted again' },
};

/**
 * What a released migration forbids the previous version, and why that did no harm. A new one must not need an entry.
 */
const known: Record<string, Record<string, string>> = {
  '0402_question_subjects.sql': {
    'questions.questions_subject is a new rule': 'subjects were always chosen from the list (promised)',
  },
  '0761_security_events.sql': {
    'security_links.security_links_event_check is another rule without password_changed, email_changed, deletion_requested, deletion_withdrawn, new_device':
      'a pattern that all of them fit',
  },
  '0820_offers_and_access.sql': { 'payments.payments_amount_check is another rule': 'more is allowed: nothing to pay' },
  '1660_essay_readers.sql': {
    'essays.essays_of_student is a new rule': 'the primary key and one more column: nothing new is forbidden',
  },
  '1870_law_change_indexes.sql': {
    'law_change_items.law_change_items_of_item is a new rule': 'the same as the one it replaces, in another order',
    'law_change_items.law_change_items_of_lesson is a new rule': 'the same as the one it replaces, in another order',
  },
  '1002_page_labels.sql': {
    'page_versions.page_versions_by_label is a new rule': 'the same as the one it replaces, in another order',
  },
};

/** Rules that the product enforced before the database did. */
const promised: Rule[] = [
  {
    table: 'questions',
    name: 'questions_subject',
    kind: 'f',
    columns: ['subject_id'],
    refers: { table: 'subjects', columns: ['id'] },
    definition: '',
  },
];

type Rows = Record<string, Row[]>;

async function readRows(client: pg.Client, tables: readonly string[]): Promise<Rows> {
  if (tables.length === 0) return {};
  const parts = tables.map(
    (table) =>
      `SELECT '${table}' AS "table", (SELECT coalesce(json_agg(t), '[]') FROM ${pg.escapeIdentifier(table)} AS t) AS rows`,
  );
  const { rows } = await client.query<{ table: string; rows: Row[] }>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ table, rows: found }) => [table, found]));
}

/** Columns whose values changed, and rows that are gone. */
function differences(schema: SchemaState, before: Rows, after: Rows): string[] {
  const found: string[] = [];
  const names = Map.groupBy(schema.columns, ({ table }) => table);
  for (const [table, rows] of Object.entries(before)) {
    const now = after[table] ?? [];
    // Most migrations leave most tables as they are: these need no comparison of each column.
    if (JSON.stringify(now) === JSON.stringify(rows)) continue;
    if (now.length < rows.length) found.push(`${table}: ${rows.length - now.length} of ${rows.length} rows are gone`);
    for (const { name } of names.get(table) ?? []) {
      const left = now.map((row) => JSON.stringify(row[name]));
      const isKept = rows.every((row) => {
        const place = left.indexOf(JSON.stringify(row[name]));
        if (place >= 0) left.splice(place, 1);
        return place >= 0;
      });
      if (!isKept) found.push(`${table}.${name}`);
    }
  }
  return found;
}

/** A database on its way, and what the version of this moment may insert into each table. */
type State = { schema: SchemaState; rows: Rows; inserts: Map<string, Row[]> };

/** What a migration that was just applied has lost, changed or forbidden. */
async function look(client: pg.Client, { schema, rows, inserts }: State) {
  const next = await readSchema(client);
  const after = await readRows(client, next.tables);
  const found = [...differences(schema, rows, after), ...tightened(schema, next)];
  const altered = next.tables.filter((table) => schema.signatures.get(table) !== next.signatures.get(table));
  for (const table of altered) {
    for (const row of inserts.get(table) ?? []) {
      const fault = await tryInsert(client, table, row, false);
      if (fault) found.push(`an insert into ${table} of the version before: ${fault.message}`);
    }
  }
  return { next, after, altered, found };
}

/** Rows for tables that have none, and inserts for those that are another now than before. */
async function fill(client: pg.Client, random: () => number, seen: Awaited<ReturnType<typeof look>>, state: State) {
  const { next, after, altered } = seen;
  const making = { client, schema: { ...next, rules: [...promised, ...next.rules] }, random };
  let missing = next.tables.filter((table) => (after[table] ?? []).length === 0);
  const isFilled = missing.length > 0;
  const reasons = new Map<string, string>();
  // Rows refer to each other: as long as one more is found, others may be.
  for (let before = Number.POSITIVE_INFINITY; missing.length < before; ) {
    before = missing.length;
    for (const table of missing) {
      const found = await findRow(making, table, { keep: true, sayAll: true });
      if (typeof found === 'string') reasons.set(table, found);
      else {
        reasons.delete(table);
        for (let more = 1; more < wantedRows(next, table); more += 1) {
          await findRow(making, table, { keep: true, sayAll: true });
        }
      }
    }
    missing = missing.filter((table) => reasons.has(table));
  }
  const { inserts } = state;
  for (const table of next.tables) {
    if (inserts.has(table) && !altered.includes(table)) continue;
    const made: Row[] = [];
    for (const sayAll of [false, true]) {
      const found = await findRow(making, table, { keep: false, sayAll });
      if (typeof found !== 'string') made.push(found);
    }
    inserts.set(table, made);
  }
  // Filling one table may change another: triggers do their work.
  const rows = isFilled ? await readRows(client, next.tables) : after;
  return { state: { schema: next, rows, inserts }, unfilled: [...reasons].map((pair) => pair.join(': ')) };
}

/** Migrations that must not pass, and what is said of them. */
const refused: [sql: string, said: string][] = [
  ['DELETE FROM preferences', 'preferences: '],
  ["UPDATE users SET first_name = 'ninguém'", 'users.first_name'],
  ['ALTER TABLE courses DROP COLUMN description CASCADE', 'courses.description is gone'],
  ['ALTER TABLE exams ALTER COLUMN link TYPE varchar(500)', 'exams.link was text and is character varying(500)'],
  [
    "ALTER TABLE subjects ADD COLUMN colour text; UPDATE subjects SET colour = ''; ALTER TABLE subjects ALTER COLUMN colour SET NOT NULL",
    'subjects.colour is new and has to be said',
  ],
  ['CREATE UNIQUE INDEX one_title ON courses (title, id)', 'courses.one_title is a new rule'],
  ['ALTER TABLE exams ADD CONSTRAINT short CHECK (length(name) < 10000)', 'exams.short is a new rule'],
  [
    "ALTER TABLE preferences DROP CONSTRAINT preferences_theme_check, ADD CONSTRAINT preferences_theme_check CHECK (theme IN ('dark', 'system')) NOT VALID",
    'preferences.preferences_theme_check is another rule without light',
  ],
  [
    "CREATE FUNCTION never() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no more''; END'; CREATE TRIGGER never BEFORE INSERT ON subjects FOR EACH ROW EXECUTE FUNCTION never()",
    'an insert into subjects of the version before: no more',
  ],
  ['DROP FUNCTION lesson_is_open CASCADE', 'lesson_is_open('],
];

test('every migration keeps existing rows, and the previous version can go on beside it', {
  timeout: 120_000,
}, async () => {
  await withEmptyDatabase(inject('cluster'), `upgrade-${process.pid}`, async (connection) => {
    const client = await oneClient(connection, 'upgrade-drill');
    try {
      await prepareTries(client);
      const random = seeded(27);
      let state: State = { schema: await readSchema(client), rows: {}, inserts: new Map() };
      for (const { name, sql } of await listMigrations()) {
        await client.query(`BEGIN; ${sql}; COMMIT`);
        const seen = await look(client, state);
        const onPurpose = { ...changed[name], ...known[name] };
        expect({ [name]: seen.found.filter((what) => !(what in onPurpose)) }).toEqual({ [name]: [] });
        const filled = await fill(client, random, seen, state);
        expect({ [name]: filled.unfilled }).toEqual({ [name]: [] });
        state = filled.state;
      }

      for (const [sql, said] of refused) {
        await client.query(`BEGIN; ${sql}`);
        const { found } = await look(client, state);
        expect(
          found.some((what) => what.startsWith(said)),
          `${sql}: ${found.join('; ')}`,
        ).toBe(true);
        await client.query('ROLLBACK');
      }
    } finally {
      await client.end();
    }
  });
});
