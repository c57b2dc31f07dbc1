import { legalPlaceholders } from '#contract/school/site-content.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { FieldsForm } from './content-field.tsx';
import { valueAt } from './landing-fields.ts';

export function LegalForm({ form }: { form: FieldsForm }) {
  const control = (path: string) => ({
    value: String(valueAt(form.content, path) ?? ''),
    onChange: (event: { target: { value: string } }) => form.change(path, event.target.value),
  });
  return (
    <div className="grid gap-4">
      <Field label="Resumo no alto da página" error={form.errors.brief}>
        <Textarea rows={4} {...control('brief')} />
      </Field>
      <Field
        label="Texto"
        error={form.errors.text}
        help={
          <>
            Títulos começam com ##, itens de lista com -, **negrito**, [texto](/terms) para um link. A página preenche
            sozinha: {legalPlaceholders.map((name) => `{${name}}`).join(', ')}.
          </>
        }
      >
        <Textarea rows={24} className="font-mono text-sm" {...control('text')} />
      </Field>
      <p className="text-ink-soft text-sm">
        Publicar termos ou privacidade cria uma versão nova, que os próximos cadastros aceitam. Quem já aceitou a
        anterior continua podendo lê-la em Privacidade, e é convidado a aceitar a nova.
      </p>
    </div>
  );
}
