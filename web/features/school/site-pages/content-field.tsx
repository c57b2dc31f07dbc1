import { illustrations } from '#contract/school/site-content.ts';
import { PictureInput } from '#web/features/platform/media/picture-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Options } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { FieldErrors } from '#web/ui/use-form.ts';
import { type ContentField, illustrationNames, maxAt, valueAt } from './landing-fields.ts';

export type FieldsForm = {
  content: object;
  errors: FieldErrors;
  change: (path: string, value: unknown) => void;
};

type LeafField = Exclude<ContentField, { kind: 'list' }>;

/** The field of one value of the page. */
export function LeafInput({ form, field, path }: { form: FieldsForm; field: LeafField; path: string }) {
  const value = valueAt(form.content, path);
  const error = form.errors[path];
  const set = (next: unknown) => form.change(path, next);
  if (field.kind === 'picture') return <PictureInput label={field.label} url={value as string | null} onChange={set} />;
  if (field.kind === 'drawing') {
    return (
      <Field label={field.label} error={error}>
        <Select value={String(value)} onChange={(event) => set(event.target.value)}>
          <Options of={illustrations} words={illustrationNames} />
        </Select>
      </Field>
    );
  }
  if (field.kind === 'number') {
    return (
      <Field label={field.label} error={error}>
        <Input
          type="number"
          inputMode="numeric"
          className="max-w-32"
          value={Number.isNaN(value) ? '' : String(value)}
          onChange={(event) => set(event.target.valueAsNumber)}
        />
      </Field>
    );
  }
  const typed = String(value ?? '');
  const max = maxAt(path);
  const props = { value: typed, onChange: (event: { target: { value: string } }) => set(event.target.value) };
  const { rows = 1 } = field;
  return (
    <Field
      label={field.label}
      error={error}
      optional={field.optional}
      // Shown only near the limit: a counter under every field would be noise.
      help={max && typed.length > max * 0.7 ? `${typed.length} de ${max} letras` : undefined}
    >
      {rows > 1 ? <Textarea rows={rows} {...props} /> : <Input {...props} />}
    </Field>
  );
}
