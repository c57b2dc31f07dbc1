import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { LAW_NAME_MAX, LAW_SOURCE_MAX } from '#contract/content/law-limits.ts';
import { lawScreens } from '#contract/law-screens.ts';
import { createLawChange, type LawChangePreview } from '#contract/school/law-changes.ts';
import { textOf } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Chips } from '#web/ui/chips.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { useChecking } from '#web/ui/use-form.ts';
import { ComparedDevices } from './compared-devices.tsx';
import { unreadWords } from './device-words.ts';
import { useCreateChange, usePreviewChange } from './law-changes.queries.ts';

const kinds = [
  { value: 'law', label: 'Texto novo da lei' },
  { value: 'amending', label: 'Norma que a mudou' },
] as const;
type Kind = (typeof kinds)[number]['value'];

type Compared = { kind: Kind; source: string; startsOn: string; preview: LawChangePreview };

/** Pastes the new text or the amending norm, compares it, and applies it from a day on. */
export function NewLawChange({ lawId }: { lawId: number }) {
  const [kind, setKind] = useState<Kind>('law');
  const [source, setSource] = useState('');
  const [compared, setCompared] = useState<Compared | null>(null);
  const [startsOn, setStartsOn] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [dayProblem, setDayProblem] = useState<string | null>(null);
  const preview = usePreviewChange(lawId);
  const compare = (event: FormEvent) => {
    event.preventDefault();
    if (preview.isPending) return;
    if (source.trim() === '') return setProblem('Cole o texto.');
    if (startsOn === '') return setDayProblem('Informe desde quando vale.');
    preview.mutate(
      { format: 'text', source, kind, startsOn },
      {
        onSuccess: (found) => setCompared({ kind, source, startsOn, preview: found }),
        onError: (error) => setProblem(textOf(error)),
      },
    );
  };
  return (
    <div className="grid grid-cols-1 gap-6">
      <form noValidate onSubmit={compare} className="grid grid-cols-1 gap-4">
        <Chips
          label="O que você vai colar"
          chips={[...kinds]}
          value={kind}
          onValueChange={(value) => {
            setKind(value);
            setCompared(null);
          }}
        />
        <Field
          label={kind === 'law' ? 'Texto novo, inteiro' : 'Texto da norma que mudou a lei'}
          help={
            kind === 'law'
              ? 'O que não estiver neste texto conta como revogado.'
              : 'Só vale o que está entre aspas e o que ela diz que revoga.'
          }
          error={problem}
        >
          <Textarea
            rows={12}
            value={source}
            maxLength={LAW_SOURCE_MAX}
            onChange={({ target }) => {
              setSource(target.value);
              setProblem(null);
              setCompared(null);
            }}
          />
        </Field>
        <Field
          label="Em vigor desde"
          help="O texto novo é comparado com o que vale neste dia. Quem segue um edital de antes continua vendo o antigo."
          error={dayProblem}
        >
          <Input
            type="date"
            value={startsOn}
            onChange={({ target }) => {
              setStartsOn(target.value);
              setDayProblem(null);
              setCompared(null);
            }}
          />
        </Field>
        <div>
          <Button
            type="submit"
            variant={compared ? 'line' : 'primary'}
            busy={preview.isPending}
            busyLabel="Comparando..."
          >
            Comparar
          </Button>
        </div>
      </form>
      {compared?.source === source && compared.startsOn === startsOn && compared.kind === kind && (
        <Apply key={`${compared.startsOn} ${compared.source}`} lawId={lawId} {...compared} />
      )}
    </div>
  );
}

function Apply({ lawId, kind, source, startsOn, preview }: Compared & { lawId: number }) {
  const [, go] = useLocation();
  const [creationKey] = useState(newKey);
  const [isConfirmed, setConfirmed] = useState(false);
  const [value, setValue] = useState({ amending: '', publishedOn: '' });
  const create = useCreateChange(lawId);
  const { area, errors, check, refused, mend } = useChecking();
  if (preview.total === 0) {
    return <Notice tone="info">Nenhum dispositivo mudou. Confira se este é o texto novo desta lei.</Notice>;
  }
  const field = (name: keyof typeof value) => ({
    value: value[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValue({ ...value, [name]: target.value });
      mend(name);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = check(
      createLawChange.body,
      {
        ...{
          format: 'text',
          source,
          kind,
          startsOn,
          creationKey,
          revision: preview.revision,
          confirmsRevoked: isConfirmed,
        },
        ...value,
        publishedOn: value.publishedOn || null,
      },
      preview.revokesMany && !isConfirmed ? { confirmsRevoked: 'Confirme as revogações antes de aplicar.' } : {},
    );
    if (!body || create.isPending) return;
    create.mutate(body, {
      onSuccess: ({ id }) => go(lawScreens.change(id)),
      onError: (error) => void refused(error),
    });
  };
  return (
    <>
      <p role="status">
        {[
          plural(preview.counts.changed, 'dispositivo mudou', 'dispositivos mudaram'),
          plural(preview.counts.added, 'foi incluído', 'foram incluídos'),
          plural(preview.counts.revoked, 'foi revogado', 'foram revogados'),
        ].join(', ')}
        ; {plural(preview.itemCount, 'item cita', 'itens citam')} o texto antigo
        {preview.unread > 0 && `, até aqui. ${unreadWords(preview.unread)}`}.
      </p>
      {preview.problems.length > 0 && (
        <Notice tone="info" title={plural(preview.problems.length, 'trecho a conferir', 'trechos a conferir')}>
          <ul>
            {preview.problems.slice(0, 20).map(({ line, words }) => (
              <li key={`${line} ${words}`}>
                Linha {line}: {words}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <ComparedDevices devices={preview.devices} total={preview.total} />
      <form ref={area} noValidate onSubmit={submit}>
        <Card title="Aplicar a mudança">
          <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
            <Field label="Norma que mudou a lei" error={errors.amending} className="md:col-span-2">
              <Input {...field('amending')} maxLength={LAW_NAME_MAX} placeholder="Lei nº 14.994, de 2024" />
            </Field>
            <Field label="Publicada em" optional error={errors.publishedOn}>
              <Input {...field('publishedOn')} type="date" />
            </Field>
          </div>
          {preview.revokesMany && (
            <Notice tone="bad" className="mt-4" title="O texto colado parece ser só uma parte da lei">
              <Checkbox
                label={`Confirmo: ${preview.counts.revoked} de ${preview.inForce} dispositivos ficam revogados`}
                checked={isConfirmed}
                aria-invalid={errors.confirmsRevoked !== undefined}
                onChange={({ target }) => {
                  setConfirmed(target.checked);
                  mend('confirmsRevoked');
                }}
              />
              {errors.confirmsRevoked && <p role="alert">{errors.confirmsRevoked}</p>}
            </Notice>
          )}
          {create.isError && (
            <Notice tone="bad" className="mt-4">
              {textOf(create.error)}
            </Notice>
          )}
          <Button type="submit" className="mt-5" busy={create.isPending} busyLabel="Aplicando...">
            Aplicar e ver o que cita
          </Button>
        </Card>
      </form>
    </>
  );
}
