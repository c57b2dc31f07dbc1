import { Lock } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { SettingName } from '#contract/platform/settings.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { type SettingFields, settingLabels } from './settings-fields.ts';

/** What the cards of the page share. */
export type SettingsForm = {
  fields: SettingFields;
  errors: Partial<Record<string, string>>;
  isFixed: (name: SettingName) => boolean;
  change: (wish: Partial<SettingFields>) => void;
};

type TextSetting = { [N in SettingName]: SettingFields[N] extends string ? N : never }[SettingName];

type SettingFieldProps = Omit<ComponentProps<typeof Input>, 'form' | 'name' | 'onChange'> & {
  form: SettingsForm;
  name: TextSetting;
  help?: string;
  optional?: boolean;
};

/** One setting as a line of text. What the server fixes can be read and not changed. */
export function SettingField({ form, name, help, optional, ...input }: SettingFieldProps) {
  const fixed = form.isFixed(name);
  return (
    <Field
      label={settingLabels[name]}
      error={form.errors[name]}
      optional={optional && !fixed}
      help={fixed ? <FixedNote /> : help}
    >
      <Input
        {...input}
        readOnly={fixed}
        className={fixed ? 'bg-canvas text-ink-soft' : undefined}
        value={form.fields[name]}
        onChange={(event) => form.change({ [name]: event.target.value })}
      />
    </Field>
  );
}

export function FixedNote() {
  return (
    <>
      <Lock className="mr-1 inline" />
      Fixado na configuração do servidor.
    </>
  );
}
