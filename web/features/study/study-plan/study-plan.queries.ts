import { useMutation } from '@tanstack/react-query';
import { deletePlanFeed, getPlanFeed, getStudyPlan, renewPlanFeed } from '#contract/study/study-plan.ts';
import { call, textOf } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

export const studyPlanQuery = readQuery(getStudyPlan, keys.dashboard.studyPlan);

export const planFeedQuery = readQuery(getPlanFeed, keys.studyPlanFeed);

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
