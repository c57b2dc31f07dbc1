import { useState } from 'react';
import type { AttemptAids } from '#contract/exams/attempt-aids.ts';
import type { AttemptPayload } from '#contract/exams/quiz-attempts.ts';
import { useChangeBreak } from './attempt-break.queries.ts';
import type { AttemptClock } from './attempt-clock.ts';

type Times = { notebookUntil: string | null; deadlineAt: string };

/** The breaks of a student who has a right to them; for others there are none. */
export function useAttemptBreak(sheet: AttemptPayload, clock: AttemptClock, onTimes: (times: Times) => void) {
  const [latest, setLatest] = useState<{ of: AttemptPayload; aids: AttemptAids } | null>(null);
  const change = useChangeBreak();
  const aids = (latest?.of === sheet ? latest.aids : sheet.aids) ?? null;
  const isPaused = aids?.pausedUntil != null && clock.now() < Date.parse(aids.pausedUntil);
  const send = (isBegun: boolean) =>
    change.mutate(
      { attemptId: sheet.id, isBegun },
      {
        onSuccess: ({ answer, roundTrip }) => {
          clock.sync(answer.serverTime, roundTrip);
          setLatest({ of: sheet, aids: answer.aids });
          onTimes(answer);
        },
      },
    );
  return {
    aids,
    pausedUntil: isPaused ? aids.pausedUntil : null,
    isSending: change.isPending,
    begin: () => send(true),
    end: () => send(false),
    /** The break is over by itself, also without a network: the server knows when. */
    over: () => aids && setLatest({ of: sheet, aids: { ...aids, pausedUntil: null } }),
  };
}
