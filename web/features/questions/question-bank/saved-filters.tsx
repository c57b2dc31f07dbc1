import { useMutation, useQuery } from '@tanstack/react-query';
import { BookmarkPlus } from 'lucide-react';
import { useState } from 'react';
import type { BodyInput } from '#contract/endpoint.ts';
import { QUESTION_FILTER_NAME_MAX } from '#contract/limits.ts';
import { deleteQuestionFilter, listQuestionFilters, saveQuestionFilter } from '#contract/questions/question-filters.ts';
import { asFilter, type BankChoice, isNarrowed } from '#web/features/questions/questions/questions.queries.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chips.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { choiceOfFilter, sameFilter } from './saved-filter-choice.ts';

type SavedFiltersProps = { choice: BankChoice; onChoose: (choice: BankChoice) => void };

/** Saved searches of the author: a press restores the filters of the table. */
export function SavedFilters({ choice, onChoose }: SavedFiltersProps) {
  const filters = useQuery(readQuery(listQuestionFilters, schoolKeys.bank.filters)).data ?? [];
  const [isNaming, setIsNaming] = useState(false);
  const current = filters.find(({ filter }) => sameFilter(choiceOfFilter(filter), choice));
  const forget = useMutation({
    mutationFn: (id: number) => call(deleteQuestionFilter, { params: { id } }),
    onSettled: () => void invalidate(schoolKeys.bank.filters),
    onError: toastFailure('O filtro não foi apagado'),
  });
  const maySave = isNarrowed(choice) && !current;
  if (filters.length === 0 && !maySave) return null;
  return (
    <fieldset className="mt-3 flex flex-wrap items-center gap-2">
      <legend className="sr-only">Filtros guardados</legend>
      {filters.map(({ id, name, filter }) => (
        <Chip key={id} isPressed={id === current?.id} onPress={() => onChoose(choiceOfFilter(filter))}>
          {name}
        </Chip>
      ))}
      {current && (
        <Button variant="quiet" size="sm" busy={forget.isPending} onClick={() => forget.mutate(current.id)}>
          Apagar o filtro {current.name}
        </Button>
      )}
      {maySave && (
        <Button variant="quiet" size="sm" onClick={() => setIsNaming(true)}>
          <BookmarkPlus /> Guardar este filtro
        </Button>
      )}
      {isNaming && <NameDialog choice={choice} onClose={() => setIsNaming(false)} />}
    </fieldset>
  );
}

function NameDialog({ choice, onClose }: { choice: BankChoice; onClose: () => void }) {
  const save = useMutation({
    mutationFn: (body: BodyInput<typeof saveQuestionFilter>) => call(saveQuestionFilter, { body }),
    onSuccess: () => invalidate(schoolKeys.bank.filters),
  });
  const form = useForm({
    initial: { name: '' },
    schema: saveQuestionFilter.body,
    bodyOf: ({ name }) => ({
      name,
      filter: { ...asFilter(choice), sort: choice.sort || undefined, order: choice.order },
    }),
    onSubmit: (body) =>
      save.mutate(body, {
        onSuccess: onClose,
        onError: (error) => form.refused(error) || toastFailure('O filtro não foi guardado')(error),
      }),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && !save.isPending && onClose()} title="Guardar este filtro">
      <form {...form.props} className="grid grid-cols-1 gap-4">
        <Field label="Nome do filtro" error={form.errors.name} help="Um nome que já existe passa a ser este filtro.">
          <Input maxLength={QUESTION_FILTER_NAME_MAX} {...form.field('name')} />
        </Field>
        <div className="flex justify-end gap-2">
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={save.isPending}>
            Guardar
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
