import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { QUIZ_COMMENT_MAX, QUIZ_OPTION_MAX, QUIZ_OPTIONS_MAX, QUIZ_OPTIONS_MIN } from '#contract/limits.ts';
import { kindOf, optionLabelOf } from '#contract/questions/question-kind.ts';
import type { QuestionFormat, QuestionKind } from '#contract/questions/question-shapes.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { type EditedOption, newOptions, trueFalseOptions, withOneMore, withRight } from './edited-options.ts';
import { TextControl } from './text-control.tsx';

type OptionsEditorProps = {
  options: EditedOption[];
  format: QuestionFormat;
  error?: string | undefined;
  onChange: (options: EditedOption[]) => void;
};

const others: Record<QuestionKind, () => EditedOption[]> = { choice: newOptions, true_false: trueFalseOptions };

/** The kind of a question, its options with the right one, and their comments; used in simulados and in the bank. */
export function OptionsEditor({ options, format, error, onChange }: OptionsEditorProps) {
  const name = useId();
  const errorId = useId();
  const kind = kindOf(options);
  const isFixed = kind === 'true_false';
  // The options of the other kind are restored when the author switches back.
  const [left, setLeft] = useState<EditedOption[] | null>(null);
  const changeKind = (wish: QuestionKind) => {
    if (wish === kind) return;
    onChange(left && kindOf(left) === wish ? left : others[wish]());
    setLeft(options);
  };
  const change = (key: string, wish: Partial<EditedOption>) =>
    onChange(options.map((option) => (option.key === key ? { ...option, ...wish } : option)));
  return (
    <div className="grid min-w-0 grid-cols-1 gap-5">
      <RadioGroup
        label="Tipo de questão"
        value={kind}
        onValueChange={changeKind}
        options={[
          { value: 'choice', label: 'Múltipla escolha' },
          { value: 'true_false', label: 'Certo ou errado', help: 'O aluno julga o enunciado.' },
        ]}
      />
      <fieldset
        className="grid min-w-0 grid-cols-1 gap-3"
        aria-describedby={error ? errorId : undefined}
        // The error belongs to the group: the group takes the focus.
        tabIndex={-1}
        data-invalid={error ? '' : undefined}
      >
        <legend className="mb-1.5 font-strong text-sm">
          {isFixed ? 'Gabarito: o enunciado está' : 'Alternativas: marque a certa'}
        </legend>
        {options.map((option, place) => {
          const letter = optionLabelOf(place, kind);
          return (
            <div
              key={option.key}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 rounded-control border border-line p-3 has-checked:border-ok has-checked:bg-ok-tint"
            >
              <label className="flex min-h-12 cursor-pointer items-center gap-2">
                <NativeInput
                  type="radio"
                  name={name}
                  checked={option.isCorrect}
                  onChange={() => onChange(withRight(options, option.key))}
                  aria-label={isFixed ? option.optionText : `Alternativa ${letter} é a certa`}
                  className="tick tick-round"
                />
                <span aria-hidden="true" className={isFixed ? 'w-16 font-strong' : 'w-4 font-strong'}>
                  {isFixed ? option.optionText : letter}
                </span>
              </label>
              <div className="grid min-w-0 grid-cols-1 gap-2 max-md:col-span-3 max-md:row-start-2">
                {!isFixed && (
                  <TextControl
                    key={`texto-${format}`}
                    format={format}
                    label={`Texto da alternativa ${letter}`}
                    placeholder="Texto da alternativa"
                    maxLength={QUIZ_OPTION_MAX}
                    value={option.optionText}
                    onChange={(optionText) => change(option.key, { optionText })}
                  />
                )}
                <TextControl
                  key={`comentario-${format}`}
                  format={format}
                  label={
                    isFixed ? `Comentário de quem marca ${option.optionText}` : `Comentário da alternativa ${letter}`
                  }
                  placeholder="Comentário (aparece depois da resposta)"
                  maxLength={QUIZ_COMMENT_MAX}
                  value={option.comment}
                  onChange={(comment) => change(option.key, { comment })}
                />
              </div>
              {!isFixed && (
                <Button
                  variant="quiet"
                  size="icon"
                  className="max-md:col-start-3"
                  aria-label={`Remover alternativa ${letter}`}
                  disabled={options.length <= QUIZ_OPTIONS_MIN}
                  onClick={() => onChange(options.filter(({ key }) => key !== option.key))}
                >
                  <Trash2 />
                </Button>
              )}
            </div>
          );
        })}
        {!isFixed && (
          <Button
            variant="line"
            size="sm"
            className="justify-self-start"
            disabled={options.length >= QUIZ_OPTIONS_MAX}
            onClick={() => onChange(withOneMore(options))}
          >
            <Plus /> Incluir alternativa
          </Button>
        )}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </fieldset>
    </div>
  );
}
