import { useState } from 'react';
import { type AuthoredWindow, saveWindow } from '#contract/exams/quiz-windows.ts';
import { fromSchoolTime, toSchoolTime } from '#contract/school-time.ts';
import { isOvertaken } from '#web/lib/api.ts';
import { formatDateTime, plural } from '#web/lib/format.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useSaveWindow } from './window.queries.ts';
import { WindowFields } from './window-fields.tsx';

/** The window of one quiz with fixed questions. */
export function WindowForm({ stored }: { stored: AuthoredWindow }) {
  const { window, version } = stored;
  const [isRemoving, setRemoving] = useState(false);
  const save = useSaveWindow(stored.id);
  const form = useForm({
    initial: {
      opensAt: window ? toSchoolTime(window.opensAt) : '',
      closesAt: window ? toSchoolTime(window.closesAt) : '',
      lateStart: (window?.lateStart ?? 'shortens') as string,
    },
    schema: saveWindow.body,
    bodyOf: ({ opensAt, closesAt, lateStart }) => ({
      version,
      window: { opensAt: fromSchoolTime(opensAt), closesAt: fromSchoolTime(closesAt), lateStart },
    }),
    onSubmit: (body) => save.mutate(body, { onError: refused }),
  });
  const refused = (error: Error) => {
    if (form.refused(error)) return;
    toastFailure('Erro ao salvar horário')(error);
    if (isOvertaken(error)) void invalidate(schoolKeys.quizWindow(stored.id));
  };
  const remove = () =>
    save.mutate({ version, window: null }, { onError: refused, onSettled: () => setRemoving(false) });

  if (window?.hasEnded) {
    return (
      <Notice title="O horário deste simulado já passou">
        Abriu {formatDateTime(window.opensAt)}, fechou {formatDateTime(window.closesAt)}.{' '}
        {plural(window.taken, 'aluno fez', 'alunos fizeram')}. Para marcar outra hora, duplique o simulado.
      </Notice>
    );
  }
  const hasOpened = window !== null && Date.parse(window.opensAt) <= Date.parse(stored.serverTime);
  return (
    <form {...form.props}>
      {!stored.isPublished && (
        <Notice className="mb-6">Publique o simulado antes da abertura: sem isso, ele não abre para os alunos.</Notice>
      )}
      <Card title={window ? 'Hora marcada' : 'Marcar hora'}>
        <WindowFields values={form.values} errors={form.errors} hasOpened={hasOpened} onChange={form.set} />
        {window && (
          <p className="mt-4 text-ink-soft text-sm">
            O resultado sai {formatDateTime(window.resultsAt)}.{' '}
            {plural(window.confirmed, 'presença confirmada', 'presenças confirmadas')}
            {window.taken > 0 && `, ${plural(window.taken, 'aluno começou', 'alunos começaram')}`}.
          </p>
        )}
        <div className="mt-5 flex flex-wrap gap-2">
          <Button type="submit" busy={save.isPending} busyLabel="Salvando...">
            Salvar horário
          </Button>
          {window && !hasOpened && (
            <Button variant="line" onClick={() => setRemoving(true)}>
              Remover horário
            </Button>
          )}
        </div>
      </Card>
      <AlertDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Remover o horário"
        text="O simulado passa a abrir a qualquer hora, e as presenças confirmadas são esquecidas."
        confirmLabel="Remover"
        tone="bad"
        busy={save.isPending}
        onConfirm={remove}
      />
    </form>
  );
}
