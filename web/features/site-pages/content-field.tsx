import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { uploadImage } from '../../../contract/media.ts';
import { drawings } from '../../../contract/site-content.ts';
import { upload } from '../../lib/api.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import type { FieldErrors } from '../../ui/use-form.ts';
import { type ContentField, drawingNames, maxAt, valueAt } from './landing-fields.ts';

export type FieldsForm = {
  content: object;
  errors: FieldErrors;
  change: (path: string, value: unknown) => void;
};

type LeafField = Exclude<ContentField, { kind: 'list' }>;

/** One value of the page at its place. */
export function LeafInput({ form, field, path }: { form: FieldsForm; field: LeafField; path: string }) {
  const value = valueAt(form.content, path);
  const error = form.errors[path];
  const set = (next: unknown) => form.change(path, next);
  if (field.kind === 'picture') return <PictureInput label={field.label} url={value as string | null} onChange={set} />;
  if (field.kind === 'drawing') {
    return (
      <Field label={field.label} error={error}>
        <Select value={String(value)} onChange={(event) => set(event.target.value)}>
          {drawings.map((name) => (
            <option key={name} value={name}>
              {drawingNames[name]}
            </option>
          ))}
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
      // Said when it comes near: a count under every field would be noise.
      help={max && typed.length > max * 0.7 ? `${typed.length} de ${max} letras` : undefined}
    >
      {rows > 1 ? <Textarea rows={rows} {...props} /> : <Input {...props} />}
    </Field>
  );
}

type PictureInputProps = { label: string; url: string | null; onChange: (url: string | null) => void };

function PictureInput({ label, url, onChange }: PictureInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set('name', file.name);
      form.set('file', file);
      return upload(uploadImage, form);
    },
    onSuccess: (image) => onChange(image.url),
    onError: toastFailure('Erro ao enviar a imagem'),
  });
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-strong text-sm">
        {label}
        <span className="font-normal text-ink-soft"> (opcional)</span>
      </legend>
      <div className="flex flex-wrap items-center gap-2">
        {url && (
          <img src={url} alt="Imagem escolhida" className="size-11 rounded-control border border-line object-cover" />
        )}
        <Button
          variant="line"
          size="sm"
          busy={send.isPending}
          busyLabel="Enviando..."
          onClick={() => input.current?.click()}
        >
          <ImageUp /> {url ? 'Trocar' : 'Enviar'}
        </Button>
        {url && (
          <Button variant="quiet" size="sm" onClick={() => onChange(null)}>
            <Trash2 /> Tirar
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        aria-label={`Arquivo: ${label}`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after a failure.
          event.target.value = '';
          if (file) send.mutate(file);
        }}
      />
    </fieldset>
  );
}
