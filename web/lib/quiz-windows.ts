import { queryOptions } from '@tanstack/react-query';
import { listUpcomingWindows } from '#contract/quiz-windows.ts';
import { call } from './api.ts';
import { keys } from './query-keys.ts';

/** The simulados with a time of their own that are open or come next. */
export const upcomingWindowsQuery = queryOptions({
  queryKey: keys.quizzes.windows,
  queryFn: ({ signal }) => call(listUpcomingWindows, { signal }),
});
