import { useInfiniteQuery } from '@tanstack/react-query';
import { ListTree, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { AdminExam } from '#contract/content/contests.ts';
import { formatDay, formatLongDay } from '#web/lib/calendar-day.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { ShowMore } from '#web/ui/show-more.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { adminExamsQuery, useDeleteExam } from './contests.queries.ts';
import { ExamDialog } from './exam-dialog.tsx';

const columns: Column<AdminExam>[] = [
  {
    key: 'name',
    header: 'Prova',
    cell: (exam) =>
      exam.link ? (
        <a href={exam.link} target="_blank" rel="noopener noreferrer" className="link font-strong">
          {exam.name}
        </a>
      ) : (
        <span className="font-strong">{exam.name}</span>
      ),
  },
  { key: 'organisation', header: 'Banca ou órgão', cell: (exam) => exam.organisation },
  {
    key: 'date',
    header: 'Data',
    cell: (exam) => <span title={formatLongDay(exam.date)}>{formatDay(exam.date)}</span>,
    nowrap: true,
  },
  { key: 'left', header: 'Faltam', cell: (exam) => daysLeft(exam.daysLeft), nowrap: true, phone: 'aside' },
  { key: 'followers', header: 'Alunos', cell: (exam) => exam.followers, align: 'end' },
];

function daysLeft(days: number): string {
  if (days < 0) return 'Encerrada';
  return days === 0 ? 'Hoje' : plural(days, 'dia', 'dias');
}

export default function AdminExamsScreen() {
  const exams = useInfiniteQuery(adminExamsQuery);
  const [editing, setEditing] = useState<AdminExam | 'new' | null>(null);
  const [removing, setRemoving] = useState<AdminExam | null>(null);
  const remove = useDeleteExam();
  const rows = exams.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page>
      <PageHeader
        title="Provas"
        subtitle="Os alunos escolhem a sua e estudam até a data dela"
        actions={
          <Button onClick={() => setEditing('new')}>
            <Plus /> Nova prova
          </Button>
        }
      />
      <Card flush>
        {exams.isError && !exams.data ? (
          <LoadError of={exams} title="Não conseguimos carregar as provas" />
        ) : (
          <Table
            caption="Provas"
            columns={columns}
            rows={rows}
            rowKey={(exam) => String(exam.id)}
            loading={exams.isPending}
            rowActions={(exam) => (
              <>
                <Link
                  href={paths.editSyllabus(exam.id)}
                  aria-label={`Edital de ${exam.name}`}
                  className={buttonClass({ size: 'sm', variant: 'line' })}
                >
                  <ListTree /> Edital
                </Link>
                <Button size="sm" variant="line" aria-label={`Editar ${exam.name}`} onClick={() => setEditing(exam)}>
                  <Pencil /> Editar
                </Button>
                <Button size="sm" variant="bad" aria-label={`Excluir ${exam.name}`} onClick={() => setRemoving(exam)}>
                  <Trash2 /> Excluir
                </Button>
              </>
            )}
            empty={
              <EmptyState
                title="Nenhuma prova cadastrada"
                text="Cadastre a próxima prova: os alunos verão quantos dias faltam e terão um plano de estudos até lá."
              />
            }
          />
        )}
        <ShowMore pages={exams} place="card" />
      </Card>
      {editing && <ExamDialog exam={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={`Excluir a prova ${removing?.name ?? ''}?`}
        text={
          removing?.followers
            ? `${plural(removing.followers, 'aluno deixa', 'alunos deixam')} de ter esta prova no plano de estudos. Esta ação não pode ser desfeita.`
            : 'Esta ação não pode ser desfeita.'
        }
        confirmLabel="Excluir"
        tone="bad"
        busy={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing.id, { onSettled: () => setRemoving(null) })}
      />
    </Page>
  );
}
