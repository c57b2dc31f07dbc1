import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import type { AttemptSheet } from '../../../../contract/quiz-attempts.ts';
import type { Attempt } from '../../../../contract/quizzes.ts';
import { preloadFor } from '../../../editor/question-text.tsx';
import { isSignedOut } from '../../../lib/api.ts';
import { useHoldReloads } from '../../../lib/new-version.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { Countdown } from './countdown.tsx';
import { QuizFrame } from './quiz-frame.tsx';
import { useFinishAttempt } from './quizzes.queries.ts';
import { SaveState, SpokenSaveState } from './save-state.tsx';
import type { LiveAttempt } from './use-live-attempt.ts';

type AttemptDialogProps = {
  sheet: AttemptSheet;
  live: LiveAttempt;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onFinished: (result: Attempt, tooLate: number) => void;
};

const sayNotSaved = () =>
  toast({
    title: 'Erro ao salvar respostas',
    description: 'Não foi possível salvar suas respostas. Tente novamente.',
    tone: 'bad',
  });

const RETRY_MS = 3000;
const blank = { optionId: null, flagged: false };

/** An attempt under way: the frame, fed by the session, ended by the student or by the server's clock. */
export function AttemptDialog({ sheet, live, open, onOpenChange, onFinished }: AttemptDialogProps) {
  const { session, clock } = live;
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useHoldReloads(open);
  const finishAttempt = useFinishAttempt();
  const [timeOver, setTimeOver] = useState(false);
  const [wasWaiting, setWasWaiting] = useState(false);
  const isWaiting = state.save === 'waiting';
  if (isWaiting && !wasWaiting) setWasWaiting(true);
  const retry = useRef<ReturnType<typeof setTimeout>>(undefined);

  const submit = async (): Promise<boolean> => {
    try {
      const { attempt, tooLate } = await session.finish((answers) =>
        finishAttempt.mutateAsync({ attemptId: sheet.id, answers }),
      );
      onFinished(attempt, tooLate.length);
      return true;
    } catch (error) {
      // An ended session has its own words.
      if (!isSignedOut(error) && !timeOver) sayNotSaved();
      return false;
    }
  };

  // At zero nobody is asked, and the network's return is waited for: the server has closed the attempt by itself.
  const submitUntilDone = async (): Promise<void> => {
    setTimeOver(true);
    if (await submit()) return;
    clearTimeout(retry.current);
    retry.current = setTimeout(submitUntilDone, RETRY_MS);
  };
  useEffect(() => () => clearTimeout(retry.current), []);
  useEffect(() => preloadFor(sheet.questions), [sheet]);

  const end = useEffectEvent(() => {
    // Closed elsewhere, or by the deadline: finishing again only asks for the result.
    if (state.end === 'expired' || state.end === 'closed') void submitUntilDone();
    if (state.end !== 'refused') return;
    sayNotSaved();
    onOpenChange(false);
  });
  useEffect(() => {
    if (state.end) end();
  }, [state.end]);

  const answerOf = (questionId: number) => state.answers.get(questionId) ?? blank;
  const firstOpen = sheet.questions.findIndex(({ id }) => answerOf(id).optionId === null);

  return (
    <QuizFrame
      open={open}
      onOpenChange={onOpenChange}
      title={sheet.title}
      state={
        <>
          <SaveState state={state} />
          <SpokenSaveState isWaiting={isWaiting} wasWaiting={wasWaiting} />
        </>
      }
      timer={sheet.hasTimeLimit && <Countdown deadlineAt={sheet.deadlineAt} clock={clock} onZero={submitUntilDone} />}
      notice={
        timeOver && (
          <div className="px-4 pt-4 md:px-8" role="alert">
            <Notice tone="sun" title="O tempo acabou">
              Estamos enviando suas respostas. As que já estavam salvas contam, mesmo que a conexão demore a voltar.
            </Notice>
          </div>
        )
      }
      questions={sheet.questions}
      answerOf={answerOf}
      firstIndex={Math.max(0, firstOpen)}
      onChoose={session.choose}
      onFlag={session.flag}
      onFinish={submit}
      finishing={finishAttempt.isPending || timeOver}
      locked={timeOver}
    />
  );
}
