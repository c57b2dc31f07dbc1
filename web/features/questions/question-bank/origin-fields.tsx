import { QUESTION_LABEL_MAX } from '#contract/limits.ts';
import type { Difficulty } from '#contract/questions/question-shapes.ts';
import { difficultyNames } from '#web/features/questions/questions/bank-words.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Options } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';

type Origin = { source: string; organ: string; post: string; year: string; difficulty: Difficulty | '' };

type OriginFieldsProps = {
  question: Origin;
  errors: FieldErrors;
  onChange: (wish: Partial<Origin>) => void;
  /** The id of the datalist with the names that the bank knows. */
  sourcesId?: string;
};

/** Banca, órgão, cargo, year and difficulty. */
export function OriginFields({ question, errors, onChange, sourcesId }: OriginFieldsProps) {
  return (
    <>
      <Field label="Banca" optional error={errors.source}>
        <Input
          list={sourcesId}
          maxLength={QUESTION_LABEL_MAX}
          value={question.source}
          onChange={({ target }) => onChange({ source: target.value })}
        />
      </Field>
      <Field label="Órgão" optional error={errors.organ}>
        <Input
          maxLength={QUESTION_LABEL_MAX}
          value={question.organ}
          onChange={({ target }) => onChange({ organ: target.value })}
        />
      </Field>
      <Field label="Cargo" optional error={errors.post}>
        <Input
          maxLength={QUESTION_LABEL_MAX}
          value={question.post}
          onChange={({ target }) => onChange({ post: target.value })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field label="Ano" optional error={errors.year}>
          <Input
            inputMode="numeric"
            maxLength={4}
            value={question.year}
            onChange={({ target }) => onChange({ year: target.value })}
          />
        </Field>
        <Field label="Dificuldade" optional error={errors.difficulty}>
          <Select
            value={question.difficulty}
            onChange={({ target }) => onChange({ difficulty: target.value as Difficulty | '' })}
          >
            <option value="">Não definida</option>
            <Options words={difficultyNames} />
          </Select>
        </Field>
      </div>
    </>
  );
}
