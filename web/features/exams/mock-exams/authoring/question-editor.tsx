import type { Subject } from '#contract/content/subjects.ts';
import { QUIZ_COMMENT_MAX, QUIZ_STATEMENT_MAX } from '#contract/limits.ts';
import { OptionsEditor } from '#web/editor/options-editor.tsx';
import { TextControl } from '#web/editor/text-control.tsx';
import { BaseTextField } from '#web/features/questions/questions/base-text-field.tsx';
import { Field } from '#web/ui/field.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import type { EditedQuestion } from './quiz-draft.ts';

type QuestionEditorProps = {
  question: EditedQuestion;
  subjects: readonly Subject[];
  onChange: (question: EditedQuestion) => void;
};

/** The form of one question: statement, subject, 2–6 options with the right one, comments. */
export function QuestionEditor({ question, subjects, onChange }: QuestionEditorProps) {
  const change = (wish: Partial<EditedQuestion>) => onChange({ ...question, ...wish });
  const { format } = question;
  return (
    <div className="grid grid-cols-1 gap-4">
      <BaseTextField value={question.baseText ?? null} onChange={(baseText) => change({ baseText })} />
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
          <NamedOptions of={subjects} />
        </Select>
      </Field>
      <OptionsEditor options={question.options} format={format} onChange={(options) => change({ options })} />
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
