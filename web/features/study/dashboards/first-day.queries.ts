import { useMutation } from '@tanstack/react-query';
import { beginStartTest, endFirstDay, getFirstDay } from '#contract/study/first-day.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const firstDayQuery = readQuery(getFirstDay, keys.dashboard.firstDay);

export const useBeginStartTest = () =>
  useMutation({
    mutationFn: () => call(beginStartTest),
    onSuccess: () => invalidate(keys.dashboard.all),
    onError: toastFailure('Teste não iniciado'),
  });

export const useEndFirstDay = () =>
  useMutation({ mutationFn: () => call(endFirstDay), onSuccess: () => invalidate(keys.dashboard.all) });
