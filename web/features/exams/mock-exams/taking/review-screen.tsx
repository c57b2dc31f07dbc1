import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { reviewAttempt } from '#contract/exams/quiz-attempts.ts';
import { isRefused, textOf } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { resultQuery, reviewQuery } from './quizzes.queries.ts';
import { ReviewPage } from './review-page.tsx';

export default function ReviewScreen() {
  const params = useParams<{ id: string; attemptId: string }>();
  const quizId = Number(params.id);
  const attemptId = Number(params.attemptId);
  const isAddress = Number.isSafeInteger(quizId) && Number.isSafeInteger(attemptId);
  const review = useQuery({ ...reviewQuery(attemptId), enabled: isAddress });
  const result = useQuery({ ...resultQuery(attemptId), enabled: isAddress });
  const { error } = review;
  const shown = review.data?.attempt.quizId === quizId ? review.data : undefined;
  const isMissing =
    !isAddress || isRefused<typeof reviewAttempt>(error, 'not_found') || (review.data !== undefined && !shown);
  usePageTitle(isMissing ? 'Tentativa não encontrada' : shown && `Resultado: ${shown.title}`);
  if (shown && result.data) return <ReviewPage review={shown} result={result.data} />;
  const failed = [review, result].find(({ isError }) => isError);
  const isShut = isRefused<typeof reviewAttempt>(error, 'attempt_open');
  return (
    <Page>
      <BackTo href={Number.isSafeInteger(quizId) ? paths.quiz(quizId) : paths.quizzes}>Voltar para o simulado</BackTo>
      <h1 className="sr-only">Resultado do simulado</h1>
      {isMissing && <EmptyState title="Tentativa não encontrada" text="Ela não existe ou não é sua." />}
      {isShut && (
        <EmptyState
          title="O gabarito ainda está fechado"
          text={textOf(error)}
          action={<ButtonLink href={paths.quiz(quizId)}>Ir para o simulado</ButtonLink>}
        />
      )}
      {failed && !isMissing && !isShut && (
        <ErrorState
          title="Não conseguimos abrir o resultado"
          text={`${textOf(failed.error)} Ele continua guardado.`}
          onRetry={() => Promise.all([review.refetch(), result.refetch()])}
          retrying={review.isFetching || result.isFetching}
        />
      )}
      {(review.isLoading || result.isLoading) && !failed && (
        <SkeletonGroup label="Carregando resultado…" className="grid gap-4" blocks={['h-10 w-1/2', 'h-40', 'h-72']} />
      )}
    </Page>
  );
}
