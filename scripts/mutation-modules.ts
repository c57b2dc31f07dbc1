/** What `npm run mutate` breaks on purpose: modules that decide something and have their tests beside them. */
const beside = [
  'server/features/people/accounts/accounts.policy.ts',
  'server/features/people/accounts/device-cookie.ts',
  'server/features/content/courses/courses.policy.ts',
  'server/features/content/lessons/lessons.policy.ts',
  'server/features/money/coupons/coupons.policy.ts',
  'server/features/money/offers/offers.policy.ts',
  'server/features/money/payments/payments.policy.ts',
  'server/features/money/payments/refunds.policy.ts',
  'server/features/money/payments/proof-access.policy.ts',
  'server/features/money/payments/proof-limits.policy.ts',
  'server/features/people/privacy/export.policy.ts',
  'server/features/exams/mock-exams/authoring/authoring.policy.ts',
  'server/features/exams/mock-exams/grading/deadline.ts',
  'server/features/exams/mock-exams/grading/exam-rules.ts',
  'server/features/exams/mock-exams/grading/grading.ts',
  'server/features/exams/mock-exams/drawing/draws.ts',
  'server/features/exams/mock-exams/taking/option-order.ts',
  'server/http/paging.ts',
  'server/http/session-cache.ts',
  'server/pix/brcode.ts',
  'server/pix/pix-key.ts',
  'server/pix/pix.ts',
  'server/time/working-days.ts',
  'web/features/exams/mock-exams/taking/attempt-session.ts',
];

/** What decides together with the database, and stores: the calls that must notice, on a real PostgreSQL. */
const throughCalls: Readonly<Record<string, readonly string[]>> = {
  'server/features/people/accounts/known-logins.ts': ['server/features/people/accounts/recognise.api.test.ts'],
  'server/features/people/accounts/known-logins.store.ts': ['server/features/people/accounts/recognise.api.test.ts'],
  'server/features/content/contests/contests.store.ts': ['server/features/content/contests/contests.api.test.ts'],
  'server/features/money/payments/transitions.ts': ['server/features/money/payments/transitions.api.test.ts'],
  'server/features/exams/mock-exams/taking/key-openings.store.ts': [
    'server/features/exams/mock-exams/grading/key-rule.api.test.ts',
  ],
  'server/http/sessions.ts': [
    'server/http/sessions.test.ts',
    'server/http/sessions.api.test.ts',
    'server/http/session-memory.api.test.ts',
  ],
  'server/http/sessions.store.ts': ['server/http/sessions.api.test.ts'],
  'server/http/throttle.ts': ['server/http/throttle.api.test.ts'],
  'server/http/throttle.store.ts': ['server/http/throttle.api.test.ts'],
};

/** Each with the tests that must notice. */
export const modules: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(beside.map((module) => [module, [module.replace(/\.ts$/, '.test.ts')]])),
  ...throughCalls,
};
