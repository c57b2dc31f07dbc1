import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { QUIZ_COMMENT_MAX, QUIZ_OPTION_MAX, QUIZ_OPTIONS_MAX, QUIZ_OPTIONS_MIN } from '../../contract/limits.ts';
import type { QuestionFormat } from '../../contract/question-shapes.ts';
import { letterOf } from '../lib/letters.ts';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { type EditedOption, withOneMore, withRight } from './edited-options.ts';
import { TextControl } from './text-control.tsx';

type OptionsEditorProps = {
  options: EditedOption[];
  format: QuestionFormat;
  error?: string | undefined;
  onChange: (options: EditedOption[]) => void;
};

/** The 2–6 options of a question with the right one and their comments, in a simulado and in the bank. */
export function OptionsEditor({ options, format, error, onChange }: OptionsEditorProps) {
  const name = useId();
  const errorId = useId();
  const change = (key: string, wish: Partial<EditedOption>) =>
    onChange(options.map((option) => (option.key === key ? { ...option, ...wish } : option)));
  return (
    <fieldset
      className="grid min-w-0 grid-cols-1 gap-3"
      aria-describedby={error ? errorId : undefined}
      // What is wrong is the group's: it takes the focus itself.
      tabIndex={-1}
      data-invalid={error ? '' : undefined}
    >
      <legend className="mb-1.5 font-strong text-sm">Alternativas: marque a certa</legend>
      {options.map((option, place) => {
        const letter = letterOf(place);
        return (
          <div
            key={option.key}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 rounded-control border border-line p-3 has-checked:border-ok has-checked:bg-ok-tint"
          >
            <label className="flex min-h-12 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name={name}
                checked={option.isCorrect}
                onChange={() => onChange(withRight(options, option.key))}
                aria-label={`Alternativa ${letter} é a certa`}
                className="tick tick-round"
              />
              <span aria-hidden="true" className="w-4 font-strong">
                {letter}
              </span>
            </label>
            <div className="grid min-w-0 grid-cols-1 gap-2 max-md:col-span-3 max-md:row-start-2">
              <TextControl
                key={`texto-${format}`}
                format={format}
                label={`Texto da alternativa ${letter}`}
                placeholder="Texto da alternativa"
                maxLength={QUIZ_OPTION_MAX}
                value={option.optionText}
                onChange={(optionText) => change(option.key, { optionText })}
              />
              <TextControl
                key={`comentario-${format}`}
                format={format}
                label={`Comentário da alternativa ${letter}`}
                placeholder="Comentário (aparece depois da resposta)"
                maxLength={QUIZ_COMMENT_MAX}
                value={option.comment}
                onChange={(comment) => change(option.key, { comment })}
              />
            </div>
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
          </div>
        );
      })}
      <Button
        variant="line"
        size="sm"
        className="justify-self-start"
        disabled={options.length >= QUIZ_OPTIONS_MAX}
        onClick={() => onChange(withOneMore(options))}
      >
        <Plus /> Incluir alternativa
      </Button>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
