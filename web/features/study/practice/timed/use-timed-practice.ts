import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { finishPractice, Practice } from '#contract/study/practice.ts';
import { chooseInPractice } from '#contract/study/timed-practice.ts';
import { createAttemptClock } from '#web/features/exams/mock-exams/taking/attempt-clock.ts';
import { call, isFinal, isRefused } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useUser } from '#web/lib/session.ts';
import { untilDone } from '#web/lib/until-done.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { practiceQuery, useFinish } from '../practice.queries.ts';
import { showChoices } from './timed-practice.queries.ts';
import { addUnsent, readUnsent, removeSent, toastLate } from './unsent-choices.ts';

/** saved: the server has every choice; saving: a request is under way; waiting: it failed and is retried. */
export type ChoicesState = 'saved' | 'saving' | 'waiting';

/** The choices of a timed practice and its end. Both are retried until the server has them. */
export function useTimedPractice(practice: Practice & { timed: NonNullable<Practice['timed']> }) {
  const { id, timed } = practice;
  const userId = useUser().id;
  const [unsent, setUnsent] = useState(() => readUnsent(userId, id));
  const [state, setState] = useState<ChoicesState>(unsent.size > 0 ? 'waiting' : 'saved');
  const [isEnding, setEnding] = useState(false);
  // Read after a request, when the state of the render that began it is old.
  const wantsEnd = useRef(false);
  const setEnd = (wanted: boolean) => {
    wantsEnd.current = wanted;
    setEnding(wanted);
  };
  const finish = useFinish(id);
  const [clock] = useState(() => {
    const made = createAttemptClock();
    made.sync(timed.serverTime, 0);
    return made;
  });

  // A practice that was read before shows its old time until the answer of the server is there.
  useEffect(() => clock.sync(timed.serverTime, 0), [clock, timed.serverTime]);
  useEffect(() => {
    // The device may have slept, and its clock with it.
    const comeBack = () => {
      if (document.visibilityState === 'visible')
        void queryClient.refetchQueries({ queryKey: practiceQuery(id).queryKey });
    };
    document.addEventListener('visibilitychange', comeBack);
    return () => document.removeEventListener('visibilitychange', comeBack);
  }, [id]);

  /** It ended without this tab: by the deadline, or in another tab. The next read shows the result. */
  const leaveOut = async () => {
    const late = readUnsent(userId, id);
    setUnsent(removeSent(userId, id, late));
    if (late.size > 0) toastLate(late.size);
    await queryClient.refetchQueries({ queryKey: practiceQuery(id).queryKey });
  };

  /** Sends all unsent choices. Returns true when no retry is needed. */
  const send = async (): Promise<boolean> => {
    const sent = readUnsent(userId, id);
    if (sent.size === 0) return true;
    setState('saving');
    const startedAt = performance.now();
    try {
      const choices = [...sent].map(([questionId, optionId]) => ({ questionId, optionId }));
      const { answered, serverTime } = await call(chooseInPractice, { params: { id }, body: { choices } });
      clock.sync(serverTime, performance.now() - startedAt);
      showChoices(id, sent, answered);
      const left = removeSent(userId, id, sent);
      setUnsent(left);
      setState(left.size > 0 ? 'saving' : 'saved');
      return left.size > 0 ? send() : true;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setState('waiting');
      if (isRefused<typeof chooseInPractice>(error, 'state_conflict')) {
        await leaveOut();
        return true;
      }
      // Refused while another simulado asks the same question: tried again until that one is over.
      if (!isFinal(error) || isRefused<typeof chooseInPractice>(error, 'attempt_open')) return false;
      toastFailure('Resposta não enviada')(error);
      return true;
    }
  };

  const work = useEffectEvent(async (): Promise<boolean> => {
    if (!(await send())) return false;
    if (!wantsEnd.current || readUnsent(userId, id).size > 0) return true;
    try {
      await finish.mutateAsync();
      return true;
    } catch (error) {
      const isOver = isFinal(error) && !isRefused<typeof finishPractice>(error, 'attempt_open');
      if (isOver) setEnd(false);
      return isOver;
    }
  });
  const tries = useRef<ReturnType<typeof untilDone>>(null);
  useEffect(() => {
    const made = untilDone(() => work());
    tries.current = made;
    made.now();
    window.addEventListener('online', made.now);
    return () => {
      window.removeEventListener('online', made.now);
      made.stop();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice or the end begins a try
  useEffect(() => tries.current?.now(), [unsent, isEnding]);

  return {
    clock,
    state,
    unsent: unsent.size,
    isEnding,
    chosen: (questionId: number) => {
      const waiting = unsent.get(questionId);
      const stored = practice.questions.find((one) => one.id === questionId)?.chosenOptionId ?? null;
      return waiting === undefined ? stored : waiting;
    },
    choose: (questionId: number, optionId: number) => setUnsent(addUnsent(userId, id, questionId, optionId)),
    end: () => setEnd(true),
    withdraw: () => setEnd(false),
  };
}
