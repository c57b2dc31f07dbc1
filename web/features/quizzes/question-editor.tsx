import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import {
  QUIZ_COMMENT_MAX,
  QUIZ_OPTION_MAX,
  QUIZ_OPTIONS_MAX,
  QUIZ_OPTIONS_MIN,
  QUIZ_STATEMENT_MAX,
} from '../../../contract/limits.ts';
import type { Subject } from '../../../contract/subjects.ts';
import { TextControl } from '../../editor/text-control.tsx';
import { letterOf } from '../../lib/letters.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { type EditedOption, type EditedQuestion, withOption, withRight } from './quiz-draft.ts';

type QuestionEditorProps = {
  question: EditedQuestion;
  subjects: readonly Subject[];
  onChange: (question: EditedQuestion) => void;
};

/** The form of one question: statement, subject, 2–6 options with the right one, comments. */
export function QuestionEditor({ question, subjects, onChange }: QuestionEditorProps) {
  const groupName = useId();
  const change = (wish: Partial<EditedQuestion>) => onChange({ ...question, ...wish });
  const changeOption = (key: string, wish: Partial<EditedOption>) =>
    change({ options: question.options.map((option) => (option.key === key ? { ...option, ...wish } : option)) });
  const { format } = question;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-1.5">
        <p aria-hidden="true" className="font-strong text-sm">
          Enunciado
        </p>
        <TextControl
          format={format}
          label="Enunciado"
          rows={4}
          value={question.questionText}
          maxLength={QUIZ_STATEMENT_MAX}
          onChange={(questionText) => change({ questionText })}
        />
      </div>
      <Field label="Matéria" optional className="md:max-w-sm">
        <Select
          value={question.subjectId ?? ''}
          onChange={(event) => change({ subjectId: event.target.value === '' ? null : Number(event.target.value) })}
        >
          <option value="">Sem matéria</option>
          {subjects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <fieldset className="grid min-w-0 grid-cols-1 gap-3">
        <legend className="mb-1.5 font-strong text-sm">Alternativas: marque a certa</legend>
        {question.options.map((option, place) => (
          <div
            key={option.key}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 rounded-control border border-line p-3 has-checked:border-ok has-checked:bg-ok-tint"
          >
            <label className="flex min-h-12 cursor-pointer items-center gap-2">
              <input
                type="radio"
                name={groupName}
                checked={option.isCorrect}
                onChange={() => onChange(withRight(question, option.key))}
                aria-label={`Alternativa ${letterOf(place)} é a certa`}
                className="tick tick-round"
              />
              <span aria-hidden="true" className="w-4 font-strong">
                {letterOf(place)}
              </span>
            </label>
            <div className="grid min-w-0 grid-cols-1 gap-2 max-md:col-span-3 max-md:row-start-2">
              <TextControl
                format={format}
                label={`Texto da alternativa ${letterOf(place)}`}
                placeholder="Texto da alternativa"
                value={option.optionText}
                maxLength={QUIZ_OPTION_MAX}
                onChange={(optionText) => changeOption(option.key, { optionText })}
              />
              <TextControl
                format={format}
                label={`Comentário da alternativa ${letterOf(place)}`}
                placeholder="Comentário (aparece depois de finalizar)"
                value={option.comment}
                maxLength={QUIZ_COMMENT_MAX}
                onChange={(comment) => changeOption(option.key, { comment })}
              />
            </div>
            <Button
              variant="quiet"
              size="icon"
              className="max-md:col-start-3"
              aria-label={`Remover alternativa ${letterOf(place)}`}
              disabled={question.options.length <= QUIZ_OPTIONS_MIN}
              onClick={() => change({ options: question.options.filter(({ key }) => key !== option.key) })}
            >
              <Trash2 />
            </Button>
          </div>
        ))}
        <Button
          variant="line"
          size="sm"
          className="justify-self-start"
          disabled={question.options.length >= QUIZ_OPTIONS_MAX}
          onClick={() => onChange(withOption(question))}
        >
          <Plus /> Incluir alternativa
        </Button>
      </fieldset>
      <div className="grid grid-cols-1 gap-1.5">
        <p aria-hidden="true" className="font-strong text-sm">
          Comentário da questão <span className="font-normal text-ink-soft">(opcional)</span>
        </p>
        <TextControl
          format={format}
          label="Comentário da questão"
          rows={3}
          value={question.comment}
          maxLength={QUIZ_COMMENT_MAX}
          onChange={(comment) => change({ comment })}
        />
      </div>
    </div>
  );
}
