import { expect, test } from 'vitest';
import { relatedApiTests } from './test-related.ts';

const sources = new Map([
  ['server/app.ts', "import './features/school/trial/trial.feature.ts';"],
  ['server/db/bus.ts', ''],
  ['server/db/bus.api.test.ts', "import { startBus } from './bus.ts';"],
  ['server/db/migrations/0010_users.sql', ''],
  ['server/features/school/trial/trial.feature.ts', "import { trialRoutes } from './trial.routes.ts';"],
  ['server/features/school/trial/trial.routes.ts', "import * as contract from '#contract/school/trial.ts';"],
  ['server/features/school/trial/trial.store.ts', ''],
  ['server/features/school/trial/trial.api.test.ts', "import { useTestApp } from '#server/testing/test-app.ts';"],
  ['server/features/exams/mock-exams/quiz-not-found.ts', ''],
  ['server/features/exams/mock-exams/mock-exams.api.test.ts', ''],
  ['server/features/exams/mock-exams/taking/deep/clock.ts', ''],
  ['server/features/exams/mock-exams/taking/taking.routes.ts', "import { save } from '#contract/exams/attempts.ts';"],
  ['server/features/exams/mock-exams/taking/taking.api.test.ts', ''],
  ['server/http/errors.ts', ''],
  ['server/http/other.api.test.ts', "import {\n  find,\n} from '#server/features/school/trial/trial.store.ts';"],
]);
const related = (...changed: string[]) => relatedApiTests(changed, sources);

test.each([
  ['a changed test is its own', ['server/db/bus.api.test.ts'], ['server/db/bus.api.test.ts']],
  [
    'a store belongs to its feature, and to the test that imports it',
    ['server/features/school/trial/trial.store.ts'],
    ['server/features/school/trial/trial.api.test.ts', 'server/http/other.api.test.ts'],
  ],
  [
    'a room inside a feature has its own tests',
    ['server/features/exams/mock-exams/taking/deep/clock.ts'],
    ['server/features/exams/mock-exams/taking/taking.api.test.ts'],
  ],
  [
    'what lies beside the rooms does not reach into them',
    ['server/features/exams/mock-exams/quiz-not-found.ts'],
    ['server/features/exams/mock-exams/mock-exams.api.test.ts'],
  ],
  ['a migration belongs to the database', ['server/db/migrations/0010_users.sql'], ['server/db/bus.api.test.ts']],
  [
    'a contract leads to the features that import it',
    ['contract/school/trial.ts'],
    ['server/features/school/trial/trial.api.test.ts'],
  ],
  [
    'also by its short name',
    ['contract/exams/attempts.ts'],
    ['server/features/exams/mock-exams/taking/taking.api.test.ts'],
  ],
  ['the browser and the documents have none', ['web/lib/api.ts', 'README.md', 'contract/unused.ts'], []],
])('%s', (_what, changed, tests) => {
  expect(related(...changed)).toEqual(tests);
});
