import { useId, useState } from 'react';
import {
  QUESTION_LABEL_MAX,
  QUIZ_COMMENT_MAX,
  QUIZ_OPTIONS_MIN,
  QUIZ_STATEMENT_MAX,
  SUBJECT_NAME_MAX,
} from '#contract/limits.ts';
import { correctImportEntry, type ImportEntry } from '#contract/questions/question-import.ts';
import { contentFaults } from '#contract/questions/question-rules.ts';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import { isBlank } from '#contract/questions/question-text.ts';
import { type EditedOption, newOption, newOptions } from '#web/editor/edited-options.ts';
import { OptionsEditor } from '#web/editor/options-editor.tsx';
import { TextControl } from '#web/editor/text-control.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { useCorrectEntry } from './import.queries.ts';
import { OriginFields } from './origin-fields.tsx';

type Unfinished = NonNullable<ImportEntry['unfinished']>;
type Edited = Pick<Unfinished, 'format' | 'questionText' | 'comment' | 'subject' | 'topic' | 'source'> & {
  options: EditedOption[];
  organ: string;
  post: string;
  year: string;
  difficulty: Difficulty | '';
};

/** The fields that could be read; for an unreadable entry, the beginning of its text. */
function editedFrom({ unfinished, excerpt }: ImportEntry): Edited {
  if (!unfinished) {
    const empty = {
      comment: '',
      subject: '',
      topic: '',
      source: '',
      organ: '',
      post: '',
      year: '',
      difficulty: '' as const,
    };
    return { format: 'plain', questionText: excerpt, options: newOptions(), ...empty };
  }
  const { format, questionText, comment, subject, topic, source, organ = '', post = '', year, difficulty } = unfinished;
  const options = unfinished.options.map((option) => ({ ...newOption(), ...option }));
  while (options.length < QUIZ_OPTIONS_MIN) options.push(newOption());
  return {
    ...{ format, questionText, comment, options, subject, topic, source, organ, post },
    year: year === null ? '' : String(year),
    difficulty: difficulty ?? '',
  };
}

const inputOf = ({ options, year, difficulty, ...edited }: Edited) => ({
  ...edited,
  // Empty options are left out.
  options: options
    .filter(({ optionText, isCorrect }) => isCorrect || !isBlank(edited.format, optionText))
    .map(({ optionText, comment, isCorrect }) => ({ optionText, comment, isCorrect })),
  year: year.trim() === '' ? null : Number(year),
  difficulty: difficulty || null,
});

type CorrectEntryProps = { importId: number; entry: ImportEntry; onClose: () => void };

/** Corrects an entry that cannot be imported as it is in the file, and checks it again. */
export function CorrectEntry({ importId, entry, onClose }: CorrectEntryProps) {
  const [question, setQuestion] = useState(() => editedFrom(entry));
  const { area, errors, check, refused, mend } = useChecking();
  const correct = useCorrectEntry(importId);
  const formId = useId();
  const errorId = useId();
  const change = (wish: Partial<Edited>) => {
    setQuestion((now) => ({ ...now, ...wish }));
    const named = Object.keys(wish);
    mend(...Object.keys(errors).filter((field) => named.includes(field.split('.')[0] ?? field)));
  };
  const submit = () => {
    const body = inputOf(question);
    const faults = Object.fromEntries(contentFaults(body).map(({ field, text }) => [field, text]));
    const checked = check(correctImportEntry.body, body, faults);
    if (!checked) return;
    correct.mutate(
      { position: entry.position, body: checked },
      { onSuccess: onClose, onError: (error) => refused(error) || toastFailure('A correção não foi guardada')(error) },
    );
  };
  const optionsError = errors.options ?? Object.entries(errors).find(([field]) => field.startsWith('options.'))?.[1];
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      // A press outside must not discard what was typed.
      onInteractOutside={(event) => event.preventDefault()}
      size="lg"
      title={`Corrigir a linha ${entry.line}`}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={formId} busy={correct.isPending} busyLabel="Conferindo...">
            Conferir de novo
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={area}
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {entry.problem && <Notice tone="sun">{entry.problem}</Notice>}
        <div className="grid grid-cols-1 gap-1.5">
          <p aria-hidden="true" className="font-strong text-sm">
            Enunciado
          </p>
          <TextControl
            opensEditor
            format={question.format}
            label="Enunciado"
            rows={4}
            maxLength={QUIZ_STATEMENT_MAX}
            value={question.questionText}
            invalid={Boolean(errors.questionText)}
            describedBy={errors.questionText && errorId}
            onChange={(questionText) => change({ questionText })}
          />
          {errors.questionText && <FieldError id={errorId}>{errors.questionText}</FieldError>}
        </div>
        <OptionsEditor
          options={question.options}
          format={question.format}
          error={optionsError}
          onChange={(options) => change({ options })}
        />
        <TextControl
          format={question.format}
          label="Comentário da questão"
          placeholder="Comentário da questão (opcional)"
          rows={2}
          maxLength={QUIZ_COMMENT_MAX}
          value={question.comment}
          onChange={(comment) => change({ comment })}
        />
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Field label="Matéria" optional error={errors.subject}>
            <Input
              maxLength={SUBJECT_NAME_MAX}
              value={question.subject}
              onChange={({ target }) => change({ subject: target.value })}
            />
          </Field>
          <Field label="Assunto" optional error={errors.topic}>
            <Input
              maxLength={QUESTION_LABEL_MAX}
              value={question.topic}
              onChange={({ target }) => change({ topic: target.value })}
            />
          </Field>
          <OriginFields question={question} errors={errors} onChange={change} />
        </div>
      </form>
    </Dialog>
  );
}
