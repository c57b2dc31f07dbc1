/** Lessons that one article page lists. */
export const LAW_LESSONS_SHOWN = 30;
/** Articles that authors attach to one question. */
export const LAW_ARTICLES_OF_QUESTION_MAX = 10;
/** Questions that one article page lists. */
export const LAW_QUESTIONS_SHOWN = 100;
