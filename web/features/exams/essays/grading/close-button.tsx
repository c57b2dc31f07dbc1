import { useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useClose } from './grading.queries.ts';

/** An administrator returns an essay of several readers without the readings that it lacks. */
export function CloseButton({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  const [, navigate] = useLocation();
  const close = useClose(id);
  return (
    <>
      <Button variant="line" className="mb-4" onClick={() => setOpen(true)}>
        Devolver com as leituras que há
      </Button>
      <AlertDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Devolver com as leituras que há?"
        text="A nota sai só das leituras concluídas, e ninguém mais lê esta redação. O aluno recebe o aviso."
        confirmLabel="Devolver"
        busy={close.isPending}
        busyLabel="Devolvendo..."
        onConfirm={() =>
          close.mutate(undefined, {
            onSuccess: () => navigate(paths.teacherEssays),
            onSettled: () => setOpen(false),
          })
        }
      />
    </>
  );
}
