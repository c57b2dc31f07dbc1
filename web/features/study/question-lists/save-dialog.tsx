import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QUESTION_LIST_NAME_MAX } from '#contract/limits.ts';
import { changeQuestionList, type QuestionListSummary } from '#contract/study/question-lists.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { listsQuery, useAddQuestion, useCreateList, useRemoveQuestion } from './question-lists.queries.ts';

type SaveDialogProps = { questionId: number; onClose: () => void };

/** In which of the student's lists a question is. Lists that follow a filter cannot be changed by hand. */
export default function SaveDialog({ questionId, onClose }: SaveDialogProps) {
  const lists = useQuery(listsQuery(questionId));
  const fixed = lists.data?.filter(({ isLiving }) => !isLiving) ?? [];
  return (
    <Dialog open onOpenChange={onClose} title="Guardar no caderno" size="sm">
      {lists.isError && (
        <ErrorState
          headingLevel={3}
          title="Não conseguimos buscar os cadernos"
          text={textOf(lists.error)}
          onRetry={() => lists.refetch()}
          retrying={lists.isFetching}
        />
      )}
      {lists.isPending && (
        <SkeletonGroup>
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
      {lists.data && (
        <div className="grid grid-cols-1 gap-4">
          {fixed.length > 0 && (
            <ul className="grid grid-cols-1">
              {fixed.map((list) => (
                <li key={list.id}>
                  <ListChoice list={list} questionId={questionId} />
                </li>
              ))}
            </ul>
          )}
          <NewList questionId={questionId} />
        </div>
      )}
    </Dialog>
  );
}

function ListChoice({ list, questionId }: { list: QuestionListSummary; questionId: number }) {
  const add = useAddQuestion(questionId);
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

function NewList({ questionId }: { questionId: number }) {
  const [creationKey, setCreationKey] = useState(newKey);
  const create = useCreateList();
  const form = useForm({
    initial: { name: '' },
    schema: changeQuestionList.body,
    onSubmit: ({ name = '' }) =>
      create.mutate(
        { name, questionIds: [questionId], creationKey },
        {
          onSuccess: () => {
            toast({ title: 'Questão guardada', description: `No caderno “${name}”.` });
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
