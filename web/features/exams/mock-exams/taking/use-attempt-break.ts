import { useEffect, useEffectEvent, useState } from 'react';
import type { AttemptAids } from '#contract/exams/attempt-aids.ts';
import type { AttemptPayload } from '#contract/exams/quiz-attempts.ts';
import { untilDone } from '#web/lib/until-done.ts';
import { useChangeBreak } from './attempt-break.queries.ts';
import { catchUp, type LiveAttempt } from './use-live-attempt.ts';

type Times = { notebookUntil: string | null; deadlineAt: string };

/** The breaks of a student who has a right to them; for others there are none. */
export function useAttemptBreak(sheet: AttemptPayload, live: LiveAttempt, onTimes: (times: Times) => void) {
  const { clock } = live;
  const [latest, setLatest] = useState<{ of: AttemptPayload; aids: AttemptAids } | null>(null);
  const change = useChangeBreak();
  const aids = (latest?.of === sheet ? latest.aids : sheet.aids) ?? null;
  const isPaused = aids?.pausedUntil != null && clock.now() < Date.parse(aids.pausedUntil);

  // Opened during the break: the questions come after it.
  const isWithout = sheet.questions.length === 0 && !isPaused;
  const read = useEffectEvent(async () => (await catchUp(live)) !== null && live.latest.get()?.questions.length !== 0);
  useEffect(() => {
    if (!isWithout) return;
    const running = untilDone(read);
    running.now();
    addEventListener('online', running.now);
    return () => {
      removeEventListener('online', running.now);
      running.stop();
    };
  }, [isWithout]);

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
    /** The break is over, and the questions are not here yet. */
    isWithout,
    isSending: change.isPending,
    begin: () => send(true),
    end: () => send(false),
    /** The break is over by itself, also without a network: the server knows when. */
    over: () => aids && setLatest({ of: sheet, aids: { ...aids, pausedUntil: null } }),
  };
}
