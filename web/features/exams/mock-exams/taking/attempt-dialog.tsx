import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { Attempt } from '#contract/exams/mock-exams.ts';
import type { AttemptPayload } from '#contract/exams/quiz-attempts.ts';
import { preloadFor } from '#web/editor/question-text.tsx';
import { usePauseReloads } from '#web/lib/new-version.ts';
import { AnswerCardFrame } from './answer-card-frame.tsx';
import { BreakOffer, BreakScreen } from './attempt-break.tsx';
import { Countdown } from './countdown.tsx';
import { ElsewhereNotice } from './elsewhere-notice.tsx';
import { FinishNotice } from './finish-notice.tsx';
import type { FinishWaiting } from './pending-finish.ts';
import { QuizFrame } from './quiz-frame.tsx';
import { worthHint } from './ruled-words.ts';
import { SaveState, SpokenSaveState } from './save-state.tsx';
import { useAnswerCardPhase } from './use-answer-card-phase.ts';
import { useAttemptBreak } from './use-attempt-break.ts';
import { sayNotSaved, useFinishing } from './use-finishing.ts';
import { useLeaves } from './use-leaves.ts';
import type { LiveAttempt } from './use-live-attempt.ts';

export type AttemptDialogProps = {
  sheet: AttemptPayload;
  live: LiveAttempt;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onFinished: (result: Attempt, tooLate: number, resultsAt?: string) => void;
  /** The student has ended the attempt, and the server does not know it yet. */
  onFinishWaiting: (waiting: FinishWaiting | null) => void;
};

const blank = { optionId: null, flagged: false, doubted: false, leftBlank: false };

const CLOSE_NOTEBOOK =
  'Fechar o caderno e passar ao cartão? As respostas do caderno não mudam mais, e só o cartão vale.';

