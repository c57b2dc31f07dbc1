import { useState } from 'react';
import { ESSAY_REVIEW_WORDS_MAX } from '#contract/exams/essay-limits.ts';
import { type EssayReview, hasChangedScore } from '#contract/exams/essay-review.ts';
import { askReview } from '#contract/exams/essay-reviews.ts';
import type { Essay } from '#contract/exams/essays.ts';
import { formatDateTime, formatPoints } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { useAskReview } from './essays.queries.ts';

/** Asks once for a review of the score, and shows what came of it. */
export function ReviewCard({ essay, score }: { essay: Essay; score: number }) {
  const { review, reviewUntil } = essay;
  if (review) return <AskedReview review={review} score={score} />;
  if (reviewUntil === null || Date.parse(reviewUntil) < Date.parse(essay.serverTime)) return null;
  return <AskForm id={essay.id} until={reviewUntil} />;
}

function AskForm({ id, until }: { id: number; until: string }) {
  const [isOpen, setOpen] = useState(false);
  const ask = useAskReview(id);
  const form = useForm({
    initial: { reason: '' },
    schema: askReview.body,
    onSubmit: ({ reason }) => ask.mutate(reason, { onError: form.refused }),
  });
  return (
    <Card title="Revisão da nota">
      <p className="mb-3 text-sm">
        Até {formatDateTime(until)} você pode pedir uma revisão, uma vez. Outra pessoa relê a redação e responde.
      </p>
      {isOpen ? (
        <form {...form.props} className="grid grid-cols-1 gap-3">
          <Field label="O que deve ser revisto" error={form.errors.reason} help="Diga o critério e o motivo.">
            <Textarea {...form.field('reason')} rows={4} maxLength={ESSAY_REVIEW_WORDS_MAX} autoFocus />
          </Field>
          <Button type="submit" busy={ask.isPending} busyLabel="Pedindo...">
            Pedir revisão
          </Button>
        </form>
      ) : (
        <Button variant="line" onClick={() => setOpen(true)}>
          Pedir revisão da nota
        </Button>
      )}
    </Card>
  );
}

function titleOf(review: EssayReview): string {
  if (review.state === 'asked') return 'Revisão pedida';
  return hasChangedScore(review) ? 'A revisão mudou a nota' : 'A revisão manteve a nota';
}

function AskedReview({ review, score }: { review: EssayReview; score: number }) {
  const after = review.scoreAfter ?? score;
  return (
    <Card title={titleOf(review)}>
      {review.state === 'asked' && (
        <p className="mb-3 text-sm">
          Pedida em {formatDateTime(review.askedAt)}. Você recebe um aviso quando for decidida.
        </p>
      )}
      {hasChangedScore(review) && (
        <p className="mb-3 text-sm">
          De <b>{formatPoints(review.scoreBefore)}</b> para <b>{formatPoints(after)}</b>.
        </p>
      )}
      {review.state !== 'asked' && after !== score && (
        <p className="mb-3 text-sm">
          Depois dela, um espelho corrigido mudou a nota para <b>{formatPoints(score)}</b>.
        </p>
      )}
      <h3 className="font-strong text-sm">Seu pedido</h3>
      <PlainText text={review.reason} />
      {review.answer !== null && (
        <>
          <h3 className="mt-3 font-strong text-sm">Resposta</h3>
          <PlainText text={review.answer} />
        </>
      )}
    </Card>
  );
}
