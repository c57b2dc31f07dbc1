import { listUpcomingWindows } from '#contract/exams/quiz-windows.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

/** The simulados with a window that are open or come next. */
export const upcomingWindowsQuery = readQuery(listUpcomingWindows, keys.quizzes.windows);
