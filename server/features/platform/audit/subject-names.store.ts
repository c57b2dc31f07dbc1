import { type RawBuilder, sql } from 'kysely';
import type { AuditSubjectKind } from '#contract/platform/audit-names.ts';
import type { Db } from '#server/db/handle.ts';

type Named = { subject: string; name: string | null; amount: number | null };
type Ids = readonly string[];

const numbers = (ids: Ids) => sql`${ids.filter((id) => /^\d{1,15}$/.test(id))}::bigint[]`;
const userIds = (ids: Ids) =>
  sql`${ids.filter((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))}::uuid[]`;
const fullName = sql`u.first_name || ' ' || u.last_name`;

/** Rows `(id, name, amount)` of one kind. Titles are read as they are now; what is gone has none. */
const readers: Partial<Record<AuditSubjectKind, (ids: Ids) => RawBuilder<unknown>>> = {
  announcement: (ids) => sql`SELECT id::text, title, NULL::int FROM announcements WHERE id = ANY(${numbers(ids)})`,
  'base-text': (ids) => sql`
    SELECT b.id::text, v.title, NULL::int FROM base_texts b JOIN base_text_versions v ON v.id = b.current_version_id
    WHERE b.id = ANY(${numbers(ids)})`,
  // Without a name: students comment under the name of a bird or a tree.
  comment: (ids) => sql`SELECT id::text, NULL::text, NULL::int FROM question_comments WHERE id = ANY(${numbers(ids)})`,
  coupon: (ids) => sql`SELECT id::text, code, NULL::int FROM coupons WHERE id = ANY(${numbers(ids)})`,
  course: (ids) => sql`SELECT id::text, title, NULL::int FROM courses WHERE id = ANY(${numbers(ids)})`,
  // By its theme: an administrator may be a reader, and readers see no names of students.
  essay: (ids) => sql`
    SELECT e.id::text, v.title, NULL::int FROM essays e JOIN essay_theme_versions v ON v.id = e.theme_version_id
    WHERE e.id = ANY(${numbers(ids)})`,
  essay_theme: (ids) => sql`
    SELECT t.id::text, coalesce(v.title, t.draft->>'title'), NULL::int
    FROM essay_themes t LEFT JOIN essay_theme_versions v ON v.id = t.published_version_id
    WHERE t.id = ANY(${numbers(ids)})`,
  exam: (ids) => sql`SELECT id::text, name, NULL::int FROM exams WHERE id = ANY(${numbers(ids)})`,
  law: (ids) => sql`
    SELECT id::text, coalesce(nullif(short_name, ''), name), NULL::int FROM laws WHERE id = ANY(${numbers(ids)})`,
  'law-change': (ids) => sql`SELECT id::text, amending, NULL::int FROM law_changes WHERE id = ANY(${numbers(ids)})`,
  lesson: (ids) => sql`SELECT id::text, title, NULL::int FROM lessons WHERE id = ANY(${numbers(ids)})`,
  money_case: (ids) => sql`
    SELECT c.id::text, ${fullName}, c.held FROM charge_cases c JOIN payments p ON p.id = c.payment_id
      JOIN users u ON u.id = p.student_id
    WHERE c.id = ANY(${numbers(ids)})`,
  offer: (ids) => sql`SELECT id::text, name, NULL::int FROM offers WHERE id = ANY(${numbers(ids)})`,
  payment: (ids) => sql`
    SELECT p.id::text, ${fullName}, p.amount FROM payments p LEFT JOIN users u ON u.id = p.student_id
    WHERE p.id = ANY(${numbers(ids)})`,
  proof: (ids) => sql`
    SELECT f.id::text, ${fullName}, p.amount FROM payment_proofs f JOIN payments p ON p.id = f.payment_id
      LEFT JOIN users u ON u.id = p.student_id
    WHERE f.id = ANY(${numbers(ids)})`,
  question: (ids) => sql`
    SELECT q.id::text, left(regexp_replace(v.statement, '<[^>]*>|\s+', ' ', 'g'), 80), NULL::int
    FROM questions q JOIN question_versions v ON v.id = q.current_version_id WHERE q.id = ANY(${numbers(ids)})`,
  quiz: (ids) => sql`
    SELECT q.id::text, v.title, NULL::int
    FROM quizzes q JOIN quiz_versions v ON v.id = coalesce(q.published_version_id, q.draft_version_id)
    WHERE q.id = ANY(${numbers(ids)})`,
  statement: (ids) => sql`SELECT id::text, file_name, NULL::int FROM statements WHERE id = ANY(${numbers(ids)})`,
  statement_entry: (ids) => sql`
    SELECT id::text, payer, amount FROM statement_entries WHERE id = ANY(${numbers(ids)})`,
  subject: (ids) => sql`SELECT id::text, name, NULL::int FROM subjects WHERE id = ANY(${numbers(ids)})`,
  topic: (ids) => sql`SELECT id::text, name, NULL::int FROM topics WHERE id = ANY(${numbers(ids)})`,
  user: (ids) => sql`SELECT u.id::text, ${fullName}, NULL::int FROM users u WHERE u.id = ANY(${userIds(ids)})`,
};

/** Names of what the events of a page happened to, with one query for all of them. */
export async function readSubjectNames(db: Db, subjects: readonly string[]): Promise<Map<string, Named>> {
  const byKind = Map.groupBy(new Set(subjects), (subject) => subject.split(':')[0] ?? '');
  const parts = [...byKind].flatMap(([kind, found]) => {
    const reader = Object.hasOwn(readers, kind) ? readers[kind as AuditSubjectKind] : undefined;
    if (!reader) return [];
    const rows = reader(found.map((subject) => subject.slice(kind.length + 1)));
    return [
      sql`SELECT ${`${kind}:`} || id AS subject, nullif(trim(name), '') AS name, amount
      FROM (${rows}) AS found (id, name, amount)`,
    ];
  });
  if (parts.length === 0) return new Map();
  const { rows } = await sql<Named>`
    SELECT named.subject, named.name, named.amount FROM (${sql.join(parts, sql` UNION ALL `)}) AS named`.execute(db);
  return new Map(rows.map((row) => [row.subject, row]));
}
