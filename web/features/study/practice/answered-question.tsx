import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { Link, useLocation, useParams } from 'wouter';
import { getAnsweredQuestion } from '#contract/study/question-reports.ts';
import { AnswerableQuestion } from '#web/features/questions/questions/answerable-question.tsx';
import { reportState } from '#web/features/questions/questions/report-words.ts';
import { LazyDoubts } from '#web/features/study/doubts/lazy-doubts.tsx';
import { ReportQuestion } from '#web/features/study/question-reports/report-question.tsx';
import { call, isRefused, textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { keys } from '#web/lib/query-keys.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { questionCaption } from './question-caption.ts';

const answeredQuery = (id: number) =>
  queryOptions({
    queryKey: keys.practices.answered(id),
    queryFn: ({ signal }) => call(getAnsweredQuestion, { params: { id }, signal }),
  });

/** One question that the student has answered: where the bell leads when something was said about it. */
export function AnsweredQuestion() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id) && id > 0;
  const [, navigate] = useLocation();
  const question = useQuery({ ...answeredQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getAnsweredQuestion>(question.error, 'not_found');
  const isKept = isRefused<typeof getAnsweredQuestion>(question.error, 'attempt_open');
  return (
    <Page width="wide-form">
      <Link href={paths.freePractice} className="link tappable mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft /> Treino livre
      </Link>
      <h1 className="sr-only">Questão</h1>
      {isMissing && (
        <EmptyState title="Questão não encontrada" text="Só dá para abrir aqui uma questão que você já respondeu." />
      )}
      {isKept && <EmptyState title="Questão guardada por enquanto" text={textOf(question.error)} />}
      {question.isError && !isMissing && !isKept && (
        <ErrorState
          title="Não conseguimos abrir a questão"
          text={textOf(question.error)}
          onRetry={() => question.refetch()}
          retrying={question.isFetching}
        />
      )}
      {question.isLoading && (
        <SkeletonGroup>
          <Skeleton className="h-96" />
        </SkeletonGroup>
      )}
      {question.data && (
        <div className="grid grid-cols-1 gap-4">
          <AnswerableQuestion
            title={`Questão ${id}`}
            aside={questionCaption(question.data)}
            question={question.data}
            busy={false}
            nextLabel="Treinar mais"
            onReply={() => undefined}
            onNext={() => navigate(paths.freePractice)}
          >
            {question.data.report ? (
              <Notice title="Erro reportado">
                {reportState(question.data.report)}
                {question.data.report.reply && <p className="mt-1">{question.data.report.reply}</p>}
              </Notice>
            ) : (
              <ReportQuestion questionId={id} />
            )}
          </AnswerableQuestion>
          <LazyDoubts about={{ kind: 'question', id }} />
        </div>
      )}
    </Page>
  );
}
