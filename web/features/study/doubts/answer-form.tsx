import { useState } from 'react';
import { DOUBT_MAX } from '#contract/limits.ts';
import { answerDoubt, type QueuedDoubt } from '#contract/study/doubts.ts';
import { isOvertaken } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { refreshDoubts, useAnswerDoubt } from './queue.queries.ts';

type AnswerFormProps = { doubt: QueuedDoubt; onDone: () => void };

/** The answer, and whether it is shared. A doubt edited meanwhile is shown again before it can be answered. */
export function AnswerForm({ doubt, onDone }: AnswerFormProps) {
  const { id, answer, pseudonym, revision } = doubt;
  const [isShared, setShared] = useState(doubt.isShared);
  const send = useAnswerDoubt(id);
  const form = useForm({
    initial: { text: answer?.text ?? '' },
    schema: answerDoubt.body,
    bodyOf: (values) => ({ ...values, isShared, revision }),
    onSubmit: (body) =>
      send.mutate(body, {
        onSuccess: onDone,
        onError: (error) => {
          if (form.refused(error)) return;
          toastFailure('Resposta não enviada')(error);
          if (isOvertaken(error)) void refreshDoubts();
        },
      }),
  });
  return (
    <form {...form.props} className="mt-4 grid grid-cols-1 gap-3">
      <Field label="Resposta" error={form.errors.text}>
        <Textarea rows={5} maxLength={DOUBT_MAX} {...form.field('text')} />
      </Field>
      <Checkbox
        label="Mostrar a todos"
        help={`Quem puder ver a questão ou a aula lê a pergunta, assinada “${pseudonym}”, e a resposta.`}
        checked={isShared}
        onChange={({ target }) => setShared(target.checked)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={send.isPending} busyLabel="Enviando...">
          {answer ? 'Salvar resposta' : 'Enviar resposta'}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
