import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Attempt } from '../../../../contract/quizzes.ts';
import { isSignedOut } from '../../../lib/api.ts';
import { untilDone } from '../../../lib/until-done.ts';
import { toast } from '../../../ui/toast.ts';
import type { AttemptSession } from './attempt-session.ts';
import { useFinishAttempt } from './quizzes.queries.ts';
import { explainSaveFailure } from './save-failure.ts';

type Parts = {
  attemptId: number;
  session: AttemptSession;
  onFinished: (result: Attempt, tooLate: number) => void;
};

export const sayNotSaved = () =>
  toast({
    title: 'Erro ao salvar respostas',
    description: 'Não foi possível salvar suas respostas. Tente novamente.',
    tone: 'bad',
  });

/** The end of an attempt, chosen by the student or come with the deadline: sent until the server has it. */
export function useFinishing({ attemptId, session, onFinished }: Parts) {
  const finishAttempt = useFinishAttempt();
  const [isWanted, setWanted] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [isTimeOver, setTimeOver] = useState(false);
  const tries = useRef<ReturnType<typeof untilDone>>(null);

  /** Whether nothing is left to try. */
  const submit = useEffectEvent(async (): Promise<boolean> => {
    try {
      const { attempt, tooLate } = await session.finish((answers) => finishAttempt.mutateAsync({ attemptId, answers }));
      onFinished(attempt, tooLate.length);
      return true;
    } catch (error) {
      explainFailure(error);
      return false;
    }
  });

  const explainFailure = useEffectEvent((error: unknown) => {
    // At zero nobody is asked and nothing can be chosen: the server has closed the attempt by itself.
    if (isTimeOver) return;
    const isSessionOver = isSignedOut(error);
    // An ended session has its own words; what is tried again by itself is said once.
    if (!isSessionOver && !hasFailed) sayNotSaved();
    if (isSessionOver || 'end' in explainSaveFailure(error)) setWanted(false);
    else setFailed(true);
  });

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

  const isWaiting = isWanted && hasFailed && !isTimeOver;
  // The answers are kept without the page; the wish to end is not.
  useEffect(() => {
    if (!isWaiting) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isWaiting]);

  return {
    finish: () => (isWanted ? tries.current?.now() : setWanted(true)),
    /** Nobody is asked any more. */
    endOfTime: () => {
      setTimeOver(true);
      setWanted(true);
    },
    /** The student goes on answering instead. */
    withdraw: () => {
      setWanted(false);
      setFailed(false);
    },
    isTimeOver,
    isSending: finishAttempt.isPending,
    /** The student has ended the attempt, and the server does not know it yet. */
    isWaiting,
  };
}
