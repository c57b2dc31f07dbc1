import { useState } from 'react';
import { QUIZ_COMMENT_MAX, QUIZ_STATEMENT_MAX } from '../../../contract/limits.ts';
import type { BankQuestionInput } from '../../../contract/question-bank.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError } from '../../ui/field.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { toast } from '../../ui/toast.ts';
import { LabelsForm } from './labels-form.tsx';
import { OptionsEditor } from './options-editor.tsx';
import { type EditedQuestion, errorsOf, inFormat, inputOf, isPlainHtml } from './question-draft.ts';
import { TextControl } from './text-control.tsx';

type QuestionFormProps = {
  initial: EditedQuestion;
  saving: boolean;
  saveLabel: string;
  onSave: (input: BankQuestionInput) => void;
};

const losesFormatting = (question: EditedQuestion) =>
  question.format === 'html' &&
  ![question.questionText, question.comment, ...question.options.flatMap((o) => [o.optionText, o.comment])].every(
    isPlainHtml,
  );

export function QuestionForm({ initial, saving, saveLabel, onSave }: QuestionFormProps) {
  const [question, setQuestion] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const [asksPlain, setAsksPlain] = useState(false);
  const errors = isChecked ? errorsOf(question) : {};
  const change = (wish: Partial<EditedQuestion>) => setQuestion({ ...question, ...wish });
  const changeFormat = (format: EditedQuestion['format']) => {
    if (format === 'plain' && losesFormatting(question)) setAsksPlain(true);
    else setQuestion(inFormat(question, format));
  };
  const save = () => {
    setChecked(true);
    const [first] = Object.values(errorsOf(question));
    if (first) toast({ title: 'Confira a questão', description: first, tone: 'bad' });
    else onSave(inputOf(question));
  };
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
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
              key={question.format}
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
          <OptionsEditor question={question} error={errors.options} onChange={setQuestion} />
          <div className="grid grid-cols-1 gap-1.5">
            <p aria-hidden="true" className="font-strong text-sm">
              Comentário da questão <span className="font-normal text-ink-soft">(opcional)</span>
            </p>
            <TextControl
              key={`comentario-${question.format}`}
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
      <div className="sticky bottom-0 flex justify-end border-line border-t bg-canvas py-3">
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
