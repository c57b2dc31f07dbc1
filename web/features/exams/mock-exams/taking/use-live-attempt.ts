import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AttemptPayload, SavedBubble } from '#contract/exams/quiz-attempts.ts';
import { useUser } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { openOutbox } from './answer-outbox.ts';
import { type AttemptClock, createAttemptClock } from './attempt-clock.ts';
import { type AttemptSession, createAttemptSession } from './attempt-session.ts';
import { createLatestSheet, type LatestSheet } from './latest-sheet.ts';
import { openPendingFinish, type PendingFinishStore } from './pending-finish.ts';
import { forgetTakenKeys, readAttempt, refreshQuizzes, useSaveAnswers, useSaveBubbles } from './quizzes.queries.ts';
import { explainBubbleFailure, explainSaveFailure } from './save-failure.ts';
import { type SiblingTabs, siblingTabs } from './sibling-tabs.ts';

export type LiveAttempt = {
  id: number;
  session: AttemptSession;
  /** Bubbles of the answer card, stored and sent like answers. */
  marks: AttemptSession;
  markSiblings: SiblingTabs;
  clock: AttemptClock;
  siblings: SiblingTabs;
  wish: PendingFinishStore;
  /** What the server said last, by any read of the attempt. */
  latest: LatestSheet;
};

/** A bubble in the shape of the session: without flags. */
const asBubble = (mark: SavedBubble) => ({ ...mark, flagged: false, doubted: false, leftBlank: false });

const sayWhoWon = () =>
  toast({
    title: 'Respondida em outro lugar',
    description: 'Uma questão foi respondida depois em outra aba ou aparelho. Mostramos a resposta mais recente.',
    tone: 'info',
  });

/**
 * The open attempt of a quiz page, active while the page is mounted: unsent answers of an earlier visit are sent as
 * soon as the page loads, whether or not the student opens the quiz again.
 */
export function useLiveAttempt(open: { id: number; startedAt: string } | null) {
  const user = useUser();
  const { mutateAsync: sendAnswers } = useSaveAnswers();
  const { mutateAsync: sendMarks } = useSaveBubbles();
  const [live, setLive] = useState<LiveAttempt | null>(null);
  const known = useRef<LiveAttempt | null>(null);

  const liveFor = (id: number, startedAt: string): LiveAttempt => {
    if (known.current?.id === id) return known.current;
    const clock = createAttemptClock();
    const siblings = siblingTabs(user.id, id);
    const session = createAttemptSession({
      startedAt,
      clock,
      outbox: openOutbox(user.id, id),
      explain: explainSaveFailure,
      onSuperseded: sayWhoWon,
      onChange: siblings.tell,
      async send(answers) {
        const { answer, roundTrip } = await sendAnswers({ attemptId: id, answers });
        clock.sync(answer.serverTime, roundTrip);
        return answer;
      },
    });
    const markSiblings = siblingTabs(user.id, id, 'marks');
    const marks = createAttemptSession({
      startedAt,
      clock,
      outbox: openOutbox(user.id, id, 'marks'),
      explain: explainBubbleFailure,
      onSuperseded: sayWhoWon,
      onChange: markSiblings.tell,
      async send(changes) {
        const bubbles = changes.map(({ questionId, optionId, seq }) => ({ questionId, optionId, seq }));
        const { answer, roundTrip } = await sendMarks({ attemptId: id, marks: bubbles });
        clock.sync(answer.serverTime, roundTrip);
        return { superseded: answer.superseded.map(asBubble) };
      },
    });
    const wish = openPendingFinish(user.id, id);
    known.current = { id, session, marks, markSiblings, clock, siblings, wish, latest: createLatestSheet() };
    return known.current;
  };

  /** Takes over an attempt as the server has just described it. */
  const admit = (sheet: AttemptPayload, roundTrip: number): LiveAttempt => {
    const admitted = liveFor(sheet.id, sheet.startedAt);
    adoptSheet(admitted, sheet, roundTrip);
    setLive(admitted);
    return admitted;
  };

  const notice = useEffectEvent(() => {
    if (open && known.current?.id !== open.id) setLive(liveFor(open.id, open.startedAt));
  });
  const openId = open?.id;
  useEffect(() => {
    if (openId !== undefined) notice();
  }, [openId]);

  useEffect(() => {
    if (!live) return;
    live.session.resume();
    live.marks.resume();
    void live.session.restore();
    void live.marks.restore();
    const leaveSiblings = live.siblings.join((answer) => live.session.adopt([answer]));
    const leaveMarkSiblings = live.markSiblings.join((mark) => live.marks.adopt([mark]));
    const flush = () => {
      void live.session.flush();
      void live.marks.flush();
    };
    const comeBack = () => {
      if (document.visibilityState !== 'visible') return;
      flush();
      void catchUp(live);
    };
    // Closed by the deadline or on another device: the data of the page is outdated.
    const isOver = ({ end }: ReturnType<AttemptSession['getState']>) => end !== null && end !== 'notebook';
    const watched = [live.session, live.marks];
    const leave = watched.map((one) => one.subscribe(() => isOver(one.getState()) && void refreshQuizzes()));
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', comeBack);
    return () => {
      for (const unsubscribe of leave) unsubscribe();
      leaveSiblings();
      leaveMarkSiblings();
      live.session.stop();
      live.marks.stop();
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', comeBack);
    };
  }, [live]);

  return admit;
}

function adoptSheet({ session, marks, clock, latest }: LiveAttempt, sheet: AttemptPayload, roundTrip: number): void {
  clock.sync(sheet.serverTime, roundTrip);
  session.adopt(sheet.answers);
  marks.adopt(sheet.marks.map(asBubble));
  session.setElsewhere(sheet.isElsewhere);
  marks.setElsewhere(sheet.isElsewhere);
  latest.set(sheet);
}

/**
 * Reads the attempt again: after the device was suspended the clock may be wrong, another tab may have answered or
 * begun a break, and extra time may have been granted. Null: offline or finished. The next save or the finish detects
 * which and shows it.
 */
export async function catchUp(live: LiveAttempt): Promise<AttemptPayload | null> {
  try {
    const { answer, roundTrip } = await readAttempt(live.id);
    adoptSheet(live, answer, roundTrip);
    void forgetTakenKeys(answer.questions.map(({ id }) => id));
    return answer;
  } catch {
    return null;
  }
}
