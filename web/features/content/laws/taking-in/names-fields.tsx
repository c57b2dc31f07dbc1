import { LAW_NAME_MAX, LAW_SHORT_NAME_MAX } from '#contract/content/law-limits.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';

export type Names = { name: string; shortName: string; nicknames: string };

type NamesFieldsProps = { value: Names; errors: FieldErrors; onChange: (change: Partial<Names>) => void };

/** The names of a law: as it is called, and as texts cite it. */
export function NamesFields({ value, errors, onChange }: NamesFieldsProps) {
  return (
    <>
      <Field label="Nome" error={errors.name ?? null}>
        <Input
          value={value.name}
          maxLength={LAW_NAME_MAX}
          placeholder="Lei nº 9.455, de 1997"
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field label="Nome curto" optional error={errors.shortName ?? null}>
        <Input
          value={value.shortName}
          maxLength={LAW_SHORT_NAME_MAX}
          placeholder="Lei de Tortura"
          onChange={({ target }) => onChange({ shortName: target.value })}
        />
      </Field>
      <Field
        label="Apelidos"
        optional
        help="Um por linha, como aparecem nos textos: “Estatuto da PM”, “CPM”."
        error={errors.nicknames ?? errors['nicknames.0'] ?? null}
      >
        <Textarea rows={3} value={value.nicknames} onChange={({ target }) => onChange({ nicknames: target.value })} />
      </Field>
    </>
  );
}
