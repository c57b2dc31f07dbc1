import { queryOptions, useMutation } from '@tanstack/react-query';
import { deletePlanFeed, getPlanFeed, getStudyPlan, renewPlanFeed } from '#contract/study/study-plan.ts';
import { call, textOf } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toast } from '#web/ui/toast.ts';

export const studyPlanQuery = queryOptions({
  queryKey: keys.dashboard.studyPlan,
  queryFn: ({ signal }) => call(getStudyPlan, { signal }),
});

export const planFeedQuery = queryOptions({
  queryKey: keys.studyPlanFeed,
  queryFn: ({ signal }) => call(getPlanFeed, { signal }),
});

const failed = (error: Error) => toast({ title: 'Não foi possível salvar', description: textOf(error), tone: 'bad' });

export const useRenewFeed = () =>
  useMutation({
    mutationFn: () => call(renewPlanFeed),
    onSuccess: (feed) => queryClient.setQueryData(planFeedQuery.queryKey, feed),
    onError: failed,
  });

export const useDeleteFeed = () =>
  useMutation({
    mutationFn: () => call(deletePlanFeed),
    onSuccess: () => queryClient.setQueryData(planFeedQuery.queryKey, { path: null }),
    onError: failed,
  });
