/** Days in which a student may ask for a review of a returned essay: what a theme may allow, and the default. */
export const ESSAY_REVIEW_DAYS_MAX = 60;
export const ESSAY_REVIEW_DAYS_DEFAULT = 5;
/** Lists of readers are counted up to one more than this: a count of all would cost more than the page. */
export const ESSAYS_COUNTED_MAX = 500;
/** The reason of a review, and the words that decide it. */
export const ESSAY_REVIEW_WORDS_MAX = 2000;

/** An essay as it is typed, and its sheet. */
export const ESSAY_TEXT_MAX = 20_000;
export const ESSAY_LINES_MAX = 120;
export const ESSAY_LINE_WIDTH_MIN = 40;
export const ESSAY_LINE_WIDTH_MAX = 120;
export const ESSAY_LINE_WIDTH_DEFAULT = 68;
/** Minutes. */
export const ESSAY_TIME_MAX = 600;
export const ESSAY_TITLE_MAX = 200;
export const ESSAY_COMMAND_MAX = 5000;
/** Descriptions of criteria and levels, comments of a reader. */
export const ESSAY_WORDS_MAX = 1000;
export const ESSAY_COMMENT_MAX = 4000;
export const ESSAY_BASE_TEXTS_MAX = 10;
export const ESPELHO_CRITERIA_MAX = 9;
export const ESPELHO_LEVELS_MAX = 10;
export const ESPELHO_REASONS_MAX = 10;
/** Marks in one correction. */
export const ESSAY_MARKS_MAX = 200;
export const ESSAY_ERRORS_MAX = 500;
/** Hours until the promised return: what a theme may promise, and the default. */
export const ESSAY_RETURN_HOURS_MAX = 720;
export const ESSAY_RETURN_HOURS_DEFAULT = 72;
/** Essays of one student on one theme: the first one and its rewritings. */
export const ESSAYS_OF_THEME_MAX = 10;
/** Minutes for which a reader owns an essay after the last save. The draft outlives the lease. */
export const ESSAY_LEASE_MINUTES = 30;
/** From this number of uses on, a typed comment is offered for the school's bank. */
export const ESSAY_COMMENT_OFFERED_FROM = 3;
/** Comments of the bank that one answer lists. */
export const ESSAY_COMMENTS_SHOWN = 50;
export const ESSAYS_PAGE = 50;
