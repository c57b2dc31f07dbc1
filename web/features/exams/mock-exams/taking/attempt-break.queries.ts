import { useMutation } from '@tanstack/react-query';
import { beginBreak, endBreak } from '#contract/exams/exam-time.ts';
import { call } from '#web/lib/api.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { measured } from './attempt-clock.ts';

/** Stops the clock for a break, or lets it run again. */
export const useChangeBreak = () =>
  useMutation({
    mutationFn: ({ attemptId, isBegun }: { attemptId: number; isBegun: boolean }) =>
      measured(() => call(isBegun ? beginBreak : endBreak, { params: { id: attemptId } })),
    onError: toastFailure('O relógio não mudou'),
  });
