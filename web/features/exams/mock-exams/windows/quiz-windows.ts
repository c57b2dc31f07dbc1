import { queryOptions } from '@tanstack/react-query';
import { listUpcomingWindows } from '#contract/exams/quiz-windows.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

/** The simulados with a window that are open or come next. */
export const upcomingWindowsQuery = queryOptions({
  queryKey: keys.quizzes.windows,
  queryFn: ({ signal }) => call(listUpcomingWindows, { signal }),
});
