import { useQuery } from '@tanstack/react-query';
import { textOf } from '#web/lib/api.ts';
import { formatDate, formatRelative } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { deletedLessonsQuery, useRestoreLesson } from './lessons.queries.ts';

export function DeletedLessonsDialog({ onClose }: { onClose: () => void }) {
  const deleted = useQuery(deletedLessonsQuery);
  const restore = useRestoreLesson();
  const bringBack = (id: number) =>
    restore.mutate(id, {
      onSuccess: ({ title }) => toast({ title: 'Aula restaurada', description: `"${title}" está disponível de novo.` }),
      onError: (error) => toast({ title: 'Erro ao restaurar', description: textOf(error), tone: 'bad' }),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Aulas excluídas"
      description="Cada uma pode ser restaurada por 30 dias."
    >
      {deleted.isPending && <SkeletonGroup className="grid gap-3" blocks={['h-14 w-full', 'h-14 w-full']} />}
      {deleted.isError && <LoadError of={deleted} title="Não conseguimos carregar a lista" />}
      {deleted.data?.length === 0 && (
        <EmptyState title="Nenhuma aula excluída" text="O que você excluir aparece aqui por 30 dias." />
      )}
      <ul className="divide-y divide-line">
        {deleted.data?.map((lesson) => (
          <li key={lesson.id} className="flex items-center gap-3 py-3">
            <div className="min-w-0 grow">
              <p className="font-strong [overflow-wrap:anywhere]">{lesson.title}</p>
              <p className="text-ink-soft text-sm">
                Excluída {formatRelative(lesson.deletedAt, new Date())}, some em {formatDate(lesson.expiresAt)}
              </p>
            </div>
            <Button
              variant="line"
              size="sm"
              aria-label={`Restaurar ${lesson.title}`}
              busy={restore.isPending && restore.variables === lesson.id}
              busyLabel="Restaurando..."
              onClick={() => bringBack(lesson.id)}
            >
              Restaurar
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
