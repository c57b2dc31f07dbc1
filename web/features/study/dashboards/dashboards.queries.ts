import { useMutation } from '@tanstack/react-query';
import { setWeeklyGoal } from '#contract/content/study-time.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { getStudentDashboard } from '#contract/study/dashboards.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, neverStale, seenAnew } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const studentDashboardQuery = readQuery(getStudentDashboard, keys.dashboard.student, {
  ...neverStale,
  // Reading time and the end of an attempt change it without a mutation in this browser. A return to the
  // dashboard therefore renders the cached data and refetches.
  ...seenAnew,
});

export const useSetWeeklyGoal = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof setWeeklyGoal>) => call(setWeeklyGoal, { body }),
    onSuccess: () => invalidate(keys.dashboard.all),
  });
