import { expect, test } from 'vitest';
import { findBreaches } from './architecture.ts';

const breaches = (path: string, ...lines: string[]) => findBreaches([{ path, text: `${lines.join('\n')}\n` }]);

test.each([
  ['contract/content/lessons.ts', "import * as z from 'zod';"],
  ['contract/content/lessons.ts', "import { findLesson } from '#server/features/content/lessons/lessons.store.ts';"],
  ['web/features/content/lessons/study-screen.tsx', "import { route } from '#server/http/route.ts';"],
  [
    'web/features/content/lessons/study-screen.tsx',
    "import { quizQuery } from '#web/features/exams/mock-exams/taking/quizzes.queries.ts';",
  ],
  ['web/features/content/lessons/study-screen.tsx', "import { Header } from '#web/shell/header.tsx';"],
  ['web/features/content/lessons/study-screen.tsx', "const router = import('#web/router.tsx');"],
  ['web/lib/api.ts', "import { Button } from '#web/ui/button.tsx';"],
  ['web/ui/button.tsx', "export { lessonQuery } from '#web/features/content/lessons/lessons.queries.ts';"],
  ['web/editor/editor.tsx', "import '#web/features/content/lessons/lesson.css';"],
  ['server/app.ts', "import { App } from '#web/main.tsx';"],
  ['server/start.ts', "import { createPerson } from './testing/factories.ts';"],
  ['server/features/content/lessons/lessons.routes.ts', "import { findLesson } from './lessons.store.ts';"],
  [
    'server/features/people/google/google.service.ts',
    "import { findLink } from '#server/features/people/accounts/email-links.store.ts';",
  ],
  ['server/features/content/lessons/lessons.store.ts', "import { saveLesson } from './lessons.service.ts';"],
  ['server/features/content/lessons/lessons.policy.ts', "import { readFile } from 'node:fs/promises';"],
  ['server/http/route.ts', "import { findUser } from '#server/features/people/accounts/accounts.service.ts';"],
  ['server/school/school.ts', "import { findUser } from '#server/features/people/accounts/accounts.service.ts';"],
  ['server/passwords/passwords.ts', "import { AppError } from '#server/http/errors.ts';"],
  ['server/school/school.ts', 'const now = new Date();'],
  ['server/features/content/contests/contests.mails.ts', `const url = address(\`/exams/$${'{id}'}/map\`);`],
  ['web/ui/qr-code.tsx', 'const dark = <path fill="#0f1c36" />;'],
  ['server/features/money/payments/triage/page.ts', "const ink = '#12223F';"],
  ['server/features/content/lessons/lessons.service.ts', 'const level = process.env.LOG_LEVEL;'],
  ['server/features/content/lessons/lessons.service.ts', 'const now = new Date();'],
  ['server/features/content/lessons/lessons.service.ts', 'const rows = await sql<Row>`SELECT 1`.execute(db);'],
  ['server/features/content/lessons/lessons.service.ts', "return db.selectFrom('lessons').execute();"],
  ['server/features/content/lessons/lessons.service.ts', 'const DAY = 24 * 60 * 60 * 1000;'],
  ['web/features/content/lessons/lesson-screen.tsx', 'const tooOld = 26 * 60 * 60_000;'],
  ['server/features/content/lessons/lessons.store.ts', "return sql`SELECT read_at AT TIME ZONE 'America/Sao_Paulo'`;"],
  ['server/features/content/lessons/lessons.store.ts', 'return sql`UPDATE lessons SET read_at = now()`;'],
  ['server/features/content/lessons/lessons.service.ts', "import { build } from '../../../scripts/build.ts';"],
  ['server/config.ts', "import { readPix } from './features/money/payments/payments.service.ts';"],
  ['server/features/content/lessons/lessons.service.ts', "import pg from 'pg';"],
  ['server/features/content/lessons/lessons.service.ts', "import { lessonRoutes } from './lessons.routes.ts';"],
  ['scripts/move-files.ts', 'await transact(deps, (tx) => save(tx));'],
  ['server/features/content/lessons/lessons.service.ts', 'await deps.db.transaction().execute((tx) => save(tx));'],
  ['server/features/content/lessons/lessons.mails.ts', "const url = address('/auth');"],
  ['server/features/content/lessons/lessons.service.ts', `const note = { path: \`/articles/$${'{id}'}\` };`],
  ['server/features/content/lessons/lessons.cache.ts', 'await transact(deps, (tx) => save(tx));'],
  ['web/features/content/lessons/lessons.queries.ts', "const answer = await fetch('/api/articles');"],
  ['web/features/content/lessons/lessons.queries.ts', "queryOptions({ queryKey: ['subjects'], queryFn });"],
  ['web/features/content/lessons/lessons.queries.ts', 'const one = (id: number) => [...keys.subjects, id];'],
  ['web/features/content/lessons/lessons.queries.ts', "import { makeKey } from '#web/lib/entry-keys.ts';"],
  ['web/features/content/lessons/lesson-screen.tsx', 'const known = error instanceof ApiError ? error : null;'],
  ['web/features/content/lessons/lesson-screen.tsx', "if (error.code === 'not_found') return null;"],
  ['web/features/content/lessons/lesson-screen.tsx', 'if (status === 404) return null;'],
  ['web/ui/button.tsx', 'const look = "bg-primary dark:bg-night";'],
  ['server/http/mail.tsx', 'export const page = 1;'],
  ['e2e/login.spec.ts', "test.only('logs in', () => {});"],
  ['server/app.ts', '// TODO later'],
  ['web/router.tsx', ...Array.from({ length: 351 }, () => '')],
])('%s may not hold %s', (path, ...lines) => {
  expect(breaches(path, ...lines)).toEqual([expect.stringContaining(path)]);
});

