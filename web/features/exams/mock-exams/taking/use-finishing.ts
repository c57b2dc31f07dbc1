import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Attempt } from '#contract/exams/mock-exams.ts';
import { isSignedOut } from '#web/lib/api.ts';
import { untilDone } from '#web/lib/until-done.ts';
import { toast } from '#web/ui/toast.ts';
import type { AttemptSession } from './attempt-session.ts';
import type { FinishWaiting } from './pending-finish.ts';
import { useFinishAttempt } from './quizzes.queries.ts';
import { explainSaveFailure } from './save-failure.ts';
import { catchUp, type LiveAttempt } from './use-live-attempt.ts';

type Parts = {
  live: LiveAttempt;
  /** The session of the answers, or of the bubbles once the answer card has begun. */
  session: AttemptSession;
  isSheet: boolean;
  /** `resultsAt`: inside a window, when the result is due. */
  onFinished: (result: Attempt, tooLate: number, resultsAt?: string) => void;
};

export const sayNotSaved = () =>
  toast({
    title: 'Erro ao salvar respostas',
    description: 'Não foi possível salvar suas respostas. Tente novamente.',
    tone: 'bad',
  });

/** The end of an attempt, by the student or by the deadline: retried until the server has it. */
export function useFinishing({ live, session, isSheet, onFinished }: Parts) {
  const { id: attemptId, wish } = live;
  const finishAttempt = useFinishAttempt();
  const [isWanted, setWanted] = useState(false);
  /** After a failed try: where the pending finish is stored. */
  const [failed, setFailed] = useState<FinishWaiting | null>(null);
  const [isTimeOver, setTimeOver] = useState(false);
  const tries = useRef<ReturnType<typeof untilDone>>(null);

  /** Returns true when no retry is needed. */
  const submit = useEffectEvent(async (): Promise<boolean> => {
    if (isTimeOver && (await goesOn())) return true;
    const byClock = isTimeOver ? { byClock: true as const } : {};
    try {
      const { attempt, tooLate, resultsAt } = await session.finish((left) =>
        finishAttempt.mutateAsync(
          isSheet
            ? {
                attemptId,
                answers: [],
                marks: left.map(({ questionId, optionId, seq }) => ({ questionId, optionId, seq })),
                ...byClock,
              }
            : { attemptId, answers: left, ...byClock },
        ),
      );
      void wish.drop();
      onFinished(attempt, tooLate.length, ...(resultsAt ? [resultsAt] : []));
      return true;
    } catch (error) {
      explainFailure(error);
      return false;
    }
  });

  /** Extra time was granted meanwhile, or a break moved the deadline: the attempt is not over. */
  const goesOn = async (): Promise<boolean> => {
    const read = await catchUp(live);
    if (!read || Date.parse(read.deadlineAt) <= live.clock.now()) return false;
    setTimeOver(false);
    setWanted(false);
    return true;
  };

  const explainFailure = useEffectEvent((error: unknown) => {
    // After the deadline there is no choice left to offer. A refusal by the server, whose deadline lies ahead, leads to
    // another try, which reads the attempt first.
    if (isTimeOver) return;
    const failure = explainSaveFailure(error);
    if ('elsewhere' in failure) {
      session.setElsewhere(true);
      return giveUp();
    }
    const isSessionOver = isSignedOut(error);
    // An ended session has a separate message; automatic retries are announced once.
    if (!isSessionOver && !failed) sayNotSaved();
    if ('end' in failure) return giveUp();
    setFailed((before) => before ?? 'in this page');
    // Also when the session has ended: it goes out after the next login.
    const seq = Math.max(0, ...[...session.getState().answers.values()].map((answer) => answer.seq));
    void wish.keep({ seq }).then((isKept) => isKept && setFailed((before) => before && 'kept'));
  });

  const giveUp = () => {
    setWanted(false);
    setFailed(null);
    void wish.drop();
  };

  // Ended on an earlier page, without a network.
  const takeUp = useEffectEvent(async () => {
    if (!(await wish.load())) return;
    setFailed('kept');
    setWanted(true);
  });
  useEffect(() => void takeUp(), []);

  useEffect(() => {
    if (!isWanted) return;
    const running = untilDone(submit);
    tries.current = running;
    running.now();
    addEventListener('online', running.now);
    return () => {
      removeEventListener('online', running.now);
      running.stop();
    };
  }, [isWanted]);

  const waiting = isWanted && !isTimeOver ? failed : null;
  const isLost = waiting === 'in this page';
  useEffect(() => {
    if (!isLost) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isLost]);

  return {
    finish: () => (isWanted ? tries.current?.now() : setWanted(true)),
    /** The deadline that is known here has passed: finishes without asking the student, unless it has moved. */
    endOfTime: () => {
      setTimeOver(true);
      setWanted(true);
    },
    /** The student continues to answer instead. */
    withdraw: giveUp,
    isTimeOver,
    isSending: finishAttempt.isPending,
    /** The student has ended the attempt, and the server does not know it yet. */
    waiting,
  };
}
