import { useState } from 'react';
import { useLocation } from 'wouter';
import type { BodyInput } from '#contract/endpoint.ts';
import { QUESTION_LIST_NAME_MAX } from '#contract/limits.ts';
import { questionListScreens } from '#contract/question-list-screens.ts';
import { changeQuestionList, type createQuestionList } from '#contract/study/question-lists.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useCreateList } from './question-lists.queries.ts';

type NewListDialogProps = {
  onClose: () => void;
  /** The choice of a practice, with how many questions fit it now. */
  from?: { filter: BodyInput<typeof createQuestionList>['filter']; count: number; name: string };
};

/** Names a new list: an empty one, or one of a filter, fixed or living. */
export default function NewListDialog({ onClose, from }: NewListDialogProps) {
  const [, navigate] = useLocation();
  const [creationKey] = useState(newKey);
  const [isLiving, setLiving] = useState(false);
  const create = useCreateList();
  const form = useForm({
    initial: { name: from?.name.slice(0, QUESTION_LIST_NAME_MAX) ?? '' },
    schema: changeQuestionList.body,
    onSubmit: ({ name = '' }) =>
      create.mutate(
        { name, creationKey, ...(from ? { filter: from.filter, isLiving } : {}) },
        {
          onSuccess: ({ id }) => navigate(questionListScreens.one(id)),
          onError: (error) => {
            if (!form.refused(error)) toastFailure('Caderno não criado')(error);
          },
        },
      ),
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Novo caderno"
      size="sm"
      description={from && `${plural(from.count, 'questão combina', 'questões combinam')} com a escolha agora.`}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={form.id} busy={create.isPending} busyLabel="Criando...">
            Criar caderno
          </Button>
        </>
      }
    >
      <form {...form.props} className="grid grid-cols-1 gap-4">
        <Field label="Nome" error={form.errors.name}>
          <Input
            autoFocus
            maxLength={QUESTION_LIST_NAME_MAX}
            placeholder="Art. 144 até cansar"
            {...form.field('name')}
          />
        </Field>
        {from && (
          <Checkbox
            label="Seguir o filtro"
            help="Questões novas que combinarem entram sozinhas no fim."
            checked={isLiving}
            onChange={({ target }) => setLiving(target.checked)}
          />
        )}
      </form>
    </Dialog>
  );
}
