import type { FinalMarkRule } from '#contract/exams/second-reading.ts';
import { plural } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import type { EditedSecondReading } from './theme-draft.ts';

/** Two readers, and a third one for a discrepancy. */
const READERS_ADVISED = 3;

type SecondReadingFieldsProps = {
  reading: EditedSecondReading;
  /** Active people who may read; undefined: the server does not say. */
  readerCount: number | undefined;
  errors: Partial<Record<string, string>>;
  onChange: (wish: Partial<EditedSecondReading>) => void;
};

const rules: { value: FinalMarkRule; label: string; help: string }[] = [
  { value: 'closest_two', label: 'Média das duas mais próximas', help: 'No empate, as que favorecem o aluno.' },
  { value: 'third_decides', label: 'Vale a terceira', help: 'As duas primeiras deixam de contar.' },
];

/** One reader or two, the limits of their difference, and the rule for the final mark. */
export function SecondReadingFields({ reading, readerCount, errors, onChange }: SecondReadingFieldsProps) {
  return (
    <Card title="Leitores">
      <Checkbox
        label="Duas pessoas leem cada redação"
        help="Nenhuma vê os pontos, as marcas ou o nome da outra. A nota é a média das duas."
        checked={reading.isOn}
        onChange={({ target }) => onChange({ isOn: target.checked })}
      />
      {reading.isOn && readerCount !== undefined && readerCount < READERS_ADVISED && (
        <Notice tone="sun" className="mt-4" title={`Só ${plural(readerCount, 'pessoa corrige', 'pessoas corrigem')}`}>
          Duas pessoas leem, e uma terceira quando as notas divergem. Sem ela, a redação espera até a administração
          devolver com as leituras que há.
        </Notice>
      )}
      {reading.isOn && (
        <div className="mt-4 grid grid-cols-1 gap-4 md:grid-cols-2">
          <Field
            label="Diferença máxima na nota"
            help="Acima dela, uma terceira pessoa lê."
            error={errors['draft.secondReading.totalLimit']}
          >
            <Input
              inputMode="decimal"
              value={reading.totalLimit}
              onChange={({ target }) => onChange({ totalLimit: target.value })}
            />
          </Field>
          <Field
            label="Diferença máxima em um critério"
            help="Vazio: só a nota é comparada."
            error={errors['draft.secondReading.criterionLimit']}
          >
            <Input
              inputMode="decimal"
              value={reading.criterionLimit}
              onChange={({ target }) => onChange({ criterionLimit: target.value })}
            />
          </Field>
          <RadioGroup
            label="Com três leituras"
            value={reading.finalMark}
            onValueChange={(finalMark) => onChange({ finalMark })}
            options={rules}
          />
        </div>
      )}
    </Card>
  );
}
