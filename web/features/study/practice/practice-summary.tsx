import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { percentOf } from '#contract/percent.ts';
import { questionListScreens } from '#contract/question-list-screens.ts';
import type { Practice } from '#contract/study/practice.ts';
import { quizPracticeQuery } from '#web/features/exams/mock-exams/taking/quizzes.queries.ts';
import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { SaveQuestion } from '#web/features/study/question-lists/save-question.tsx';
import { formatShare, plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useStartPractice } from './practice.queries.ts';

/** The end of a practice: the results, and what to practise next. */
export function PracticeSummary({ practice }: { practice: Practice }) {
  const { answered, correct, quizId, questionListId } = practice;
  const wrong = answered - correct;
  const wrongIds = practice.questions.flatMap(({ id, answer }) => (answer && !answer.isCorrect ? [id] : []));
  return (
    <Card title="Treino concluído">
      <p className="font-strong text-3xl tabular-nums leading-tight tracking-[-0.025em]">
        {correct} de {answered}{' '}
        {answered > 0 && <span className="font-normal text-base">{formatShare(percentOf(correct, answered))}</span>}
      </p>
      <p className="mt-1 mb-5 text-ink-soft">
        {answered === 0
          ? 'Nenhuma questão respondida.'
          : wrong === 0
            ? 'Você acertou todas.'
            : `${plural(wrong, 'questão errada', 'questões erradas')}. O treino não conta para suas notas.`}
      </p>
      <div className="flex flex-wrap gap-3 max-md:grid">
        {quizId !== null && wrong > 0 && <MistakesAgain quizId={quizId} />}
        {wrongIds.length > 0 && <SaveQuestion questionIds={wrongIds} words="Guardar as erradas" variant="line" />}
        {questionListId !== null && (
          <ButtonLink href={questionListScreens.one(questionListId)} variant="next">
            Voltar ao caderno
          </ButtonLink>
        )}
        {quizId === null && questionListId === null && (
          <ButtonLink href={paths.freePractice} variant="next">
            Treinar mais
          </ButtonLink>
        )}
        <ButtonLink href={quizId === null ? paths.quizzes : paths.quiz(quizId)} variant="line">
          {quizId === null ? 'Ver simulados' : 'Voltar ao simulado'}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** The wrong ones once more. Their keys may postpone a certificate, so the price is read before the button shows. */
function MistakesAgain({ quizId }: { quizId: number }) {
  const [, navigate] = useLocation();
  const start = useStartPractice();
  const offer = useQuery(quizPracticeQuery(quizId));
  if (offer.isPending) return <Skeleton className="h-11" />;
  return (
    <Button
      variant="next"
      busy={start.isPending}
      onClick={() =>
        start.mutate({ kind: 'mistakes', quizId }, { onSuccess: ({ id }) => navigate(paths.practice(id)) })
      }
    >
      <PricedLabel postponesTo={offer.data?.postponesTo ?? null}>Refazer só as erradas</PricedLabel>
    </Button>
  );
}