/** An attempt under way: the frame, fed by the session, ended by the student or by the server's clock. */
export default function AttemptDialog({
  sheet: opened,
  live,
  open,
  onOpenChange,
  onFinished,
  onFinishWaiting,
}: AttemptDialogProps) {
  const { session, clock, latest } = live;
  // A later read of the attempt may have brought other times, aids, or the questions after a break.
  const sheet = useSyncExternalStore(latest.subscribe, latest.get) ?? opened;
  const { conduct, worth } = sheet;
  const phase = useAnswerCardPhase(sheet, live);
  const { isSheet } = phase;
  const pause = useAttemptBreak(sheet, live, phase.setTimes);
  const [showsItems, setShowsItems] = useState(false);
  const active = isSheet ? live.marks : session;
  const state = useSyncExternalStore(active.subscribe, active.getState);
  const notebook = useSyncExternalStore(session.subscribe, session.getState);
  usePauseReloads(open);
  useLeaves({ attemptId: sheet.id, isCounted: conduct.countLeaving && open, before: sheet.leaves });
  const finishing = useFinishing({ live, session: active, isSheet, onFinished });
  const { isTimeOver, endOfTime, waiting } = finishing;
  const isFinishWaiting = waiting !== null;
  const tellPage = useEffectEvent(onFinishWaiting);
  useEffect(() => tellPage(waiting), [waiting]);
  const [wasWaiting, setWasWaiting] = useState(false);
  const isWaiting = state.save === 'waiting' && !state.isElsewhere;
  if (isWaiting && !wasWaiting) setWasWaiting(true);
  useEffect(() => preloadFor(sheet.questions), [sheet]);

  const end = useEffectEvent(() => {
    // Closed on another device, or by the deadline: finishing again only fetches the result.
    if (state.end === 'expired' || state.end === 'closed') endOfTime();
    if (state.end !== 'refused') return;
    sayNotSaved();
    onOpenChange(false);
  });
  useEffect(() => {
    if (state.end) end();
  }, [state.end]);

  const answerOf = (questionId: number) => notebook.answers.get(questionId) ?? blank;
  const firstOpen = sheet.questions.findIndex(({ id }) => answerOf(id).optionId === null);
  const isLocked = isTimeOver || isFinishWaiting;
  const hasNotebookEnd = conduct.sheet !== null && phase.notebookUntil !== null;
  const takeBack = () => {
    session.setElsewhere(false);
    live.marks.setElsewhere(false);
  };

  const shared = {
    open,
    onOpenChange,
    questions: sheet.questions,
    state: (
      <>
        <SaveState state={state} isFinishWaiting={isFinishWaiting} />
        <SpokenSaveState isWaiting={isWaiting} wasWaiting={wasWaiting} />
      </>
    ),
    notice: (
      <>
        {state.isElsewhere && <ElsewhereNotice attemptId={sheet.id} onTaken={takeBack} />}
        {pause.aids && !isLocked && <BreakOffer aids={pause.aids} busy={pause.isSending} onBegin={pause.begin} />}
        {isLocked && <FinishNotice waiting={waiting} isSending={finishing.isSending} onWithdraw={finishing.withdraw} />}
      </>
    ),
  };
  if ((pause.pausedUntil || pause.isWithout) && !isLocked) {
    return (
      <BreakScreen
        open={open}
        onOpenChange={onOpenChange}
        title={sheet.title}
        work="prova"
        state={shared.state}
        pausedUntil={pause.pausedUntil}
        clock={clock}
        busy={pause.isSending}
        onOver={pause.over}
        onEnd={pause.end}
      />
    );
  }
  const untilEnd = (
    <Countdown key={`end ${sheet.serverTime}`} deadlineAt={phase.deadlineAt} clock={clock} onZero={endOfTime} />
  );

  if (isSheet && !showsItems) {
    return (
      <AnswerCardFrame
        {...shared}
        timer={untilEnd}
        marked={(id) => state.answers.get(id)?.optionId ?? null}
        notebook={(id) => answerOf(id).optionId}
        mayCopy={conduct.sheet?.mayCopy ?? false}
        onMark={(id, optionId) => (optionId === null ? live.marks.clear(id) : live.marks.choose(id, optionId))}
        onShowItems={() => setShowsItems(true)}
        onFinish={finishing.finish}
        finishing={finishing.isSending || isTimeOver}
        locked={isLocked}
      />
    );
  }
  return (
    <QuizFrame
      {...shared}
      title={sheet.title}
      isLarge={sheet.aids?.largePrint ?? false}
      timer={
        isSheet
          ? untilEnd
          : sheet.hasTimeLimit && (
              <Countdown
                key={`notebook ${sheet.serverTime}`}
                deadlineAt={(hasNotebookEnd && phase.notebookUntil) || phase.deadlineAt}
                clock={clock}
                onZero={hasNotebookEnd ? () => void phase.openSheet() : endOfTime}
              />
            )
      }
      answerOf={answerOf}
      firstIndex={Math.max(0, firstOpen)}
      onChoose={session.choose}
      onFlag={session.flag}
      onDoubt={conduct.doubtMark ? session.doubt : undefined}
      onLeaveBlank={mayLeaveBlank(sheet) ? session.leaveBlank : undefined}
      hint={worth && worth.wrong !== 0 ? worthHint(worth) : null}
      {...(isSheet
        ? { finishLabel: 'Voltar ao cartão', onFinish: () => setShowsItems(false), finishing: false, locked: true }
        : conduct.sheet
          ? {
              finishLabel: 'Cartão-resposta',
              finishWarning: CLOSE_NOTEBOOK,
              onFinish: () => void phase.beginSheet(),
              finishing: phase.isBeginning,
              locked: isLocked,
            }
          : {
              onFinish: finishing.finish,
              finishing: finishing.isSending || isTimeOver,
              locked: isLocked,
            })}
    />
  );
}

/** Blank is an answer where a wrong one costs, and of Certo ou Errado. */
const mayLeaveBlank = ({ worth, questions }: AttemptPayload) =>
  (worth !== null && worth.wrong < worth.blank) || questions.every(({ kind }) => kind === 'true_false');
