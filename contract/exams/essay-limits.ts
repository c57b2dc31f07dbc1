/** Days in which a student may ask for a review of a returned essay: what a theme may allow, and the default. */
export const ESSAY_REVIEW_DAYS_MAX = 60;
export const ESSAY_REVIEW_DAYS_DEFAULT = 5;
/** Lists of readers are counted up to one more than this: a count of all would cost more than the page. */
export const ESSAYS_COUNTED_MAX = 500;
/** The reason of a review, and the words that decide it. */
export const ESSAY_REVIEW_WORDS_MAX = 2000;
