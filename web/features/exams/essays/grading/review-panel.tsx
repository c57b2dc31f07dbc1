import { useState } from 'react';
import { useLocation } from 'wouter';
import { scoreEssay } from '#contract/exams/espelho.ts';
import type { EssayResult } from '#contract/exams/essay-corrections.ts';
import type { ReadEssayAnswer } from '#contract/exams/essay-grading.ts';
import { ESSAY_REVIEW_WORDS_MAX } from '#contract/exams/essay-limits.ts';
import { type EssayReview, hasChangedScore } from '#contract/exams/essay-review.ts';
import { decideReview, isSameDecision } from '#contract/exams/essay-reviews.ts';
import { formatDateTime, formatPoints } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { PlainText } from '#web/ui/plain-text.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useChecking } from '#web/ui/use-form.ts';
import { CriteriaPanel } from './criteria-panel.tsx';
import { useDecideReview } from './grading.queries.ts';

function stateOf(review: EssayReview): string {
  if (review.state === 'asked') return 'espera decisão';
  return hasChangedScore(review) ? 'a nota mudou' : 'a nota ficou';
}

type ReviewPanelProps = { essay: ReadEssayAnswer; review: EssayReview };

/** What the student asks for, and the decision by a person who did not read the essay. */
export function ReviewPanel({ essay, review }: ReviewPanelProps) {
  return (
    <section aria-label="Revisão da nota" className="grid grid-cols-1 gap-3 rounded-control bg-sunken p-3">
      <h2 className="text-md">Revisão da nota: {stateOf(review)}</h2>
      <PlainText text={review.reason} />
      <p className="text-ink-soft text-sm">Pedida em {formatDateTime(review.askedAt)}</p>
      {review.answer !== null && (
        <>
          <h3 className="font-strong text-sm">Resposta</h3>
          <PlainText text={review.answer} />
        </>
      )}
      {review.state === 'asked' && !essay.mayDecide && (
        <p className="text-sm">Você leu esta redação: a revisão cabe a outra pessoa.</p>
      )}
      {essay.mayDecide && essay.result && <DecisionForm key={essay.result.score} essay={essay} result={essay.result} />}
    </section>
  );
}

function DecisionForm({ essay, result }: { essay: ReadEssayAnswer; result: EssayResult }) {
  const [, navigate] = useLocation();
  const [correction, setCorrection] = useState(essay.correction);
  const [answer, setAnswer] = useState('');
  const { area, errors, check, refused, mend } = useChecking<HTMLDivElement>();
  const decide = useDecideReview(essay.id);
  const { points, languageErrors, zeroReasonKeys } = correction;
  const { espelho, minLines } = essay.theme;
  const after = isSameDecision(essay.correction, correction)
    ? result.score
    : scoreEssay(espelho, { ...correction, lines: result.lines, minLines }).score;
  const send = () => {
    const body = { points, languageErrors, zeroReasonKeys, scoreBefore: result.score, answer };
    if (!check(decideReview.body, body)) return;
    decide.mutate(body, {
      onSuccess: () => navigate(paths.teacherEssays),
      onError: (error) => void refused(error),
    });
  };
  const wrong = Object.entries(errors).find(([field]) => field !== 'answer')?.[1];
  return (
    <div ref={area} className="grid grid-cols-1 gap-4">
      <CriteriaPanel
        theme={essay.theme}
        correction={correction}
        isEditable={!decide.isPending}
        hasComment={false}
        onChange={(wish) => {
          setCorrection((now) => ({ ...now, ...(typeof wish === 'function' ? wish(now) : wish) }));
          mend(...Object.keys(errors));
        }}
      />
      {wrong && (
        <p role="alert" className="text-bad text-sm">
          {wrong}
        </p>
      )}
      <Field label="Resposta ao aluno" error={errors.answer} help="Sem mudar pontos, a nota fica como está.">
        <Textarea
          rows={4}
          value={answer}
          maxLength={ESSAY_REVIEW_WORDS_MAX}
          onChange={({ target }) => {
            setAnswer(target.value);
            mend('answer');
          }}
        />
      </Field>
      <p role="status" className="text-sm">
        Nota: <b>{formatPoints(result.score)}</b> antes, <b>{formatPoints(after)}</b> depois da decisão
        {after < result.score && <span className="text-bad"> · menos que antes</span>}
      </p>
      <Button busy={decide.isPending} busyLabel="Decidindo..." onClick={send}>
        Decidir revisão
      </Button>
    </div>
  );
}
