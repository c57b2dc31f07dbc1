import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import type { getAuthoredQuiz } from '#contract/exams/quiz-authoring.ts';
import { isRefused } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { BackTo } from '#web/ui/back-to.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page } from '#web/ui/page.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { authoredQuizQuery } from './authoring.queries.ts';
import { QuizEditor } from './quiz-editor.tsx';

export default function QuizEditorScreen() {
  const id = Number(useParams<{ id: string }>().id);
  const isAddress = Number.isSafeInteger(id);
  const quiz = useQuery({ ...authoredQuizQuery(id), enabled: isAddress });
  const isMissing = !isAddress || isRefused<typeof getAuthoredQuiz>(quiz.error, 'not_found');
  usePageTitle(isMissing ? 'Simulado não encontrado' : quiz.data && `Editar: ${quiz.data.title}`);
  return (
    <Page width="wide-form">
      <BackTo href={paths.teacherQuizzes}>Todos os simulados</BackTo>
      {/* A background refetch must not discard what is being typed: the editor uses the first response only. */}
      {quiz.data && <QuizEditor key={id} stored={quiz.data} />}
      {!quiz.data && <h1 className="sr-only">Editar simulado</h1>}
      {isMissing && <EmptyState title="Simulado não encontrado" text="Ele foi excluído, ou é de outro professor." />}
      {quiz.isError && !isMissing && !quiz.data && <LoadError of={quiz} title="Não conseguimos abrir o simulado" />}
      {quiz.isLoading && <SkeletonGroup className="grid gap-4" blocks={['h-9 w-1/2', 'h-64', 'h-16', 'h-16']} />}
    </Page>
  );
}
