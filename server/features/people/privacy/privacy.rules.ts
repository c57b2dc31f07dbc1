/** Columns that say whose a row is: such rows are a person's own data and part of the export. */
export const ownerColumns: readonly string[] = ['student_id', 'user_id', 'owner_id', 'author_id', 'instructor_id'];

/** Columns that say who acted on another person's row: the row is that person's data, not the actor's. */
export const actorColumns: readonly string[] = [
  'decided_by',
  'recorded_by',
  'sent_by',
  'uploaded_by',
  'closed_by',
  'actor_id',
  'saved_by',
  'published_by',
  'written_by',
  'typed_by',
  'answered_by',
  'stopped_by',
  'leased_by',
  'returned_by',
  'confirmed_by',
  'asked_by',
  'created_by',
];

/**
 * Rows that belong to the school. A bank entry may name another person until a user has decided whose it is; the
 * reading of an essay is a draft of its reader, and the student has the correction once it is returned.
 */
export const schoolTables: readonly string[] = ['statement_entries', 'essay_readings'];

/** An export contains neither secrets nor the product's internal values. */
export const isExported = (column: { name: string; type: string }) =>
  column.type !== 'bytea' &&
  column.type !== 'tsvector' &&
  column.name !== 'password_hash' &&
  // A secret: it allows sending pushes to the person's device.
  column.name !== 'endpoint' &&
  // Who decided is internal to the school; the decision and its reason are in the export.
  !actorColumns.includes(column.name) &&
  (column.name === 'file_key' || !/_key$/.test(column.name));

/** Ids that mean nothing to a person, and the text added beside them in the export. */
export const textsOfIds: readonly { column: string; table: string; by?: string; text: string; as: string }[] = [
  // As it reads now; where a row names the version that was answered, the next but one says how it read then.
  { column: 'question_id', table: 'question_versions', by: 'question_id', text: 'statement', as: 'question_text' },
  { column: 'quiz_version_id', table: 'quiz_versions', text: 'title', as: 'quiz_title' },
  { column: 'question_version_id', table: 'question_versions', text: 'statement', as: 'question_text' },
  { column: 'option_id', table: 'options', text: 'option_text', as: 'option_text' },
  { column: 'lesson_id', table: 'lessons', text: 'title', as: 'lesson_title' },
  { column: 'course_id', table: 'courses', text: 'title', as: 'course_title' },
  { column: 'subject_id', table: 'subjects', text: 'name', as: 'subject_name' },
  { column: 'topic_id', table: 'topics', text: 'name', as: 'topic_name' },
  { column: 'exam_id', table: 'exams', text: 'name', as: 'exam_name' },
  { column: 'offer_id', table: 'offers', text: 'name', as: 'offer_name' },
  { column: 'coupon_id', table: 'coupons', text: 'code', as: 'coupon_code' },
];

export const ACCESS_RECORD_DAYS = 183;
export const DELETION_WAIT_DAYS = 7;
