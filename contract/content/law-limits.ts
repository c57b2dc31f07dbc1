/** Lessons that one article page lists. */
export const LAW_LESSONS_SHOWN = 30;
