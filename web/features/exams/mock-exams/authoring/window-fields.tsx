import type { LateStart } from '#contract/exams/quiz-windows.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';

type WindowValues = { opensAt: string; closesAt: string; lateStart: string };

type WindowFieldsProps = {
  values: WindowValues;
  errors: FieldErrors;
  /** Open already: only its end may be put off. */
  hasOpened?: boolean;
  onChange: (wish: Partial<WindowValues>) => void;
};

/** When a simulado opens and closes, in the school's time. */
export function WindowFields({ values, errors, hasOpened = false, onChange }: WindowFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
      <Field label="Abre" error={errors['window.opensAt']} help="Horário de Brasília.">
        <Input
          type="datetime-local"
          value={values.opensAt}
          disabled={hasOpened}
          onChange={({ target }) => onChange({ opensAt: target.value })}
        />
      </Field>
      <Field label="Fecha" error={errors['window.closesAt']}>
        <Input
          type="datetime-local"
          value={values.closesAt}
          onChange={({ target }) => onChange({ closesAt: target.value })}
        />
      </Field>
      <RadioGroup<LateStart>
        label="Quem começa tarde"
        className="md:col-span-2"
        value={values.lateStart === 'full' ? 'full' : 'shortens'}
        onValueChange={(lateStart) => onChange({ lateStart })}
        options={[
          {
            value: 'shortens',
            label: 'Termina com todos',
            help: 'O tempo acaba quando o simulado fecha.',
            disabled: hasOpened,
          },
          {
            value: 'full',
            label: 'Tem o tempo inteiro',
            help: 'O resultado espera por quem começou no último minuto.',
            disabled: hasOpened,
          },
        ]}
      />
    </div>
  );
}