test.each([
  ['contract/content/lessons.ts', "import * as z from 'zod/mini';"],
  ['web/features/content/lessons/study-screen.tsx', "import { Button } from '#web/ui/button.tsx';"],
  ['web/features/content/lessons/study-screen.tsx', "import { lessonQuery } from './lessons.queries.ts';"],
  ['web/lib/query-keys.ts', "const queryKey = ['subjects'];"],
  ['web/features/content/lessons/lessons.queries.ts', 'queryOptions({ queryKey: keys.subjects, queryFn });'],
  [
    'web/features/content/lessons/lesson-screen.tsx',
    "if (isRefused<typeof getLesson>(error, 'not_found')) return null;",
  ],
  ['web/features/content/lessons/lesson-screen.tsx', "if (payment.status === 'approved') return null;"],
  ['web/lib/api.ts', "const answer = await fetch('/api/articles');"],
  [
    'server/features/content/lessons/lessons.service.ts',
    "import { approve } from '#server/features/money/payments/payments.service.ts';",
  ],
  ['server/features/content/lessons/lessons.service.ts', 'const until = new Date(now.getTime() + 1000);'],
  [
    'server/features/content/lessons/lessons.service.ts',
    '// process.env and new Date() are not for us',
    'deps.clock.now();',
  ],
  ['server/features/content/lessons/lessons.service.ts', "const address = 'https://a.example'; // fetch('x') sql`x`"],
  ['server/features/content/lessons/lessons.service.ts', 'const note = { path: screens.lesson(id) };'],
  ['server/features/content/lessons/lessons.routes.ts', "app.get('/api/courses', handler);"],
  ['server/features/content/lessons/lessons.store.ts', "return db.selectFrom('lessons').execute();"],
  [
    'server/features/content/lessons/lessons.api.test.ts',
    "import { findLink } from '#server/features/people/accounts/email-links.store.ts';",
  ],
  [
    'server/features/people/google/google.service.ts',
    "import { lockUser } from '#server/features/platform/users/users.store.ts';",
  ],
])('%s may hold %s', (path, ...lines) => {
  expect(breaches(path, ...lines)).toEqual([]);
});

const store = 'server/features/content/lessons/lessons.store.ts';

test.each([
  ["return tx.insertInto('users').values(row).execute();", 'users'],
  ["return tx.updateTable('users as author').set(row).execute();", 'users'],
  ["return tx\n  .deleteFrom('users')\n  .execute();", 'users'],
  ['return sql`INSERT INTO users (id) VALUES (1)`.execute(tx);', 'users'],
  ['return sql`WITH gone AS (DELETE FROM users WHERE id = 1 RETURNING id) SELECT id FROM gone`.execute(tx);', 'users'],
  ['return sql`UPDATE users AS author SET role = 1`.execute(tx);', 'users'],
  ['return sql`update\n  users set role = 1`.execute(tx);', 'users'],
  ['return sql`TRUNCATE TABLE users`.execute(tx);', 'users'],
  ['return sql`INSERT INTO nobodys (id) VALUES (1)`.execute(tx);', 'nobodys'],
  ['return tx.insertInto(table).values(row).execute();', 'does not name'],
  [`return sql\`DELETE FROM $${'{sql.table(table)}'}\`.execute(tx);`, 'does not name'],
])('a store may not hold %s', (line, told) => {
  expect(breaches(store, line)).toEqual([expect.stringContaining(told)]);
});

test.each([
  ["return tx.insertInto('lessons').values(row).execute();"],
  ["return tx.selectFrom('users').forUpdate().execute();"],
  ['return sql`SELECT id FROM users WHERE id = 1 FOR UPDATE OF users`.execute(tx);'],
  ['return sql`SELECT id FROM users FOR NO KEY UPDATE`.execute(tx);'],
  ['return sql`INSERT INTO lessons (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET title = 2`.execute(tx);'],
])('a store may hold %s', (line) => {
  expect(breaches(store, line)).toEqual([]);
});

test('tests and the restore write what they need', () => {
  const line = "await db.insertInto('users').values(row).execute();";
  expect(breaches('server/features/content/lessons/lessons.api.test.ts', line)).toEqual([]);
  expect(breaches('server/backup/restore.store.ts', line)).toEqual([]);
});

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((target) => `import type { T } from '${target}';\n`).join(''),
});

