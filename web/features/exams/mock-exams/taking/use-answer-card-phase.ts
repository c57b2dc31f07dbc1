import { useEffect, useEffectEvent, useState } from 'react';
import type { AttemptPayload } from '#contract/exams/quiz-attempts.ts';
import { toast } from '#web/ui/toast.ts';
import type { AttemptSession } from './attempt-session.ts';
import { useBeginAnswerCard } from './quizzes.queries.ts';
import { catchUp, type LiveAttempt } from './use-live-attempt.ts';

/** Once everything is on the server, or false when the network does not take it. */
const whenSent = (session: AttemptSession) =>
  new Promise<boolean>((resolve) => {
    const check = () => {
      const { unsent, save } = session.getState();
      if (unsent > 0 && save !== 'waiting') return;
      unsubscribe();
      resolve(unsent === 0);
    };
    const unsubscribe = session.subscribe(check);
    void session.flush();
    check();
  });

type Times = { notebookUntil: string | null; deadlineAt: string };

/** The two phases of an exam with an answer card; without one there is only the notebook. */
export function useAnswerCardPhase(sheet: AttemptPayload, live: LiveAttempt) {
  const { session, clock } = live;
  // The latest times from the server count: those of the begun answer card or of a break, until the attempt is opened
  // again.
  const [begun, setBegun] = useState<({ of: AttemptPayload } & Times) | null>(null);
  const { notebookUntil, deadlineAt } = begun?.of === sheet ? begun : sheet;
  const [isClosed, setClosed] = useState(() => session.getState().end === 'notebook');
  const [openedOf, setOpenedOf] = useState<AttemptPayload | null>(null);
  const isSheet =
    isClosed || openedOf === sheet || (notebookUntil !== null && clock.now() >= Date.parse(notebookUntil));
  const begin = useBeginAnswerCard();

  // Closed on another device, or by the clock while an answer was being sent.
  const follow = useEffectEvent(() => {
    if (session.getState().end === 'notebook') setClosed(true);
  });
  useEffect(() => session.subscribe(follow), [session]);

  const beginSheet = async () => {
    if (!(await whenSent(session))) {
      return toast({
        title: 'O caderno continua aberto',
        description: 'Há respostas que ainda não foram enviadas. Tente de novo quando a conexão voltar.',
        tone: 'bad',
      });
    }
    begin.mutate(sheet.id, {
      onSuccess: ({ answer, roundTrip }) => {
        clock.sync(answer.serverTime, roundTrip);
        setBegun({ of: sheet, notebookUntil: answer.notebookUntil, deadlineAt: answer.deadlineAt });
        setOpenedOf(sheet);
      },
    });
  };

  return {
    notebookUntil,
    deadlineAt,
    isSheet,
    beginSheet,
    isBeginning: begin.isPending,
    /** The time of the notebook is over, unless extra time or a break has moved it. */
    openSheet: async () => {
      const read = await catchUp(live);
      setOpenedOf(read === null ? sheet : null);
    },
    /** A break has moved the times. */
    setTimes: ({ notebookUntil, deadlineAt }: Times) => setBegun({ of: sheet, notebookUntil, deadlineAt }),
  };
}
