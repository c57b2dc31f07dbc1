import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { optionLabelOf } from '#contract/questions/question-kind.ts';
import { CARD_SOURCE_MAX, CARD_TEXT_MAX } from '#contract/study/card-limits.ts';
import type { Mistake, MistakeKey, MistakeReason } from '#contract/study/review.ts';
import { FoldedText } from '#web/editor/base-text.tsx';
import { QuestionText } from '#web/editor/question-text.tsx';
import { LinkedQuestion } from '#web/features/content/laws/links/linked-question.tsx';
import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import type { CardDraft } from '#web/features/study/cards/card-dialog.tsx';
import { SaveQuestion } from '#web/features/study/question-lists/save-question.tsx';
import { textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { MistakeNote } from './mistake-note.tsx';
import { historyWords, reasonChips } from './mistake-words.ts';
import { mistakeKeyQuery, useNoteMistake, usePostpone, useResume } from './review.queries.ts';

const CardDialog = lazyChunk(() => import('#web/features/study/cards/card-dialog.tsx'), 'over');

/** Inside a row of the notebook: the options with the right one, the comment, the reason and the student's note. */
export function OpenMistake({ mistake, canRedo }: { mistake: Mistake; canRedo: boolean }) {
  const note = useNoteMistake(mistake.questionId);
  const { reason } = mistake;
  const [isMaking, setMaking] = useState(false);
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
          <Link
            href={`${paths.review}?of=mistakes&questionId=${mistake.questionId}`}
            className={buttonClass({ variant: 'line' })}
          >
            Refazer
          </Link>
        )}
        {canRedo && <Postpone mistake={mistake} />}
        <Button variant="line" onClick={() => setMaking(true)}>
          Criar cartão
        </Button>
        <SaveQuestion questionId={mistake.questionId} />
      </div>
      {isMaking && (
        <Suspense>
          <CardDialog card={null} draft={draftOf(mistake)} onClose={() => setMaking(false)} />
        </Suspense>
      )}
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

/** The statement as the front; the answer is the student's to write. */
const draftOf = ({ questionId, questionText, format, subject, topic }: Mistake): CardDraft => ({
  kind: 'basic',
  front: (format === 'html' ? textOfHtml(questionText) : questionText).slice(0, CARD_TEXT_MAX),
  sourceLabel: [subject, topic].filter(Boolean).join(', ').slice(0, CARD_SOURCE_MAX),
  source: { kind: 'question', questionId },
});

const textOfHtml = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.replace(/\s+/g, ' ').trim();

/** Fetched when the row is opened; if that delays a certificate, when the student presses the button that says so. */
function Key({ mistake }: { mistake: Mistake }) {
  const [isWanted, setWanted] = useState(mistake.postponesTo === null);
  const key = useQuery({ ...mistakeKeyQuery(mistake.questionId), enabled: isWanted });
  if (key.data) {
    return (
      <LinkedQuestion questionId={mistake.questionId} isAnswered>
        <Options mistake={mistake} shown={key.data} />
      </LinkedQuestion>
    );
  }
  if (!isWanted) {
    return (
      <Button variant="line" className="justify-self-start max-md:w-full" onClick={() => setWanted(true)}>
        <PricedLabel postponesTo={mistake.postponesTo}>Ver a certa e o comentário</PricedLabel>
      </Button>
    );
  }
  if (key.isError) {
    return (
      <ErrorState
        headingLevel={3}
        title="Não conseguimos abrir a resposta"
        text={textOf(key.error)}
        onRetry={() => key.refetch()}
        retrying={key.isFetching}
      />
    );
  }
  return (
    <SkeletonGroup className="grid gap-2">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </SkeletonGroup>
  );
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
