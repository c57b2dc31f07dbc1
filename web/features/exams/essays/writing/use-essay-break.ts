import { useMutation } from '@tanstack/react-query';
import { beginEssayBreak, type Essay, endEssayBreak, type saveEssay } from '#contract/exams/essays.ts';
import { type AttemptClock, measured } from '#web/features/exams/mock-exams/taking/attempt-clock.ts';
import { call, isRefused } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { essayQuery, fetchEssay } from './writing.queries.ts';

/** The breaks of a student who has a right to them; for others there are none. */
export function useEssayBreak(essay: Essay, clock: AttemptClock) {
  const { id, aids } = essay;
  const set = (change: Partial<Essay>) =>
    queryClient.setQueryData(essayQuery(id).queryKey, (before) => before && { ...before, ...change });
  const change = useMutation({
    mutationFn: (isBegun: boolean) =>
      measured(() => call(isBegun ? beginEssayBreak : endEssayBreak, { params: { id } })),
    onSuccess: ({ answer, roundTrip }) => {
      clock.sync(answer.serverTime, roundTrip);
      set({ deadlineAt: answer.deadlineAt, aids: answer.aids });
    },
    onError: toastFailure('O relógio não mudou'),
  });
  return {
    pausedUntil: aids?.pausedUntil && clock.now() < Date.parse(aids.pausedUntil) ? aids.pausedUntil : null,
    isSending: change.isPending,
    begin: () => change.mutate(true),
    end: () => change.mutate(false),
    /**
     * The break is over by itself, also without a network. Another device may have ended it before, so the deadline is
     * read again where the network allows it.
     */
    over: () => {
      if (aids) set({ aids: { ...aids, pausedUntil: null } });
      void fetchEssay(id).catch(() => undefined);
    },
  };
}

/** Another device has stopped the clock: reads until when. The text waits in this browser. */
export async function followBreak(id: number, error: unknown): Promise<void> {
  if (isRefused<typeof saveEssay>(error, 'attempt_paused')) await fetchEssay(id);
}