test('no files import each other in a circle, not even types', () => {
  const circle = [
    file('server/deps.ts', './db/bus.ts', './config.ts'),
    file('server/db/bus.ts', './connect.ts'),
    file('server/db/connect.ts', '#server/deps.ts', './tables.ts'),
    file('server/config.ts'),
  ];
  expect(findBreaches(circle)).toEqual([
    'server/db/bus.ts → server/db/connect.ts → server/deps.ts → server/db/bus.ts (no circle of imports, types included)',
  ]);
  expect(findBreaches([...circle.slice(0, 2), file('server/db/connect.ts')])).toEqual([]);
});

test('each import cycle is reported once, by its shortest path', () => {
  const told = findBreaches([
    file('web/ui/a.ts', './b.ts', './c.ts'),
    file('web/ui/b.ts', './c.ts'),
    file('web/ui/c.ts', './a.ts'),
    file('e2e/x.ts', './x.ts'),
    { path: 'bench/p.ts', text: "const late = import('./q.ts');\n" },
    { path: 'bench/q.ts', text: "// import './never.ts';\nexport { r } from './p.ts';\n" },
  ]);
  expect(told.map((line) => line.replace(/ \(.*/, ''))).toEqual([
    'bench/p.ts → bench/q.ts → bench/p.ts',
    'e2e/x.ts → e2e/x.ts',
    'web/ui/a.ts → web/ui/c.ts → web/ui/a.ts',
  ]);
});

test('features do not import each other in a cycle, though no file does, and folders of one feature may', () => {
  const rooms = [
    file('server/features/content/lessons/lessons.service.ts', '#server/features/content/topics/topics.service.ts'),
    file('server/features/content/lessons/writing/drafts.service.ts', '../lessons.cache.ts'),
    file('server/features/content/lessons/lessons.routes.ts', './writing/drafts.service.ts'),
    file('server/features/content/lessons/lessons.cache.ts'),
    file('server/features/content/topics/topics.service.ts'),
  ];
  expect(findBreaches(rooms)).toEqual([]);
  const lessonCache = '#server/features/content/lessons/lessons.cache.ts';
  const upwards = file('server/features/content/topics/topic-tree.service.ts', lessonCache);
  expect(findBreaches([...rooms, upwards])).toEqual([
    'server/features: content/lessons → content/topics → content/lessons (no import cycle between features, types included)',
  ]);
  // Tests may import both sides.
  expect(findBreaches([...rooms, file('server/features/content/topics/topics.api.test.ts', lessonCache)])).toEqual([]);
});

test.each([
  ['server/features/money/offers/offers.service.ts', '#server/features/content/courses/courses.service.ts'],
  ['server/features/platform/push/push.service.ts', '#contract/people/accounts.ts'],
  ['contract/content/courses.ts', '#contract/exams/quiz-windows.ts'],
  ['contract/shapes.ts', '#contract/platform/users.ts'],
  ['web/features/content/lessons/lesson-footer.tsx', '#web/features/study/doubts/lazy-doubts.tsx'],
  ['web/features/content/lessons/lesson-footer.tsx', '../../study/doubts/doubts-part.tsx'],
])('%s may not import %s: it lies in a higher district', (path, target) => {
  expect(findBreaches([file(path, target)])).toContainEqual(expect.stringContaining('a district imports only'));
});

test.each([
  ['server/features/content/courses/courses.service.ts', '#server/features/money/offers/offers.service.ts'],
  ['contract/index.ts', './school/trial.ts'],
  ['contract/exams/quiz-windows.ts', '#contract/content/courses.ts'],
  ['web/features/study/doubts/lazy-doubts.tsx', '#web/features/content/lessons/lessons.queries.ts'],
  // A screen may make any district's calls.
  ['web/features/content/courses/courses.queries.ts', '#contract/study/dashboards.ts'],
])('%s may import %s: the same district or one below', (path, target) => {
  expect(findBreaches([file(path, target)])).toEqual([]);
});

test('a folder that is no district is refused', () => {
  expect(findBreaches([file('server/features/shop/carts/carts.service.ts')])).toEqual([
    'server/features/shop/carts/carts.service.ts: shop is no district',
  ]);
});

test('an import that leaves its feature, or its folder of a tree, begins with #', () => {
  const refused = [
    file('server/features/content/lessons/lessons.service.ts', '../topics/topics.service.ts'),
    file('server/db/bus.ts', '../log.ts'),
    file('bench/bank.ts', '../server/db/connect.ts'),
  ];
  for (const source of refused) expect(findBreaches([source])).toEqual([expect.stringContaining('begins with #')]);
  const kept = [
    file('server/features/content/lessons/writing/drafts.service.ts', '../lessons.cache.ts'),
    file('server/app.ts', './db/bus.ts'),
    file('drills/ha/nodes.ts', '../../scripts/chromium.ts'),
  ];
  for (const source of kept) expect(findBreaches([source])).toEqual([]);
});
