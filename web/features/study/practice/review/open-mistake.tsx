import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import { plainText } from '#contract/questions/question-text.ts';
import type { Mistake, MistakeKey, MistakeReason } from '#contract/study/review.ts';
import { FoldedText } from '#web/editor/base-text.tsx';
import { QuestionText } from '#web/editor/question-text.tsx';
import { LinkedQuestion } from '#web/features/content/laws/links/linked-question.tsx';
import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { OutdatedNotice } from '#web/features/questions/questions/outdated-notice.tsx';
import { MakeCardButton } from '#web/features/study/cards/make-card-button.tsx';
import { paths } from '#web/lib/paths.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { MistakeNote } from './mistake-note.tsx';
import { historyWords, reasonChips } from './mistake-words.ts';
import { mistakeKeyQuery, useNoteMistake, usePostpone, useResume } from './review.queries.ts';

/** Inside a row of the notebook: the options with the right one, the comment, the reason and the student's note. */
export function OpenMistake({ mistake, canRedo }: { mistake: Mistake; canRedo: boolean }) {
  const note = useNoteMistake(mistake.questionId);
  const { reason } = mistake;
  return (
    <div className="grid grid-cols-1 gap-4 pb-5 lg:pl-10">
      {mistake.baseText && <FoldedText text={mistake.baseText} />}
      {mistake.format === 'html' && (
        <QuestionText format="html" text={mistake.questionText} className="min-w-0 max-w-[70ch]" />
      )}
      <Key mistake={mistake} />
      <p className="text-ink-soft text-sm">{historyWords(mistake)}</p>
      <div className="print:hidden">
        <Chips<MistakeReason | ''>
          label="Por que você errou"
          chips={reasonChips}
          value={(note.isPending ? note.variables?.reason : undefined) ?? reason ?? ''}
          onValueChange={(next) => note.mutate({ reason: next === reason || next === '' ? null : next })}
        />
      </div>
      <MistakeNote key={mistake.note} mistake={mistake} />
      <div className="flex flex-wrap gap-2 print:hidden">
        {canRedo && (
          <ButtonLink href={`${paths.review}?of=mistakes&questionId=${mistake.questionId}`} variant="line">
            Refazer
          </ButtonLink>
        )}
        {canRedo && <Postpone mistake={mistake} />}
        <MakeCardButton
          variant="line"
          source={{ kind: 'question', questionId: mistake.questionId }}
          label={[mistake.subject, mistake.topic].filter(Boolean).join(', ')}
          draft={{ kind: 'basic', front: plainText(mistake.format, mistake.questionText) }}
        />
      </div>
    </div>
  );
}

/** Out of the review and of the rounds of mistakes until tomorrow. The row stays in the notebook. */
function Postpone({ mistake: { questionId, isPostponed } }: { mistake: Mistake }) {
  const postpone = usePostpone(questionId);
  const resume = useResume(questionId);
  if (isPostponed) {
    return (
      <Button variant="line" busy={resume.isPending} onClick={() => resume.mutate()}>
        Adiada até amanhã: desfazer
      </Button>
    );
  }
  return (
    <Button
      variant="line"
      busy={postpone.isPending}
      onClick={() =>
        postpone.mutate(undefined, {
          onSuccess: () => void queryClient.invalidateQueries({ queryKey: keys.review.all }),
        })
      }
    >
      Adiar até amanhã
    </Button>
  );
}

/** Fetched when the row is opened; if that delays a certificate, when the student presses the button that says so. */
function Key({ mistake }: { mistake: Mistake }) {
  const [isWanted, setWanted] = useState(mistake.postponesTo === null);
  const key = useQuery({ ...mistakeKeyQuery(mistake.questionId), enabled: isWanted });
  return (
    <>
      <OutdatedNotice outdated={key.data?.outdated ?? mistake.outdated} />
      <KeyState mistake={mistake} answer={key} isWanted={isWanted} onWant={() => setWanted(true)} />
    </>
  );
}

type KeyStateProps = { mistake: Mistake; answer: UseQueryResult<MistakeKey>; isWanted: boolean; onWant: () => void };

function KeyState({ mistake, answer: key, isWanted, onWant }: KeyStateProps) {
  if (key.data) {
    return (
      <LinkedQuestion questionId={mistake.questionId} isAnswered>
        <Options mistake={mistake} shown={key.data} />
      </LinkedQuestion>
    );
  }
  if (!isWanted) {
    return (
      <Button variant="line" className="justify-self-start max-md:w-full" onClick={onWant}>
        <PricedLabel postponesTo={mistake.postponesTo}>Ver a certa e o comentário</PricedLabel>
      </Button>
    );
  }
  if (key.isError) return <LoadError of={key} title="Não conseguimos abrir a resposta" headingLevel={3} />;
  return <SkeletonGroup className="grid gap-2" blocks={['h-11', 'h-11']} />;
}

function Options({ mistake: { format }, shown }: { mistake: Mistake; shown: MistakeKey }) {
  return (
    <>
      <ol className="grid grid-cols-1 gap-2" aria-label="Alternativas">
        {shown.options.map(({ id, optionText }, position) => {
          const isRight = id === shown.rightOptionId;
          const isChosen = id === shown.chosenOptionId;
          const comment = shown.optionComments.find((one) => one.id === id)?.comment;
          return (
            <li
              key={id}
              className={cx(
                'grid grid-cols-[1.75rem_minmax(0,1fr)] gap-2 rounded-control border px-3 py-2',
                isRight ? 'border-ok bg-ok-tint' : isChosen ? 'border-bad bg-bad-tint' : 'border-line',
              )}
            >
              <span aria-hidden="true" className={cx('font-strong', isRight ? 'text-ok' : isChosen && 'text-bad')}>
                {isRight ? <Check /> : isChosen ? <X /> : optionLabelOf(position, shown.kind)}
              </span>
              <span className="grid min-w-0 grid-cols-1 gap-1">
                <QuestionText format={format} text={optionText} />
                {(isRight || isChosen) && (
                  <span className={cx('font-strong text-sm', isRight ? 'text-ok' : 'text-bad')}>
                    {isRight ? 'A certa' : 'Você marcou'}
                  </span>
                )}
                {comment && <QuestionText format={format} text={comment} className="text-sm" />}
              </span>
            </li>
          );
        })}
      </ol>
      {shown.comment && (
        <div className="border-sun-edge border-l-3 pl-4">
          <p className="font-strong text-sm">Comentário</p>
          <QuestionText format={format} text={shown.comment} className="max-w-[70ch]" />
        </div>
      )}
    </>
  );
}
