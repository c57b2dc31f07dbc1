import { useInfiniteQuery } from '@tanstack/react-query';
import { ChartColumn, Library, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NoLessonIllustration } from '#web/ui/illustrations/no-lesson.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { type AuthoredRow, authoredQuizzesQuery } from './authoring.queries.ts';
import { NewQuizDialog } from './new-quiz-dialog.tsx';
import { QuizStatus } from './quiz-status.tsx';

const columns: Column<AuthoredRow>[] = [
  {
    key: 'title',
    header: 'Simulado',
    cell: (quiz) => (
      <Link href={paths.teacherQuiz(quiz.id)} className="tappable font-strong text-ink no-underline hover:underline">
        {quiz.title}
      </Link>
    ),
  },
  { key: 'questions', header: 'Questões', align: 'end', cell: (quiz) => quiz.questionCount },
  { key: 'attempts', header: 'Tentativas', align: 'end', cell: (quiz) => quiz.attemptCount },
  { key: 'status', header: 'Status', phone: 'plain', cell: (quiz) => <QuizStatus quiz={quiz} /> },
  {
    key: 'updated',
    header: 'Alterado',
    nowrap: true,
    cell: (quiz) => (
      <time dateTime={quiz.updatedAt} title={formatDateTime(quiz.updatedAt)}>
        <Ago at={quiz.updatedAt} />
      </time>
    ),
  },
];

const author: Column<AuthoredRow> = { key: 'author', header: 'Autor', cell: (quiz) => quiz.authorName ?? 'Equipe' };

export default function AuthoredQuizzesScreen() {
  const user = useUser();
  const list = useInfiniteQuery(authoredQuizzesQuery);
  const [creating, setCreating] = useState(false);
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const shown = isAdmin(user) ? columns.toSpliced(1, 0, author) : columns;
  return (
    <Page>
      <PageHeader
        title="Simulados"
        subtitle={isAdmin(user) ? 'Todos os simulados da escola' : 'Os simulados que você escreveu'}
        actions={
          <>
            <ButtonLink href={paths.questionBank} variant="line">
              <Library /> Banco de questões
            </ButtonLink>
            <Button onClick={() => setCreating(true)}>
              <Plus /> Novo simulado
            </Button>
          </>
        }
      />
      {list.isError && !list.data ? (
        <LoadError of={list} title="Não conseguimos buscar os simulados" />
      ) : (
        <Card flush>
          <Table
            caption="Simulados"
            columns={shown}
            rows={rows}
            rowKey={({ id }) => String(id)}
            loading={list.isPending}
            empty={
              <EmptyState
                illustration={<NoLessonIllustration />}
                title="Nenhum simulado ainda"
                text="Crie o primeiro: ele fica como rascunho até você publicar."
                action={<Button onClick={() => setCreating(true)}>Novo simulado</Button>}
              />
            }
            rowActions={(quiz) => (
              <>
                {quiz.attemptCount > 0 && (
                  <ButtonLink href={paths.quizStatistics(quiz.id)} variant="quiet" size="sm">
                    <ChartColumn /> Estatísticas<span className="sr-only"> de {quiz.title}</span>
                  </ButtonLink>
                )}
                <ButtonLink href={paths.teacherQuiz(quiz.id)} variant="line" size="sm">
                  <Pencil /> Editar<span className="sr-only"> {quiz.title}</span>
                </ButtonLink>
              </>
            )}
          />
        </Card>
      )}
      <ShowMore pages={list} place="below" />
      <NewQuizDialog open={creating} onOpenChange={setCreating} />
    </Page>
  );
}
