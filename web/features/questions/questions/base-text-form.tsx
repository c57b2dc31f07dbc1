import { useId, useState } from 'react';
import { BASE_TEXT_MAX, BASE_TEXT_TITLE_MAX } from '#contract/limits.ts';
import type { BaseText } from '#contract/questions/base-text.ts';
import { type BaseTextInput, createBaseText, type FullBaseText } from '#contract/questions/base-texts.ts';
import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { isBlank } from '#contract/questions/question-text.ts';
import { htmlOf, textOfHtml } from '#web/editor/plain-html.ts';
import { TextControl } from '#web/editor/text-control.tsx';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { useChecking } from '#web/ui/use-form.ts';
import { useCreateText, useDeleteText, useSaveText } from './base-texts.queries.ts';
import { FormatChoice } from './format-choice.tsx';

type BaseTextFormProps = {
  /** Null: a new text. */
  text: FullBaseText | null;
  onSaved: (text: BaseText) => void;
  onCancel: () => void;
  onDeleted?: () => void;
  saveLabel?: string;
};

export function BaseTextForm({ text, onSaved, onCancel, onDeleted, saveLabel = 'Salvar e usar' }: BaseTextFormProps) {
  const [value, setValue] = useState<BaseTextInput>(text ?? { title: '', format: 'plain', text: '' });
  const [creationKey] = useState(newKey);
  const create = useCreateText();
  const save = useSaveText(text?.id ?? 0);
  const { area, errors, check, refused, mend } = useChecking();
  const errorId = useId();
  const change = (wish: Partial<BaseTextInput>) => {
    setValue((now) => ({ ...now, ...wish }));
    mend(...Object.keys(wish));
  };
  const changeFormat = (format: QuestionFormat) =>
    change({ format, text: format === 'html' ? htmlOf(value.text) : textOfHtml(value.text) });
  const submit = () => {
    const input = { title: value.title.trim(), format: value.format, text: value.text };
    const blank = isBlank(input.format, input.text) ? { text: 'Escreva o texto-base.' } : {};
    if (!check(createBaseText.body, input, blank)) return;
    const outcome = {
      onSuccess: (saved: FullBaseText) => {
        toast({ title: text ? 'Texto-base salvo' : 'Texto-base criado' });
        onSaved(saved);
      },
      onError: (error: Error) => refused(error) || toastFailure('O texto-base não foi salvo')(error),
    };
    if (text) save.mutate({ ...input, revision: text.revision }, outcome);
    else create.mutate({ ...input, creationKey }, outcome);
  };
  const busy = create.isPending || save.isPending;
  return (
    <form
      ref={area}
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        // In the React tree the dialog is inside the form of the question.
        event.stopPropagation();
        submit();
      }}
    >
      {text && text.questionCount > 0 && (
        <Notice>
          A mudança vale para {plural(text.questionCount, 'questão do banco', 'questões do banco')}. Simulados continuam
          com o texto que têm até serem atualizados na composição.
        </Notice>
      )}
      <Field label="Título" optional help="Como na prova: Texto I, Texto para as questões 1 a 5." error={errors.title}>
        <Input
          maxLength={BASE_TEXT_TITLE_MAX}
          value={value.title}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <FormatChoice value={value.format} onChange={changeFormat} />
      <div className="grid grid-cols-1 gap-1.5">
        <TextControl
          key={value.format}
          opensEditor
          format={value.format}
          label="Texto"
          rows={10}
          maxLength={BASE_TEXT_MAX}
          value={value.text}
          invalid={Boolean(errors.text)}
          describedBy={errors.text && errorId}
          onChange={(words) => change({ text: words })}
        />
        {errors.text && <FieldError id={errorId}>{errors.text}</FieldError>}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {text && text.questionCount === 0 && onDeleted && <Remove id={text.id} busy={busy} onDeleted={onDeleted} />}
        <Button variant="line" disabled={busy} onClick={onCancel}>
          Voltar
        </Button>
        <Button type="submit" busy={busy} busyLabel="Salvando...">
          {saveLabel}
        </Button>
      </div>
    </form>
  );
}

function Remove({ id, busy, onDeleted }: { id: number; busy: boolean; onDeleted: () => void }) {
  const [asks, setAsks] = useState(false);
  const remove = useDeleteText(id);
  return (
    <>
      <Button variant="quiet" className="mr-auto" disabled={busy} onClick={() => setAsks(true)}>
        Excluir
      </Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title="Excluir o texto-base?"
        text="Nenhuma questão do banco usa este texto."
        confirmLabel="Excluir"
        tone="bad"
        onConfirm={() => {
          setAsks(false);
          remove.mutate(undefined, {
            onSuccess: () => {
              toast({ title: 'Texto-base excluído' });
              onDeleted();
            },
            onError: toastFailure('O texto-base não foi excluído'),
          });
        }}
      />
    </>
  );
}
