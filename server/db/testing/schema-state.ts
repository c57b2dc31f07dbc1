import type pg from 'pg';

export type Column = {
  table: string;
  name: string;
  type: string;
  mandatory: boolean;
  /** The database fills it in when an insert omits it. */
  filled: boolean;
  /** An insert must not name it. */
  generated: boolean;
};
export type Rule = {
  table: string;
  name: string;
  /** c: check, f: foreign key, u: unique (constraint or index), p: primary key. */
  kind: 'c' | 'f' | 'u' | 'p';
  columns: string[];
  refers: { table: string; columns: string[] } | null;
  definition: string;
};
export type SchemaState = {
  tables: string[];
  /** Everything that affects an insert into a table, as one text. */
  signatures: Map<string, string>;
  columns: Column[];
  rules: Rule[];
  /** Views with their columns and functions with their parameters: what statements name besides tables. */
  views: string[];
  functions: string[];
};

/** The schema that a version of the product can rely on, read from the database itself. */
export async function readSchema(client: pg.Client): Promise<SchemaState> {
  const { rows: columns } = await client.query<Column>(`
    SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
           a.attnotnull AS mandatory, a.atthasdef OR a.attidentity <> '' AS filled,
           a.attgenerated <> '' OR a.attidentity = 'a' AS generated
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> 'migrations' AND a.attnum > 0 AND NOT a.attisdropped
    ORDER BY c.relname, a.attnum`);
  const { rows: rules } = await client.query<Rule>(`
    SELECT k.conrelid::regclass::text AS "table", k.conname AS name, k.contype AS kind,
           ARRAY(SELECT n.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS x (num, place)
                 JOIN pg_attribute n ON n.attrelid = k.conrelid AND n.attnum = x.num ORDER BY place) AS columns,
           CASE WHEN k.contype = 'f' THEN json_build_object('table', k.confrelid::regclass::text, 'columns',
             ARRAY(SELECT n.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS x (num, place)
                   JOIN pg_attribute n ON n.attrelid = k.confrelid AND n.attnum = x.num ORDER BY place)) END AS refers,
           pg_get_constraintdef(k.oid) AS definition
    FROM pg_constraint k
    WHERE k.connamespace = 'public'::regnamespace AND k.contype IN ('c', 'f', 'u', 'p') AND k.conrelid <> 0
      AND k.conparentid = 0 AND k.conrelid::regclass::text <> 'migrations'
    UNION ALL
    SELECT i.indrelid::regclass::text, c.relname, 'u',
           ARRAY(SELECT DISTINCT n.attname::text FROM pg_depend d
                 JOIN pg_attribute n ON n.attrelid = d.refobjid AND n.attnum = d.refobjsubid
                 WHERE d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = i.indrelid),
           NULL, pg_get_indexdef(i.indexrelid)
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid AND k.contype IN ('u', 'p'))
    ORDER BY 1, 2`);
  const { rows: views } = await client.query<{ name: string }>(`
    SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) AS name
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('v', 'm') AND a.attnum > 0 ORDER BY 1`);
  const { rows: functions } = await client.query<{ name: string }>(`
    SELECT p.oid::regprocedure::text || ' -> ' || pg_get_function_result(p.oid) AS name
    FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') ORDER BY 1`);
  const { rows: triggers } = await client.query<{ table: string; name: string }>(`
    SELECT t.tgrelid::regclass::text AS "table", pg_get_triggerdef(t.oid) || p.prosrc AS name
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal ORDER BY 1, 2`);
  const names = (found: { name: string }[]) => found.map(({ name }) => name);
  const signatures = new Map<string, string>();
  for (const part of [...columns, ...rules, ...triggers]) {
    signatures.set(part.table, `${signatures.get(part.table) ?? ''}${JSON.stringify(part)}`);
  }
  const tables = [...new Set(columns.map(({ table }) => table))];
  return { tables, signatures, columns, rules, views: names(views), functions: names(functions) };
}

/** The words of a check that lists the allowed values of a column. */
const listed = ({ definition }: Rule) =>
  /= ANY \(\(?ARRAY\[/.test(definition)
    ? [...definition.matchAll(/'((?:[^']|'')*)'/g)].map(([, word]) => word ?? '')
    : [];

/** Describes what the version before a migration could do and the migration forbids. */
export function tightened(before: SchemaState, after: SchemaState): string[] {
  const found: string[] = [];
  const tables = new Set(before.tables);
  const key = ({ table, name }: { table: string; name: string }) => `${table}.${name}`;
  const now = new Map(after.columns.map((column) => [key(column), column]));
  const old = new Set(before.columns.map(key));
  for (const column of before.columns) {
    const is = now.get(key(column));
    if (!is) found.push(`${key(column)} is gone`);
    else {
      if (is.type !== column.type) found.push(`${key(column)} was ${column.type} and is ${is.type}`);
      const wasNeeded = column.mandatory && !column.filled;
      if (is.mandatory && !column.mandatory) found.push(`${key(column)} must not be empty any more`);
      else if (is.mandatory && !is.filled && !wasNeeded) found.push(`${key(column)} has to be said now`);
    }
  }
  for (const column of after.columns) {
    if (!tables.has(column.table) || old.has(key(column))) continue;
    if (column.mandatory && !column.filled) found.push(`${key(column)} is new and has to be said`);
  }
  const rulesBefore = new Map(before.rules.map((rule) => [key(rule), rule]));
  for (const rule of after.rules) {
    if (!tables.has(rule.table) || rule.columns.some((name) => !old.has(`${rule.table}.${name}`))) continue;
    const was = rulesBefore.get(key(rule));
    if (was?.definition === rule.definition) continue;
    const lost = was ? listed(was).filter((word) => !listed(rule).includes(word)) : [];
    if (was && listed(was).length > 0 && lost.length === 0 && listed(rule).length > 0) continue;
    found.push(
      `${key(rule)} ${was ? `is another rule${lost.length > 0 ? ` without ${lost.join(', ')}` : ''}` : 'is a new rule'}`,
    );
  }
  for (const what of ['views', 'functions'] as const) {
    for (const name of before[what]) if (!after[what].includes(name)) found.push(`${name} is gone`);
  }
  return found;
}
