import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUESTION_LIST_NAME_MAX } from '#contract/limits.ts';
import { changeQuestionList, type QuestionListSummary } from '#contract/study/question-lists.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { listsQuery, useAddQuestions, useCreateList, useRemoveQuestion } from './question-lists.queries.ts';

type SaveDialogProps = { questionIds: readonly number[]; onClose: () => void };

/**
 * In which of the student's lists a question is, or the list that several are added to. Lists that follow a filter
 * cannot be changed by hand.
 */
export default function SaveDialog({ questionIds, onClose }: SaveDialogProps) {
  const [first] = questionIds;
  const only = questionIds.length === 1 ? first : undefined;
  const lists = useQuery(listsQuery(only));
  const fixed = lists.data?.filter(({ isLiving }) => !isLiving) ?? [];
  return (
    <Dialog open onOpenChange={onClose} title="Guardar no caderno" size="sm">
      {lists.isError && <LoadError of={lists} title="Não conseguimos buscar os cadernos" headingLevel={3} />}
      {lists.isPending && <SkeletonGroup blocks={['h-24']} />}
      {lists.data && (
        <div className="grid grid-cols-1 gap-4">
          {fixed.length > 0 && (
            <ul className="grid grid-cols-1">
              {fixed.map((list) => (
                <li key={list.id}>
                  {only === undefined ? (
                    <AddToList list={list} questionIds={questionIds} onAdded={onClose} />
                  ) : (
                    <ListChoice list={list} questionId={only} />
                  )}
                </li>
              ))}
            </ul>
          )}
          <NewList questionIds={questionIds} />
        </div>
      )}
    </Dialog>
  );
}

function ListChoice({ list, questionId }: { list: QuestionListSummary; questionId: number }) {
  const add = useAddQuestions([questionId]);
  const remove = useRemoveQuestion(list.id);
  const isBusy = add.isPending || remove.isPending;
  return (
    <Checkbox
      label={
        <>
          {list.name} <span className="text-ink-soft text-sm">{plural(list.total, 'questão', 'questões')}</span>
        </>
      }
      checked={isBusy ? add.isPending : list.hasQuestion}
      disabled={isBusy}
      onChange={({ target }) => (target.checked ? add.mutate(list.id) : remove.mutate(questionId))}
    />
  );
}

type AddToListProps = { list: QuestionListSummary; questionIds: readonly number[]; onAdded: () => void };

function AddToList({ list, questionIds, onAdded }: AddToListProps) {
  const add = useAddQuestions(questionIds);
  return (
    <Button
      variant="quiet"
      className="h-auto w-full justify-between py-2 text-left"
      busy={add.isPending}
      onClick={() =>
        add.mutate(list.id, {
          onSuccess: ({ added }) => {
            toast({ title: savedWords(added), description: `No caderno “${list.name}”.` });
            onAdded();
          },
        })
      }
    >
      <span className="wrap-anywhere min-w-0">{list.name}</span>
      <span className="shrink-0 font-normal text-ink-soft text-sm">{plural(list.total, 'questão', 'questões')}</span>
    </Button>
  );
}

const savedWords = (count: number) => {
  if (count === 0) return 'Já estavam todas lá';
  return count === 1 ? 'Questão guardada' : `${count} questões guardadas`;
};

function NewList({ questionIds }: { questionIds: readonly number[] }) {
  const [creationKey, setCreationKey] = useState(newKey);
  const create = useCreateList();
  const form = useForm({
    initial: { name: '' },
    schema: changeQuestionList.body,
    onSubmit: ({ name = '' }) =>
      create.mutate(
        { name, questionIds: [...questionIds], creationKey },
        {
          onSuccess: ({ total }) => {
            toast({ title: savedWords(total), description: `No caderno “${name}”.` });
            setCreationKey(newKey());
            form.reset();
          },
          onError: (error) => {
            if (!form.refused(error)) toastFailure('Caderno não criado')(error);
          },
        },
      ),
  });
  return (
    <form {...form.props} className="flex flex-wrap items-end gap-3 border-line border-t pt-4">
      <Field label="Novo caderno" error={form.errors.name} className="min-w-0 flex-1">
        <Input maxLength={QUESTION_LIST_NAME_MAX} placeholder="Nome" {...form.field('name')} />
      </Field>
      <Button type="submit" variant="line" busy={create.isPending}>
        Criar e guardar
      </Button>
    </form>
  );
}
