import { queryOptions, useMutation } from '@tanstack/react-query';
import { deletePlanFeed, getPlanFeed, getStudyPlan, renewPlanFeed } from '../../../contract/study-plan.ts';
import { call, textOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../ui/toast.ts';

export const studyPlanQuery = queryOptions({
  // Under the dashboard's key: what changes the dashboard changes the plan.
  queryKey: ['dashboard', 'study-plan'],
  queryFn: ({ signal }) => call(getStudyPlan, { signal }),
  // Reading ticks an item without any mutation of this browser.
  refetchOnMount: 'always',
});

export const planFeedQuery = queryOptions({
  queryKey: ['study-plan-feed'],
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
