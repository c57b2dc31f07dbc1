/** Lessons that one article page lists. */
export const LAW_LESSONS_SHOWN = 30;
/** Articles that authors attach to one question. */
export const LAW_ARTICLES_OF_QUESTION_MAX = 10;
/** Questions that one article page lists. */
export const LAW_QUESTIONS_SHOWN = 100;

/** Characters of a law's source. The Constitution as a web page with all of its old texts has about two million. */
export const LAW_SOURCE_MAX = 4_000_000;
export const LAW_FILE_MAX_BYTES = 20 * 1024 * 1024;
export const LAW_NAME_MAX = 200;
export const LAW_SHORT_NAME_MAX = 60;
export const LAW_URN_MAX = 200;
export const LAW_NICKNAMES_MAX = 20;
export const LAWS_MAX = 300;
/** Articles of one answer. */
export const LAW_ARTICLES_PAGE = 30;
/** Citations of one lesson that become links. */
export const LAW_CITATIONS_MAX = 500;
export const LAW_QUOTE_MAX = 300;
