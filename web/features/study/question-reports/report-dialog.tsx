import { useMutation } from '@tanstack/react-query';
import { REPORT_NOTE_MAX } from '#contract/limits.ts';
import { type ReportReason, reportQuestion } from '#contract/study/question-reports.ts';
import { reasonNames, reportState } from '#web/features/questions/questions/report-words.ts';
import { call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';

const reasons: { value: ReportReason; label: string; help: string }[] = [
  { value: 'key', label: reasonNames.key, help: 'A alternativa marcada como certa não é a certa.' },
  { value: 'text', label: reasonNames.text, help: 'Falta algo, está trocado ou não dá para entender.' },
  { value: 'image', label: reasonNames.image, help: 'Não aparece, está errada ou ilegível.' },
  { value: 'duplicate', label: reasonNames.duplicate, help: 'A mesma questão está aqui mais de uma vez.' },
];

type ReportDialogProps = { questionId: number; onClose: () => void };

/** Reports a problem. A student who has reported this version before sees the outcome. */
export default function ReportDialog({ questionId, onClose }: ReportDialogProps) {
  const send = useMutation({
    mutationFn: (body: { reason: ReportReason; note: string }) =>
      call(reportQuestion, { params: { id: questionId }, body }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: keys.practices.answered(questionId), refetchType: 'active' }),
    onError: (error) => {
      if (!form.refused(error)) toastFailure('Erro não enviado')(error);
    },
  });
  const form = useForm({
    initial: { reason: '', note: '' },
    schema: reportQuestion.body,
    onSubmit: (body) => send.mutate(body),
  });
  const isSent = send.data !== undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Reportar erro"
      description="Quem escreveu a questão confere, e você fica sabendo o que foi feito."
      size="sm"
      footer={
        isSent ? (
          <Button onClick={onClose}>Fechar</Button>
        ) : (
          <>
            <Button variant="line" onClick={onClose}>
              Cancelar
            </Button>
            <Button busy={send.isPending} busyLabel="Enviando..." onClick={form.submit}>
              Enviar
            </Button>
          </>
        )
      }
    >
      {send.data ? (
        <Notice tone="ok" title="Recebemos seu aviso" role="status">
          {reportState(send.data)}
          {send.data.reply && <p className="mt-1">{send.data.reply}</p>}
        </Notice>
      ) : (
        <form
          {...form.props}
          onSubmit={(event) => {
            // The question around the button is a form too.
            event.stopPropagation();
            form.props.onSubmit(event);
          }}
          className="grid grid-cols-1 gap-4"
        >
          <RadioGroup
            label="O que está errado?"
            options={reasons}
            value={(form.values.reason || null) as ReportReason | null}
            onValueChange={(reason) => form.set({ reason })}
            error={form.errors.reason}
          />
          <Field label="Conte o que você viu" optional error={form.errors.note}>
            <Textarea rows={3} maxLength={REPORT_NOTE_MAX} {...form.field('note')} />
          </Field>
        </form>
      )}
    </Dialog>
  );
}
