/** What `npm run mutate` breaks on purpose: modules that decide something and have their tests beside them. */
const beside = [
  'server/features/accounts/accounts.policy.ts',
  'server/features/accounts/device-cookie.ts',
  'server/features/courses/courses.policy.ts',
  'server/features/lessons/lessons.policy.ts',
  'server/features/coupons/coupons.policy.ts',
  'server/features/offers/offers.policy.ts',
  'server/features/payments/payments.policy.ts',
  'server/features/payments/refunds.policy.ts',
  'server/features/payments/proof-access.policy.ts',
  'server/features/payments/proof-limits.policy.ts',
  'server/features/privacy/export.policy.ts',
  'server/features/quizzes/authoring/authoring.policy.ts',
  'server/features/quizzes/grading/deadline.ts',
  'server/features/quizzes/grading/grading.ts',
  'server/features/quizzes/drawing/draws.ts',
  'server/http/paging.ts',
  'server/http/session-cache.ts',
  'server/time/working-days.ts',
  'web/features/quizzes/taking/attempt-session.ts',
];

/** Each with the tests that must notice. */
export const modules: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  beside.map((module) => [module, [module.replace(/\.ts$/, '.test.ts')]]),
);
