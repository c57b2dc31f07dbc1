import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { PracticeReveal } from '#contract/study/practice.ts';
import type { MistakeReason, ReviewItem } from '#contract/study/review.ts';
import { revealOf } from '#web/features/platform/offline/reveal.ts';
import { savedQuestions } from '#web/features/platform/offline/saved-questions.ts';
import { AnswerableQuestion } from '#web/features/questions/questions/answerable-question.tsx';
import { LazyDoubts } from '#web/features/study/doubts/lazy-doubts.tsx';
import { LazyComments } from '#web/features/study/question-comments/lazy-comments.tsx';
import QuestionActions from '#web/features/study/question-lists/question-actions.tsx';
import { isFinal, textOf } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { useUser } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { reasonChips } from './mistake-words.ts';
import { useNoteMistake, usePostpone } from './review.queries.ts';
import { deliver } from './review-outbox.ts';

export type Outcome = 'right' | 'wrong' | 'kept';

type ReviewQuestionProps = {
  item: ReviewItem;
  number: number;
  isLast: boolean;
  onOutcome: (outcome: Outcome) => void;
  onNext: () => void;
  /** Puts the question off; absent where it was asked for by its id. */
  postponing?: { onPostponed: () => void; onTakenBack: () => void };
};

const captionOf = ({ subject, topic }: ReviewItem) => [subject, topic].filter(Boolean).join(' · ');

/** One question of the review. Offline its answer is queued, and the next one can be answered. */
export function ReviewQuestion({ item, number, isLast, onOutcome, onNext, postponing }: ReviewQuestionProps) {
  const user = useUser();
  const [key] = useState(newKey);
  const [answer, setAnswer] = useState<PracticeReveal | null>(null);
  const [state, setState] = useState<'asked' | 'sending' | 'kept' | 'guessed'>('asked');

  const about = { key, questionId: item.questionId, ...(item.standsFor ? { standsFor: item.standsFor } : {}) };

  const reply = async (optionId: number) => {
    setState('sending');
    try {
      const told = await deliver(user.id, { ...about, optionId });
      setAnswer(told);
      onOutcome(told.isCorrect ? 'right' : 'wrong');
      setState('asked');
    } catch (error) {
      if (isFinal(error)) {
        toast({ title: 'Resposta não enviada', description: textOf(error), tone: 'bad' });
        setState('asked');
        return;
      }
      // With the key on this device the verdict is shown at once; the answer stays queued all the same.
      const saved = (await savedQuestions(user.id, 'review')).find(({ id }) => id === item.questionId);
      const told = saved && revealOf(saved, optionId);
      if (told) {
        setAnswer(told);
        onOutcome(told.isCorrect ? 'right' : 'wrong');
        setState('asked');
        return;
      }
      onOutcome('kept');
      setState('kept');
    }
  };

  const wasGuess = async () => {
    if (!answer) return;
    setState('guessed');
    onOutcome('wrong');
    await deliver(user.id, { ...about, optionId: answer.optionId, guessed: true }).catch(() => undefined);
  };

  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="flex items-center gap-3 rounded-control bg-hover px-4 py-3 text-sm">
        <RefreshCw className="size-4 shrink-0" aria-hidden="true" />
        <span>
          Está aqui porque: <strong className="font-strong">{item.reason}</strong>
        </span>
      </p>
      {state === 'kept' ? (
        <Notice
          tone="info"
          title="Resposta guardada neste aparelho"
          action={
            <Button variant="next" onClick={onNext}>
              {isLast ? 'Terminar' : 'Próxima questão'}
            </Button>
          }
        >
          Sem conexão agora. Ela é enviada sozinha quando a internet voltar, e a correção aparece no caderno de erros.
        </Notice>
      ) : (
        <AnswerableQuestion
          title={`Questão ${number}`}
          aside={captionOf(item)}
          question={{ ...item, id: item.questionId, answer }}
          busy={state === 'sending'}
          nextLabel={isLast ? 'Terminar revisão' : 'Próxima questão'}
          onReply={reply}
          onNext={onNext}
        >
          {answer?.isCorrect && (
            <Button variant="quiet" className="justify-self-start" disabled={state === 'guessed'} onClick={wasGuess}>
              {state === 'guessed' ? 'Contada como errada: volta logo' : 'Foi chute'}
            </Button>
          )}
          {answer && !answer.isCorrect && <WhatHappened questionId={item.questionId} />}
          <QuestionActions questionId={item.questionId} of={{ ...item, label: captionOf(item) }} />
        </AnswerableQuestion>
      )}
      {!answer && state === 'asked' && postponing && <Postpone item={item} {...postponing} />}
      {answer && <LazyComments questionId={item.questionId} />}
      {answer && <LazyDoubts about={{ kind: 'question', id: item.questionId }} />}
    </div>
  );
}

type PostponeProps = NonNullable<ReviewQuestionProps['postponing']> & { item: ReviewItem };

function Postpone({ item, onPostponed, onTakenBack }: PostponeProps) {
  const postpone = usePostpone(item.standsFor ?? item.questionId, onTakenBack);
  return (
    <Button
      variant="quiet"
      className="justify-self-start"
      busy={postpone.isPending}
      onClick={() => postpone.mutate(undefined, { onSuccess: onPostponed })}
    >
      Adiar até amanhã
    </Button>
  );
}

function WhatHappened({ questionId }: { questionId: number }) {
  const note = useNoteMistake(questionId);
  const [reason, setReason] = useState<MistakeReason | ''>('');
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="font-strong text-sm">O que aconteceu?</p>
      <Chips<MistakeReason | ''>
        label="O que aconteceu?"
        chips={reasonChips}
        value={reason}
        onValueChange={(next) => {
          setReason(next);
          if (next) note.mutate({ reason: next }, { onError: () => setReason('') });
        }}
      />
    </div>
  );
}
