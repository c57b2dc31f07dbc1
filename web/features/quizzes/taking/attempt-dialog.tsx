import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { AttemptSheet } from '../../../../contract/quiz-attempts.ts';
import type { Attempt } from '../../../../contract/quizzes.ts';
import { preloadFor } from '../../../editor/question-text.tsx';
import { useHoldReloads } from '../../../lib/new-version.ts';
import { Countdown } from './countdown.tsx';
import { FinishNotice } from './finish-notice.tsx';
import type { FinishWaiting } from './finish-wish.ts';
import { QuizFrame } from './quiz-frame.tsx';
import { SaveState, SpokenSaveState } from './save-state.tsx';
import { sayNotSaved, useFinishing } from './use-finishing.ts';
import type { LiveAttempt } from './use-live-attempt.ts';

type AttemptDialogProps = {
  sheet: AttemptSheet;
  live: LiveAttempt;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onFinished: (result: Attempt, tooLate: number, resultsAt?: string) => void;
  /** The student has ended the attempt, and the server does not know it yet. */
  onFinishWaiting: (waiting: FinishWaiting | null) => void;
};

const blank = { optionId: null, flagged: false };

/** An attempt under way: the frame, fed by the session, ended by the student or by the server's clock. */
export function AttemptDialog({ sheet, live, open, onOpenChange, onFinished, onFinishWaiting }: AttemptDialogProps) {
  const { session, clock, wish } = live;
  const state = useSyncExternalStore(session.subscribe, session.getState);
  useHoldReloads(open);
  const finishing = useFinishing({ attemptId: sheet.id, session, wish, onFinished });
  const { isTimeOver, endOfTime, waiting } = finishing;
  const isFinishWaiting = waiting !== null;
  const tellPage = useEffectEvent(onFinishWaiting);
  useEffect(() => tellPage(waiting), [waiting]);
  const [wasWaiting, setWasWaiting] = useState(false);
  const isWaiting = state.save === 'waiting';
  if (isWaiting && !wasWaiting) setWasWaiting(true);
  useEffect(() => preloadFor(sheet.questions), [sheet]);

  const end = useEffectEvent(() => {
    // Closed elsewhere, or by the deadline: finishing again only asks for the result.
    if (state.end === 'expired' || state.end === 'closed') endOfTime();
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
          <SaveState state={state} isFinishWaiting={isFinishWaiting} />
          <SpokenSaveState isWaiting={isWaiting} wasWaiting={wasWaiting} />
        </>
      }
      timer={sheet.hasTimeLimit && <Countdown deadlineAt={sheet.deadlineAt} clock={clock} onZero={endOfTime} />}
      notice={
        (isTimeOver || isFinishWaiting) && (
          <FinishNotice waiting={waiting} isSending={finishing.isSending} onWithdraw={finishing.withdraw} />
        )
      }
      questions={sheet.questions}
      answerOf={answerOf}
      firstIndex={Math.max(0, firstOpen)}
      onChoose={session.choose}
      onFlag={session.flag}
      onFinish={finishing.finish}
      finishing={finishing.isSending || isTimeOver}
      locked={isTimeOver || isFinishWaiting}
    />
  );
}
