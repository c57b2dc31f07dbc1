import { QUIZ_DESCRIPTION_MAX, QUIZ_TITLE_MAX } from '#contract/limits.ts';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';
import type { EditedQuiz } from './quiz-draft.ts';

type QuizSettingsFormProps = {
  quiz: EditedQuiz;
  errors: FieldErrors;
  onChange: (change: Partial<EditedQuiz>) => void;
};

export function QuizSettingsForm({ quiz, errors, onChange }: QuizSettingsFormProps) {
  return (
    <Card title="Dados do simulado">
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Field label="Título" error={errors.title} className="md:col-span-2">
          <Input
            value={quiz.title}
            maxLength={QUIZ_TITLE_MAX}
            onChange={(event) => onChange({ title: event.target.value })}
          />
        </Field>
        <Field label="Descrição" optional error={errors.description} className="md:col-span-2">
          <Textarea
            rows={3}
            value={quiz.description}
            maxLength={QUIZ_DESCRIPTION_MAX}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </Field>
        <Field label="Tempo em minutos" optional error={errors.timeLimit} help="Vazio: sem limite de tempo.">
          <Input
            inputMode="numeric"
            value={quiz.timeLimit}
            onChange={(event) => onChange({ timeLimit: event.target.value })}
          />
        </Field>
        <Field label="Nota de corte (%)" error={errors.passingScore}>
          <Input
            inputMode="numeric"
            value={quiz.passingScore}
            onChange={(event) => onChange({ passingScore: event.target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}
