import { useMutation } from '@tanstack/react-query';
import { type FirstStepName, getFirstSteps, skipFirstStep } from '#contract/school/first-steps.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const firstStepsQuery = readQuery(getFirstSteps, keys.dashboard.firstSteps);

export const useSkipStep = () =>
  useMutation({
    mutationFn: ({ step, isSkipped }: { step: FirstStepName; isSkipped: boolean }) =>
      call(skipFirstStep, { params: { step }, body: { isSkipped } }),
    onSuccess: (steps) => queryClient.setQueryData(firstStepsQuery.queryKey, steps),
    onError: toastFailure('Não foi possível mudar este passo'),
  });
