import { ChevronDown, TriangleAlert } from 'lucide-react';
import { placeholders } from '#contract/school/site-content.ts';
import type { PageWarning } from '#contract/school/site-pages.ts';
import { plural } from '#web/lib/format.ts';
import { Badge } from '#web/ui/badge.tsx';
import { type FieldsForm, LeafInput } from './content-field.tsx';
import { sections } from './landing-fields.ts';
import { ListInput } from './list-field.tsx';

type LandingFormProps = { form: FieldsForm; warnings: PageWarning[]; onOpen: (anchor: string) => void };

/** The sections of the page in order, one open at a time; warnings about promises appear at their section. */
export function LandingForm({ form, warnings, onOpen }: LandingFormProps) {
  const wrong = (name: string) =>
    Object.entries(form.errors).filter(([path, text]) => text && (path === name || path.startsWith(`${name}.`))).length;
  return (
    <div className="divide-y divide-line border-line border-y">
      {sections.map(({ name, label, anchor, note, fields }, place) => {
        const said = warnings.filter(({ part }) => part === name);
        const count = wrong(name);
        return (
          <details
            key={name}
            name="landing-part"
            open={place === 0 || undefined}
            className="group"
            onToggle={(event) => {
              if (event.currentTarget.open) onOpen(anchor);
            }}
          >
            <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 rounded-control px-2 hover:bg-hover group-open:bg-selected group-open:font-strong [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 grow">{label}</span>
              {count > 0 && <Badge tone="bad">{plural(count, 'a corrigir', 'a corrigir')}</Badge>}
              {count === 0 && said.length > 0 && (
                <Badge tone="sun" icon={<TriangleAlert />}>
                  {plural(said.length, 'aviso', 'avisos')}
                </Badge>
              )}
              <ChevronDown className="transition-transform group-open:rotate-180" />
            </summary>
            <div className="grid gap-4 px-2 pt-3 pb-5">
              {said.length > 0 && (
                <ul className="grid gap-1 text-sm">
                  {said.map(({ text }) => (
                    <li key={text} className="flex gap-2">
                      <TriangleAlert className="mt-0.5 text-sun-ink" />
                      <span>{text}</span>
                    </li>
                  ))}
                </ul>
              )}
              {note && <p className="text-ink-soft text-sm">{note}</p>}
              {fields.map((field) =>
                field.kind === 'list' ? (
                  <ListInput key={field.path} form={form} field={field} />
                ) : (
                  <LeafInput key={field.path} form={form} field={field} path={field.path} />
                ),
              )}
            </div>
          </details>
        );
      })}
      <p className="py-3 text-ink-soft text-sm">
        A página preenche sozinha:{' '}
        {Object.keys(placeholders)
          .map((name) => `{${name}}`)
          .join(', ')}
        . A frase com um valor que não existe some.
      </p>
    </div>
  );
}
