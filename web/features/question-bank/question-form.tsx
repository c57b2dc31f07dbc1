import { useState } from 'react';
import { QUIZ_COMMENT_MAX, QUIZ_STATEMENT_MAX } from '../../../contract/limits.ts';
import type { BankQuestionInput } from '../../../contract/question-bank.ts';
import { OptionsEditor } from '../../editor/options-editor.tsx';
import { isPlainHtml } from '../../editor/plain-html.ts';
import { TextControl } from '../../editor/text-control.tsx';
import { localKey } from '../../lib/local-data.ts';
import { useUser } from '../../lib/session.ts';
import { readKept, useKeptDraft } from '../../lib/use-kept-draft.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError } from '../../ui/field.tsx';
import { KeptNotice } from '../../ui/kept-notice.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast.ts';
import { LabelsForm } from './labels-form.tsx';
import { type EditedQuestion, errorsOf, inFormat, inputOf, isSame, rekeyed } from './question-draft.ts';

type QuestionFormProps = {
  initial: EditedQuestion;
  /** The name under which it is kept in this browser until it is saved, and the revision that is being changed. */
  draftName: string;
  revision: number | null;
  saving: boolean;
  saveLabel: string;
  /** Rejects when it could not be saved, and has said so. */
  onSave: (input: BankQuestionInput) => Promise<unknown>;
};

const losesFormatting = (question: EditedQuestion) =>
  question.format === 'html' &&
  ![question.questionText, question.comment, ...question.options.flatMap((o) => [o.optionText, o.comment])].every(
    isPlainHtml,
  );

export function QuestionForm({ initial, draftName, revision, saving, saveLabel, onSave }: QuestionFormProps) {
  const keptAs = localKey(useUser().id, `unsent:question:${draftName}`);
  const [kept, setKept] = useState(() => readKept<EditedQuestion>(keptAs));
  const [saved, setSaved] = useState(initial);
  const [question, setQuestion] = useState(() => (kept ? rekeyed(kept.value) : initial));
  const forgetKept = useKeptDraft({ key: keptAs, value: question, revision, isDirty: !isSame(question, saved) });
  const [isChecked, setChecked] = useState(false);
  const [asksPlain, setAsksPlain] = useState(false);
  const errors = isChecked ? errorsOf(question) : {};
  const change = (wish: Partial<EditedQuestion>) => setQuestion({ ...question, ...wish });
  const changeFormat = (format: EditedQuestion['format']) => {
    if (format === 'plain' && losesFormatting(question)) setAsksPlain(true);
    else setQuestion(inFormat(question, format));
  };
  const save = async () => {
    setChecked(true);
    const [first] = Object.values(errorsOf(question));
    if (first) return toast({ title: 'Confira a questão', description: first, tone: 'bad' });
    try {
      await onSave(inputOf(question));
    } catch {
      // The mutation itself has said so.
      return;
    }
    forgetKept();
    setKept(null);
    setSaved(question);
  };
  const discardKept = () => {
    setQuestion(rekeyed(saved));
    setKept(null);
  };
  // Editors take their text once: another format or a discarded draft needs new ones.
  const life = `${question.format}-${kept === null}`;
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {kept && <KeptNotice savedAt={kept.savedAt} isOvertaken={kept.revision !== revision} onDiscard={discardKept} />}
      <Card title="Questão">
        <div className="grid grid-cols-1 gap-5">
          <RadioGroup
            label="Como o texto é escrito"
            value={question.format}
            onValueChange={changeFormat}
            options={[
              { value: 'plain', label: 'Texto simples' },
              { value: 'html', label: 'Texto formatado', help: 'Negrito, listas, tabelas e imagens.' },
            ]}
          />
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
              onChange={(questionText) => change({ questionText })}
            />
            {errors.questionText && <FieldError>{errors.questionText}</FieldError>}
          </div>
          <OptionsEditor
            options={question.options}
            format={question.format}
            error={errors.options}
            onChange={(options) => setQuestion({ ...question, options })}
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
              onChange={(comment) => change({ comment })}
            />
          </div>
        </div>
      </Card>
      <LabelsForm question={question} yearError={errors.year} onChange={change} />
      <div data-action-bar className="sticky bottom-0 flex justify-end border-line border-t bg-canvas py-3">
        <Button type="submit" className="max-md:w-full" busy={saving} busyLabel="Salvando...">
          {saveLabel}
        </Button>
      </div>
      <AlertDialog
        open={asksPlain}
        onOpenChange={setAsksPlain}
        title="Tirar a formatação?"
        text="Negrito, listas, tabelas e imagens desta questão se perdem. O texto fica."
        confirmLabel="Tirar formatação"
        tone="bad"
        onConfirm={() => {
          setQuestion(inFormat(question, 'plain'));
          setAsksPlain(false);
        }}
      />
    </form>
  );
}
