import type { DB } from './tables.ts';

/**
 * Who writes which table: the one folder whose stores may insert, update or delete its rows. Others go through the
 * owner's service. Held by `npm run check` (scripts/architecture-tables.ts); a new table without an owner is a type
 * error here. Views stand with the feature that offers them.
 */
export const tableOwners = {
  access_grants: 'server/features/access',
  access_periods: 'server/features/access',
  access_records: 'server/http',
  attempt_questions: 'server/features/quizzes',
  attempts: 'server/features/quizzes',
  audit_events: 'server/features/audit',
  backups: 'server/backup',
  certificates: 'server/features/certificates',
  closed_attempts: 'server/features/quizzes',
  // Written by a trigger on users (0703_privacy.sql).
  consents: 'server/features/accounts',
  counted_attempts: 'server/features/quizzes',
  coupon_offers: 'server/features/coupons',
  coupon_uses: 'server/features/coupons',
  coupons: 'server/features/coupons',
  course_completions: 'server/features/courses',
  course_items: 'server/features/courses',
  course_ratings: 'server/features/courses',
  courses: 'server/features/courses',
  deletion_requests: 'server/features/privacy',
  email_links: 'server/features/accounts',
  ended_sessions: 'server/http',
  enrollments: 'server/features/courses',
  exams: 'server/features/exams',
  followed_exams: 'server/features/exams',
  known_logins: 'server/features/accounts',
  google_accounts: 'server/features/google',
  google_flows: 'server/features/google',
  key_openings: 'server/features/quizzes',
  lesson_progress: 'server/features/lessons',
  lessons: 'server/features/lessons',
  // Written by a trigger on users (0720_login_names.sql).
  login_names: 'server/features/accounts',
  maintenance_runs: 'server/jobs',
  media: 'server/features/media',
  // Written by triggers on lessons, questions and options (0605_media_library.sql).
  media_uses: 'server/features/media',
  migrations: 'server/db',
  notification_batch_events: 'server/features/notifications',
  notification_choices: 'server/features/notifications',
  notifications: 'server/features/notifications',
  offers: 'server/features/offers',
  options: 'server/features/questions',
  passkey_challenges: 'server/features/passkeys',
  passkeys: 'server/features/passkeys',
  passed_quizzes: 'server/features/courses',
  payment_decisions: 'server/features/payments',
  payment_proofs: 'server/features/payments',
  payments: 'server/features/payments',
  practice_questions: 'server/features/practice',
  practices: 'server/features/practice',
  preferences: 'server/features/accounts',
  question_import_entries: 'server/features/question-bank',
  question_imports: 'server/features/question-bank',
  question_index: 'server/features/questions',
  question_versions: 'server/features/questions',
  questions: 'server/features/questions',
  quiz_version_draws: 'server/features/quizzes',
  quiz_version_questions: 'server/features/quizzes',
  quiz_versions: 'server/features/quizzes',
  quizzes: 'server/features/quizzes',
  rate_counts: 'server/http',
  refunds: 'server/features/payments',
  recovery_codes: 'server/features/second-factor',
  sample_school: 'server/features/sample-school',
  search_entries: 'server/features/search',
  second_factor_tickets: 'server/features/second-factor',
  second_factors: 'server/features/second-factor',
  security_links: 'server/features/accounts',
  sessions: 'server/http',
  settings: 'server/features/settings',
  study_days: 'server/features/study-time',
  study_feeds: 'server/features/study-plan',
  study_goals: 'server/features/study-time',
  subjects: 'server/features/lessons',
  throttle_events: 'server/http',
  unclaimed_files: 'server/files',
  users: 'server/features/accounts',
  visible_course_items: 'server/features/courses',
} satisfies Record<keyof DB, string>;

/** Of pg-boss, written by its package. The system page takes failed jobs up again by the package's own column. */
export const jobOwners = { 'pgboss.job': 'server/features/system' };

/** A restore writes every table, from the names in the archive. */
export const writesAnyTable = 'server/backup';
