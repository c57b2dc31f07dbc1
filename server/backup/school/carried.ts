/**
 * What the archive of a school leaves out, each with its reason. Everything else is carried, so a new table or column
 * is carried unless it is listed here (carried.api.test.ts compares these lists with the schema).
 */
export const leftOutTables: Readonly<Record<string, string>> = {
  sessions: 'Sessions: people log in again.',
  ended_sessions: 'Sessions: hashes of ended ones.',
  second_factors: 'Secrets: keys of authenticator apps.',
  second_factor_tickets: 'Secrets: logins that wait for a code.',
  recovery_codes: 'Secrets: hashes of codes.',
  passkeys: 'Credentials that are bound to the host of the old school.',
  passkey_challenges: 'Secrets: challenges of minutes.',
  google_flows: 'Secrets: logins that wait for Google.',
  email_links: 'Tokens: ids of links in letters.',
  security_links: 'Tokens: ids of links in letters.',
  mail_checks: 'Secrets: hashes of codes in test letters.',
  person_documents: 'Secrets: CPFs, encrypted and hashed with the secret of the old server (353).',
  known_logins: 'Hashes made with the secret of the old server.',
  study_feeds: 'Tokens: addresses of calendars.',
  push_keys: 'Secrets: the key that signs messages to devices.',
  push_subscriptions: 'Secrets: addresses of devices, bound to the key above.',
  push_deliveries: 'Belongs to subscriptions that are left out.',
  rate_counts: 'Counters of minutes, made with the secret of the old server.',
  throttle_events: 'Counters of hours, made with the secret of the old server.',
  lesson_writers: 'Presence: who has an editor open.',
  recording_uploads: 'Uploads that are not complete, in the old file store.',
  attachment_copies: 'A cache: copies are made again when they are opened.',
  unclaimed_files: 'Bookkeeping of the old file store.',
  shared_changes: 'A feed for caches of running processes.',
  visit_figures: 'How fast the old server was in the browsers of its visitors.',
  maintenance_runs: 'When scheduled jobs ran on the old machine.',
  failed_items: 'What failed on the old machine; the jobs find it again.',
  backups: 'Backups of the old machine.',
  restored_copies: 'Whether the old database is a restored copy.',
  school_exports: 'Archives of the old school, this one included.',
  migrations: 'Stated in the manifest, and applied before the rows are loaded.',
};

/** Columns that are left out of tables that are carried. */
export const leftOutColumns: Readonly<Record<string, string>> = {
  'users.password_hash': 'Secrets: everybody sets a new password by the letter of a forgotten one.',
  'people_imports.cpfs_sealed':
    'Secrets: CPFs of an import that is not done, encrypted with the secret of the old server.',
  'users.password_removed_at': 'Set by the import, because nobody has a password then.',
  'question_lists.share_token': 'A token: its owner shares the list again.',
};

/** Columns that name a file in the file store. The archive has the file of every such value. */
export const fileColumns: readonly string[] = [
  'attachments.file_key',
  'card_imports.file_key',
  'card_pictures.file_key',
  'card_set_cards.picture_key',
  'essay_pages.file_key',
  'exam_time_requests.file_key',
  'media.file_key',
  'payment_proofs.file_key',
  'payment_proofs.preview_key',
  'question_import_scans.file_key',
  'recording_renditions.file_key',
  'recordings.file_key',
  'recordings.poster_key',
  'refunds.file_key',
];

/**
 * Waiting jobs that are carried, because nothing would start them again. Scheduled jobs come round by themselves. No
 * other job is exported, and an archive that has another one is refused.
 */
export const carriedJobs: readonly string[] = [
  'compare-import',
  'confirm-statement',
  'import-anki-deck',
  'import-questions',
  'log-attempt-answers',
  'look-at-charge',
  'people-import',
  'people-import-undo',
  'prepare-recording',
  'rank-quiz',
  'read-proof',
  'recognise-import-pages',
  'regrade-essays',
  'regrade-question',
  'take-statement-back',
  'undo-anki-import',
];

/** Jobs without a schedule that are left out, each with its reason. */
export const leftOutJobs: Readonly<Record<string, string>> = {
  announcement: 'E-mails: the old school sends them.',
  mail: 'E-mails: the old school sends them.',
  notification_digest: 'E-mails: the old school sends them.',
  notification_mails: 'E-mails: the old school sends them.',
  'people-import-letters': 'E-mails: the old school sends them.',
  'release-stored-mails': 'E-mails: the old school sends them.',
  notification_pushes: 'Messages to devices: the old school sends them.',
  push: 'Messages to devices: the old school sends them.',
  'remove-media-file': 'Concerns the old file store.',
  'export-school': 'Archives of the old school.',
};

/** Columns of a waiting job. Its state, attempts and times of running begin again. */
export const jobColumns: readonly string[] = [
  'id',
  'name',
  'priority',
  'data',
  'retry_limit',
  'retry_delay',
  'retry_backoff',
  'retry_delay_max',
  'expire_seconds',
  'deletion_seconds',
  'singleton_key',
  'start_after',
  'created_on',
  'keep_until',
  'policy',
];

export const isCarried = (table: string, column?: string) =>
  !Object.hasOwn(leftOutTables, table) &&
  (column === undefined || !Object.hasOwn(leftOutColumns, `${table}.${column}`));

/**
 * Carried tables that a first start and the first login of its administrator fill, each with the condition on such rows.
 * A row outside this list is content, and an import refuses the school that has it.
 */
export const firstRows: Readonly<Record<string, string>> = {
  users: `role = 'admin'`,
  offers: 'is_default',
  page_versions: 'is_brought',
  access_records: 'true',
  answer_intake: 'true',
  audit_events: 'true',
  consents: 'true',
  first_step_skips: 'true',
  last_visits: 'true',
  login_names: 'true',
  mastery_model: 'true',
  news_seen: 'true',
  notification_choices: 'true',
  notifications: 'true',
  preferences: 'true',
  sample_school: 'true',
  sent_mails: 'true',
  settings: 'true',
  student_changes: 'true',
  student_counts: 'true',
  student_figures: 'true',
  visit_days: 'true',
};
