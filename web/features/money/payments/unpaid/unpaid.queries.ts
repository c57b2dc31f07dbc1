import { useMutation } from '@tanstack/react-query';
import { changeReminders, getUnpaidSummary, listUnpaidOrders, stopReminders } from '#contract/money/reminders.ts';
import { call } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const PAGE = 50;

export const unpaidQuery = pagesQuery(listUnpaidOrders, schoolKeys.payments.unpaid, { query: { limit: PAGE } });

export const unpaidSummaryQuery = readQuery(getUnpaidSummary, schoolKeys.payments.unpaidSummary);

export const useChangeReminders = () =>
  useMutation({
    mutationFn: ({ id, stopped }: { id: number; stopped: boolean }) =>
      call(changeReminders, { params: { id }, body: { stopped } }),
    onSuccess: (_, { stopped }) => toast({ title: stopped ? 'Lembretes parados' : 'Lembretes retomados' }),
    onError: toastFailure('Não foi possível mudar os lembretes'),
    onSettled: () => void invalidate(schoolKeys.payments.unpaid),
  });

export const useStopReminders = () =>
  useMutation({ mutationFn: (token: string) => call(stopReminders, { params: { token } }) });
