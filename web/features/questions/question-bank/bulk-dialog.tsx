import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { QUESTION_LABEL_MAX, QUESTION_REASON_MAX } from '#contract/limits.ts';
import type { ChangeOutcome } from '#contract/questions/question-changes.ts';
import { type BulkChange, changeQuestions } from '#contract/questions/question-changes.ts';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import { splitTags } from '#contract/questions/question-tags.ts';
import { topicOption } from '#web/features/content/topics/topics.ts';
import { difficultyNames } from '#web/features/questions/questions/bank-words.ts';
import { bankLabelsQuery } from '#web/features/questions/questions/questions.queries.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NamedOptions, Options } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useForm } from '#web/ui/use-form.ts';
import { useChangeQuestions } from './changes.queries.ts';

const KEEP = '';
const NONE = 'none';
const SET = 'set';

const initial = {
  subject: KEEP,
  topic: KEEP,
  source: KEEP,
  sourceText: '',
  year: KEEP,
  yearText: '',
  difficulty: KEEP,
  status: KEEP,
  reason: '',
  addTags: '',
  removeTags: '',
};

/** The values to set; unchanged ones are not sent. */
export function changeOf(values: typeof initial): BulkChange {
  const idOf = (value: string) => (value === NONE ? null : Number(value));
  const { subject, topic, source, sourceText, year, yearText, difficulty, status, reason, addTags, removeTags } =
    values;
  return {
    ...(subject === KEEP ? {} : { subjectId: idOf(subject) }),
    ...(topic === KEEP ? {} : { topicId: idOf(topic) }),
    ...(source === KEEP ? {} : { source: source === NONE ? '' : sourceText.trim() }),
    ...(year === KEEP ? {} : { year: year === NONE ? null : Number(yearText) }),
    ...(difficulty === KEEP ? {} : { difficulty: difficulty === NONE ? null : (difficulty as Difficulty) }),
    ...(status === KEEP ? {} : { status: status as 'active' | 'outdated' }),
    ...(addTags.trim() === '' ? {} : { addTags: splitTags(addTags) }),
    ...(removeTags.trim() === '' ? {} : { removeTags: splitTags(removeTags) }),
    reason: status === 'outdated' ? reason.trim() : '',
  };
}

type BulkDialogProps = {
  /** The selection in the form of the call. */
  chosen: { ids: number[] } | { filter: object; expected: number };
  count: number;
  onDone: (outcome: ChangeOutcome) => void;
  onClose: () => void;
};

/** Sets the labels of many questions at once. */
export function BulkDialog({ chosen, count, onDone, onClose }: BulkDialogProps) {
  const labels = useQuery(bankLabelsQuery).data;
  const send = useChangeQuestions();
  const [creationKey] = useState(newKey);
  const sourcesId = useId();
  const tagsId = useId();
  const form = useForm({
    initial,
    schema: changeQuestions.body,
    bodyOf: (values) => ({ ...chosen, change: changeOf(values), creationKey }),
    adjust: (errors, values) => {
      const { reason, ...set } = changeOf(values);
      if (Object.keys(set).length === 0) return { ...errors, subject: 'Escolha o que mudar.' };
      if (set.status === 'outdated' && reason === '') return { ...errors, reason: 'Diga por quê.' };
      if (values.source === SET && values.sourceText.trim() === '') return { ...errors, source: 'Escreva a banca.' };
      const tagError = Object.entries(errors).find(([name]) => /^change\.(add|remove)Tags/.test(name));
      if (tagError) {
        return { ...errors, [tagError[0].startsWith('change.add') ? 'addTags' : 'removeTags']: tagError[1] };
      }
      return errors['change.year'] ? { ...errors, year: errors['change.year'] } : errors;
    },
    onSubmit: (body) =>
      send.mutate(body, {
        onSuccess: onDone,
        onError: (error) => form.refused(error) || toastFailure('Nada foi alterado')(error),
      }),
  });
  const { values, errors } = form;
  const subjectId = values.subject === KEEP || values.subject === NONE ? null : Number(values.subject);
  const topics = (labels?.topics ?? []).filter((one) => one.id !== null && one.subjectId === subjectId);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !send.isPending && onClose()}
      title={`Mudar ${plural(count, 'questão', 'questões')}`}
      description="O que ficar em “Não mudar” continua como está em cada questão. Dá para desfazer por 7 dias."
    >
      <form {...form.props} className="grid grid-cols-1 gap-4">
        <Field label="Matéria" error={errors.subject}>
          <Select value={values.subject} onChange={({ target }) => form.set({ subject: target.value, topic: KEEP })}>
            <option value={KEEP}>Não mudar</option>
            <option value={NONE}>Sem matéria</option>
            <NamedOptions of={labels?.subjects} />
          </Select>
        </Field>
        <Field label="Assunto" help={subjectId === null ? 'Para pôr um assunto, escolha a matéria dele.' : undefined}>
          <Select {...form.field('topic')}>
            <option value={KEEP}>Não mudar</option>
            <option value={NONE}>Sem assunto</option>
            {topics.map(({ id, parentId, topic }) => (
              <option key={id} value={id ?? ''}>
                {topicOption(parentId, topic)}
              </option>
            ))}
          </Select>
        </Field>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Field label="Banca" error={errors.source}>
            <Select {...form.field('source')}>
              <option value={KEEP}>Não mudar</option>
              <option value={NONE}>Sem banca</option>
              <option value={SET}>Definir…</option>
            </Select>
          </Field>
          {values.source === SET && (
            <Field label="Qual banca">
              <Input list={sourcesId} maxLength={QUESTION_LABEL_MAX} {...form.field('sourceText')} />
            </Field>
          )}
          <Field label="Ano" error={errors.year} className="md:col-start-1">
            <Select {...form.field('year')}>
              <option value={KEEP}>Não mudar</option>
              <option value={NONE}>Sem ano</option>
              <option value={SET}>Definir…</option>
            </Select>
          </Field>
          {values.year === SET && (
            <Field label="Qual ano">
              <Input inputMode="numeric" maxLength={4} {...form.field('yearText')} />
            </Field>
          )}
          <Field label="Dificuldade" className="md:col-start-1">
            <Select {...form.field('difficulty')}>
              <option value={KEEP}>Não mudar</option>
              <option value={NONE}>Não definida</option>
              <Options words={difficultyNames} />
            </Select>
          </Field>
          <Field label="Situação">
            <Select {...form.field('status')}>
              <option value={KEEP}>Não mudar</option>
              <option value="active">Ativas</option>
              <option value="outdated">Desatualizadas</option>
            </Select>
          </Field>
        </div>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Field label="Pôr etiquetas" error={errors.addTags} help="Separe com vírgulas.">
            <Input list={tagsId} {...form.field('addTags')} />
          </Field>
          <Field label="Tirar etiquetas" error={errors.removeTags}>
            <Input list={tagsId} {...form.field('removeTags')} />
          </Field>
        </div>
        {values.status === 'outdated' && (
          <Field label="Por que estão desatualizadas" error={errors.reason}>
            <Input maxLength={QUESTION_REASON_MAX} {...form.field('reason')} />
          </Field>
        )}
        <datalist id={tagsId}>
          {labels?.tags.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <datalist id={sourcesId}>
          {labels?.sources.map((source) => (
            <option key={source} value={source} />
          ))}
        </datalist>
        <div className="flex justify-end gap-2">
          <Button variant="line" disabled={send.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" busy={send.isPending} busyLabel="Mudando...">
            Mudar {plural(count, 'questão', 'questões')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
