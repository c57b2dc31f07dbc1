import { useEffect } from 'react';
import type { ReviewedQuestion } from '#contract/exams/quiz-attempts.ts';
import { percentOf } from '#contract/percent.ts';
import type { Practice, PracticeQuestion } from '#contract/study/practice.ts';
import { ReviewedQuestions } from '#web/features/exams/mock-exams/taking/reviewed-questions.tsx';
import { formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { readUnsent, removeSent, toastLate } from './unsent-choices.ts';

/** A question of the result in the shape that the review of a simulado shows. */
function reviewed(question: PracticeQuestion): ReviewedQuestion {
  const { id, kind, format, baseText, questionText, subject, answer, unansweredKey } = question;
  const key = answer ?? unansweredKey;
  const commentOf = new Map(key?.optionComments.map((option) => [option.id, option.comment]));
  return {
    ...{ id, kind, format, baseText, questionText, subject },
    comment: key?.comment ?? '',
    selectedOptionId: answer?.optionId ?? null,
    notebookOptionId: null,
    isCorrect: answer?.isCorrect ?? false,
    flagged: false,
    doubted: false,
    isWithheld: false,
    isAnnulled: key?.isAnnulled ?? false,
    annulmentReason: '',
    outdated: key?.outdated,
    options: question.options.map(({ id: optionId, optionText }) => ({
      id: optionId,
      optionText,
      isCorrect: optionId === key?.rightOptionId,
      comment: commentOf.get(optionId) ?? '',
    })),
  };
}

/** The end of a timed practice: hits out of all questions, and every question with its key. */
export function TimedResult({ practice }: { practice: Practice }) {
  const { answered, correct, total, title } = practice;
  const blank = total - answered;
  const userId = useUser().id;
  const { id } = practice;
  useEffect(() => {
    const late = readUnsent(userId, id);
    removeSent(userId, id, late);
    if (late.size > 0) toastLate(late.size);
  }, [userId, id]);
  return (
    <>
      <PageHeader eyebrow="Caderno de erros" title={title} />
      <Card title="Resultado" className="mb-5">
        <p className="font-strong text-3xl tabular-nums leading-tight tracking-[-0.025em]">
          {correct} de {total} <span className="font-normal text-base">{formatShare(percentOf(correct, total))}</span>
        </p>
        <p className="mt-1 mb-5 text-ink-soft">
          {blank > 0 && `${plural(blank, 'questão', 'questões')} em branco. `}
          Uma questão sai do caderno depois de dois acertos em dias diferentes. Este simulado não conta para nota nem
          certificado.
        </p>
        <ButtonLink href={paths.mistakes} variant="next">
          Voltar ao caderno de erros
        </ButtonLink>
      </Card>
      <div className="grid grid-cols-1 gap-5">
        <ReviewedQuestions review={{ key: 'open', hasSheet: false, questions: practice.questions.map(reviewed) }} />
      </div>
    </>
  );
}
