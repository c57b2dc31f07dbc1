import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'wouter';
import type { ResponseOf } from '#contract/endpoint.ts';
import { plainText } from '#contract/questions/question-text.ts';
import { getAnsweredQuestion } from '#contract/study/question-reports.ts';
import { BesideText } from '#web/editor/base-text.tsx';
import { QuestionText } from '#web/editor/question-text.tsx';
import { AnswerableQuestion } from '#web/features/questions/questions/answerable-question.tsx';
import { PricedLabel } from '#web/features/questions/questions/key-price.tsx';
import { reportState } from '#web/features/questions/questions/report-words.ts';
import { MakeCardButton } from '#web/features/study/cards/make-card-button.tsx';
import { LazyDoubts } from '#web/features/study/doubts/lazy-doubts.tsx';
import { LazyComments } from '#web/features/study/question-comments/lazy-comments.tsx';
import { SaveQuestion } from '#web/features/study/question-lists/save-question.tsx';
import { ReportQuestion } from '#web/features/study/question-reports/report-question.tsx';
import { call, isRefused, textOf } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { questionCaption } from './question-caption.ts';

const answeredQuery = (id: number) =>
  readQuery(getAnsweredQuestion, keys.practices.answered(id), { params: { id }, query: { key: 'ask' } });

/** Shows the key although it delays a certificate, after the student has read that on the button. */
const useShowKey = (id: number) =>
  useMutation({
    mutationFn: () => call(getAnsweredQuestion, { params: { id }, query: { key: 'open' } }),
    onSuccess: (question) => queryClient.setQueryData(answeredQuery(id).queryKey, question),
    onError: toastFailure('Gabarito não aberto'),
  });

/** One question that the student has answered: the target of notifications about it. */
export function AnsweredQuestion() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id) && id > 0;
  const [, navigate] = useLocation();
  const question = useQuery({ ...answeredQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getAnsweredQuestion>(question.error, 'not_found');
  const isKept = isRefused<typeof getAnsweredQuestion>(question.error, 'attempt_open');
  return (
    <Page width="wide-form">
      <BackTo href={paths.freePractice}>Treino livre</BackTo>
      <h1 className="sr-only">Questão</h1>
      {isMissing && (
        <EmptyState title="Questão não encontrada" text="Só dá para abrir aqui uma questão que você já respondeu." />
      )}
      {isKept && <EmptyState title="Questão guardada por enquanto" text={textOf(question.error)} />}
      {question.isError && !isMissing && !isKept && <LoadError of={question} title="Não conseguimos abrir a questão" />}
      {question.isLoading && <SkeletonGroup blocks={['h-96']} />}
      {question.data && (
        <div className="grid grid-cols-1 gap-4">
          {question.data.answer ? (
            <AnswerableQuestion
              title={`Questão ${id}`}
              aside={questionCaption(question.data)}
              question={{ ...question.data, answer: question.data.answer }}
              busy={false}
              nextLabel="Treinar mais"
              onReply={() => undefined}
              onNext={() => navigate(paths.freePractice)}
            >
              <div className="flex flex-wrap gap-x-3">
                <MakeCardButton
                  source={{ kind: 'question', questionId: id }}
                  label={questionCaption(question.data)}
                  draft={{ kind: 'basic', front: plainText(question.data.format, question.data.questionText) }}
                />
                <SaveQuestion questionIds={[id]} />
                {!question.data.report && <ReportQuestion questionId={id} />}
              </div>
            </AnswerableQuestion>
          ) : (
            <ClosedQuestion id={id} question={question.data} />
          )}
          {question.data.report && (
            <Notice title="Erro reportado">
              {reportState(question.data.report)}
              {question.data.report.reply && <p className="mt-1">{question.data.report.reply}</p>}
            </Notice>
          )}
          {question.data.answer && <LazyComments questionId={id} />}
          <LazyDoubts about={{ kind: 'question', id }} />
        </div>
      )}
    </Page>
  );
}

type ClosedQuestionProps = { id: number; question: ResponseOf<typeof getAnsweredQuestion> };

/** Only the statement: the key would delay a certificate, and is shown on request. */
function ClosedQuestion({ id, question }: ClosedQuestionProps) {
  const show = useShowKey(id);
  return (
    <Card title={`Questão ${id}`} aside={questionCaption(question)}>
      <BesideText text={question.baseText}>
        <QuestionText format={question.format} text={question.questionText} className="max-w-[70ch]" />
        <Button
          variant="line"
          className="mt-5 max-md:w-full"
          busy={show.isPending}
          busyLabel="Abrindo..."
          onClick={() => show.mutate()}
        >
          <PricedLabel postponesTo={question.postponesTo}>Ver a resposta e os comentários</PricedLabel>
        </Button>
      </BesideText>
    </Card>
  );
}
