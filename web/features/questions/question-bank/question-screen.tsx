import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLocation, useParams } from 'wouter';
import type { BankQuestion, getBankQuestion } from '#contract/questions/question-bank.ts';
import { LinkedQuestion } from '#web/features/content/laws/links/linked-question.tsx';
import { QuestionReading } from '#web/features/questions/questions/question-reading.tsx';
import { bankQuestionQuery } from '#web/features/questions/questions/questions.queries.ts';
import { isRefused } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { fetchBankQuestion, useSaveQuestion } from './bank.queries.ts';
import { NewQuestion } from './new-question.tsx';
import { snapshotOf } from './question-draft.ts';
import { QuestionForm } from './question-form.tsx';
import { QuestionSide } from './question-side.tsx';

/** A question of the bank, or a new one: they share a file. */
export default function QuestionScreen() {
  const [location] = useLocation();
  return location === paths.newBankQuestion ? <NewQuestion /> : <StoredQuestion />;
}

function StoredQuestion() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const question = useQuery({ ...bankQuestionQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getBankQuestion>(question.error, 'not_found');
  usePageTitle(isMissing ? 'Questão não encontrada' : isAddress ? `Questão ${id}` : undefined);
  return (
    <Page>
      <BackTo href={paths.questionBank}>Banco de questões</BackTo>
      {question.data && <LoadedQuestion key={id} question={question.data} />}
      {!question.data && <h1 className="sr-only">Questão</h1>}
      {isMissing && (
        <EmptyState title="Questão não encontrada" text="Ela foi excluída, ou o endereço está incompleto." />
      )}
      {question.isError && !isMissing && !question.data && (
        <LoadError of={question} title="Não conseguimos abrir a questão" />
      )}
      {question.isLoading && (
        <SkeletonGroup
          className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(280px,1fr)]"
          blocks={['h-96', 'h-64']}
        />
      )}
    </Page>
  );
}

function LoadedQuestion({ question }: { question: BankQuestion }) {
  const save = useSaveQuestion(question.id);
  const stored = useMemo(() => snapshotOf(question), [question]);
  const isUsed = question.quizzes.length > 0;
  return (
    <>
      <PageHeader
        title={`Questão ${question.id}`}
        subtitle={question.versionCount > 1 ? plural(question.versionCount, 'versão', 'versões') : undefined}
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(280px,1fr)]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          {question.mayEdit && isUsed && (
            <Notice>
              Quem muda o texto cria uma versão nova. Os simulados que usam a questão continuam com a versão que têm até
              você atualizá-los na composição.
            </Notice>
          )}
          {question.mayEdit ? (
            <QuestionForm
              name={String(question.id)}
              stored={stored}
              saveLabel="Salvar questão"
              send={async (input, revision) =>
                snapshotOf(await save.mutateAsync({ ...input, revision: revision ?? question.revision }))
              }
              reload={async () => snapshotOf(await fetchBankQuestion(question.id))}
            />
          ) : (
            <Card title="Questão">
              <Notice className="mb-4">
                Esta questão é de outro professor: você pode usá-la nos seus simulados, mas não alterá-la.
              </Notice>
              <LinkedQuestion questionId={question.id} isAnswered>
                <QuestionReading question={question} />
              </LinkedQuestion>
            </Card>
          )}
        </div>
        <QuestionSide question={question} />
      </div>
    </>
  );
}
