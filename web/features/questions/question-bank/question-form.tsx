import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { QUIZ_COMMENT_MAX, QUIZ_STATEMENT_MAX } from '#contract/limits.ts';
import { type BankQuestionInput, createBankQuestion } from '#contract/questions/question-bank.ts';
import { OptionsEditor } from '#web/editor/options-editor.tsx';
import { isPlainHtml } from '#web/editor/plain-html.ts';
import { TextControl } from '#web/editor/text-control.tsx';
import { subjectsQuery } from '#web/features/content/topics/subjects.ts';
import { BaseTextField } from '#web/features/questions/questions/base-text-field.tsx';
import { FormatChoice } from '#web/features/questions/questions/format-choice.tsx';
import type { Snapshot } from '#web/lib/editing.ts';
import { useEditing } from '#web/lib/use-editing.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConflictNotice } from '#web/ui/conflict-notice.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { RestoredDraftNotice } from '#web/ui/restored-draft-notice.tsx';
import { toastDraftStored, toastUnsaved } from '#web/ui/toast-editing.ts';
import { type FieldErrors, useChecking } from '#web/ui/use-form.ts';
import { LabelsForm } from './labels-form.tsx';
import { type EditedQuestion, faultsOf, inFormat, inputOf, questionLines, rekeyed } from './question-draft.ts';

type QuestionFormProps = {
  /** What is edited: the name of its drafts in this browser. */
  name: string;
  stored: Snapshot<EditedQuestion>;
  saveLabel: string;
  send: (input: BankQuestionInput, revision: number | null) => Promise<Snapshot<EditedQuestion>>;
  reload?: () => Promise<Snapshot<EditedQuestion>>;
  /** The form is disabled while a new question is created: the page of the question opens next. */
  isNew?: boolean;
  onSaved?: () => void;
};

/** The invalid fields that are one of `names` or nested in one. */
const fieldsNamed = (errors: FieldErrors, names: readonly string[]) =>
  Object.keys(errors).filter((field) => names.includes(field.split('.')[0] ?? field));

const errorWithin = (errors: FieldErrors, name: string) => errors[fieldsNamed(errors, [name])[0] ?? name];

const losesFormatting = (question: EditedQuestion) =>
  question.format === 'html' &&
  ![question.questionText, question.comment, ...question.options.flatMap((o) => [o.optionText, o.comment])].every(
    isPlainHtml,
  );

export function QuestionForm(props: QuestionFormProps) {
  const { name, stored, saveLabel, send, reload, isNew = false, onSaved } = props;
  const editing = useEditing({
    name: `question:${name}`,
    stored,
    revive: rekeyed,
    onLeft: toastDraftStored,
    send: async (value, revision) => {
      try {
        return await send(inputOf(value), revision);
      } catch (error) {
        const title = isNew ? 'Erro ao criar questão' : 'Erro ao salvar questão';
        if (error instanceof Error && !refused(error)) toastUnsaved(title)(error);
        throw error;
      }
    },
    ...(reload ? { reload } : {}),
  });
  const { value: question, isSaving } = editing;
  const subjects = useQuery(subjectsQuery).data ?? [];
  const [asksPlain, setAsksPlain] = useState(false);
  const errorId = useId();
  const { area, errors, check, refused, mend } = useChecking();
  const change: typeof editing.change = (wish) => {
    editing.change(wish);
    if (typeof wish === 'object') mend(...fieldsNamed(errors, Object.keys(wish)));
  };
  const changeFormat = (format: EditedQuestion['format']) => {
    if (format === 'plain' && losesFormatting(question)) setAsksPlain(true);
    else change((now) => inFormat(now, format));
  };
  const save = async () => {
    if (!check(createBankQuestion.body, inputOf(question), faultsOf(question))) return;
    if ((await editing.save()) === 'saved') onSaved?.();
  };
  // Editors read their text once: another format or a discarded draft needs new ones.
  const life = `${question.format}-${editing.life}`;
  return (
    <form
      ref={area}
      noValidate
      inert={isNew && isSaving}
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {editing.conflict && (
        <ConflictNotice
          editing={editing}
          title="Esta questão foi alterada enquanto você editava"
          linesOf={(version) => questionLines(version, subjects)}
          onSave={() => void save()}
        />
      )}
      {editing.isRecovered && !editing.conflict && (
        <RestoredDraftNotice savedAt={editing.changedAt} onDiscard={editing.discard} />
      )}
      <Card title="Questão">
        <div className="grid grid-cols-1 gap-5">
          <FormatChoice value={question.format} onChange={changeFormat} />
          <BaseTextField value={question.baseText ?? null} onChange={(baseText) => change({ baseText })} />
          <div className="grid grid-cols-1 gap-1.5">
            <p aria-hidden="true" className="font-strong text-sm">
              Enunciado
            </p>
            <TextControl
              key={life}
              opensEditor
              format={question.format}
              label="Enunciado"
              rows={5}
              maxLength={QUIZ_STATEMENT_MAX}
              value={question.questionText}
              invalid={Boolean(errors.questionText)}
              describedBy={errors.questionText && `${errorId}-statement`}
              onChange={(questionText) => change({ questionText })}
            />
            {errors.questionText && <FieldError id={`${errorId}-statement`}>{errors.questionText}</FieldError>}
          </div>
          <OptionsEditor
            options={question.options}
            format={question.format}
            error={errors.options ?? errorWithin(errors, 'options')}
            onChange={(options) => change({ options })}
          />
          <div className="grid grid-cols-1 gap-1.5">
            <p aria-hidden="true" className="font-strong text-sm">
              Comentário da questão <span className="font-normal text-ink-soft">(opcional)</span>
            </p>
            <TextControl
              key={`comentario-${life}`}
              format={question.format}
              label="Comentário da questão"
              rows={3}
              maxLength={QUIZ_COMMENT_MAX}
              value={question.comment}
              invalid={Boolean(errors.comment)}
              describedBy={errors.comment && `${errorId}-comment`}
              onChange={(comment) => change({ comment })}
            />
            {errors.comment && <FieldError id={`${errorId}-comment`}>{errors.comment}</FieldError>}
          </div>
        </div>
      </Card>
      <LabelsForm question={question} errors={errors} onChange={change} />
      <ActionBar>
        <Button type="submit" busy={isSaving} busyLabel="Salvando...">
          {saveLabel}
        </Button>
      </ActionBar>
      <AlertDialog
        open={asksPlain}
        onOpenChange={setAsksPlain}
        title="Tirar a formatação?"
        text="Negrito, listas, tabelas e imagens desta questão se perdem. O texto fica."
        confirmLabel="Tirar formatação"
        tone="bad"
        onConfirm={() => {
          change((now) => inFormat(now, 'plain'));
          setAsksPlain(false);
        }}
      />
    </form>
  );
}
