import type { QuestionFormat } from '#contract/questions/question-shapes.ts';
import { RadioGroup } from '#web/ui/radio-group.tsx';

type FormatChoiceProps = { value: QuestionFormat; onChange: (format: QuestionFormat) => void };

/** The format of a question, or of its supporting text. */
export function FormatChoice({ value, onChange }: FormatChoiceProps) {
  return (
    <RadioGroup
      label="Como o texto é escrito"
      value={value}
      onValueChange={onChange}
      options={[
        { value: 'plain', label: 'Texto simples' },
        { value: 'html', label: 'Texto formatado', help: 'Negrito, listas, tabelas e imagens.' },
      ]}
    />
  );
}
