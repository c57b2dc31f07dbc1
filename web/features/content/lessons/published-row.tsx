import { Ellipsis, Eye, Pencil, PenLine, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { LessonSummary } from '#contract/content/lessons.ts';
import { textOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isAdmin, useUser } from '#web/lib/session.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDeleteLesson } from './lessons.queries.ts';

type PublishedRowProps = {
  lesson: LessonSummary;
  subjectName: string | undefined;
  onEdit: (lesson: { id: number }) => Promise<void>;
};

export function PublishedRow({ lesson, subjectName, onEdit }: PublishedRowProps) {
  const user = useUser();
  const [isDeleting, setDeleting] = useState(false);
  const mayChange = isAdmin(user) || lesson.authorId === user.id;
  return (
    <li className="flex items-center gap-3 py-3 pr-2 pl-4 md:pr-3 md:pl-5">
      <div className="min-w-0 grow">
        <p className="font-strong [overflow-wrap:anywhere]">
          <Link href={paths.lesson(lesson.id)} className="tappable text-ink no-underline hover:underline">
            {lesson.title}
          </Link>
        </p>
        <p className="text-ink-soft text-sm">
          {subjectName === undefined ? 'Sem matéria' : `Matéria: ${subjectName}`}
          <span className="md:hidden"> · {formatDate(lesson.createdAt)}</span>
        </p>
      </div>
      <time dateTime={lesson.createdAt} className="shrink-0 text-ink-soft text-sm tabular-nums max-md:hidden">
        {formatDate(lesson.createdAt)}
      </time>
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`Ações da aula ${lesson.title}`} className="shrink-0">
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem asChild>
          <Link href={paths.lesson(lesson.id)}>
            <Eye /> Ver aula
          </Link>
        </MenuItem>
        {mayChange && (
          <MenuItem icon={<Pencil />} onSelect={() => void onEdit(lesson)}>
            Editar
          </MenuItem>
        )}
        {mayChange && (
          <MenuItem asChild>
            <Link href={paths.writeLesson(lesson.id)}>
              <PenLine /> Escrever em página inteira
            </Link>
          </MenuItem>
        )}
        {mayChange && (
          <MenuItem icon={<Trash2 />} tone="bad" onSelect={() => setDeleting(true)}>
            Excluir
          </MenuItem>
        )}
      </Menu>
      <DeleteDialog lesson={lesson} open={isDeleting} onOpenChange={setDeleting} />
    </li>
  );
}

type DeleteDialogProps = { lesson: LessonSummary; open: boolean; onOpenChange: (open: boolean) => void };

function DeleteDialog({ lesson, open, onOpenChange }: DeleteDialogProps) {
  const remove = useDeleteLesson();
  const confirm = () =>
    remove.mutate(lesson.id, {
      onSuccess: () => {
        onOpenChange(false);
        toast({ title: 'Aula excluída', description: 'Você pode restaurá-la em Aulas excluídas por 30 dias.' });
      },
      onError: (error) => toast({ title: 'Erro ao excluir', description: textOf(error), tone: 'bad' }),
    });
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Excluir aula"
      text={
        <p>
          <strong>{lesson.title}</strong> deixará de aparecer para os alunos. Você pode restaurá-la por 30 dias.
        </p>
      }
      confirmLabel="Excluir"
      tone="bad"
      busy={remove.isPending}
      busyLabel="Excluindo..."
      onConfirm={confirm}
    />
  );
}
