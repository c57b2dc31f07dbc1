import { CircleHelp, Scale } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { CLAIM_SOURCE_MAX, type LandingClaim } from '#contract/school/claims.ts';
import { fieldsOf, textOf } from '#web/lib/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import { partsInWords, quoted, sourceQuestion } from './claim-words.ts';
import { useConfirmClaim, useEditClaim, useRemoveClaim } from './claims.queries.ts';

export type Decision = 'confirm' | 'edit' | 'remove';

const decisions = [
  ['confirm', 'Manter'],
  ['edit', 'Editar'],
  ['remove', 'Tirar'],
] as const;

type OpenClaimProps = {
  claim: LandingClaim;
  revision: number;
  isCurrent: boolean;
  decision: Decision | null;
  onDecision: (decision: Decision) => void;
  onDone: () => void;
};

/** One claim with its three decisions. Removing needs no form and can be undone. */
export function OpenClaim({ claim, revision, isCurrent, decision, onDecision, onDone }: OpenClaimProps) {
  const remove = useRemoveClaim();
  const { id, statements, parts, check, notRemovable } = claim;
  const isLaw = claim.topic === 'returnRight';
  const asked = useRef<Decision | null>(null);
  // The key T and the button both lead here; the effect runs once for each request.
  useEffect(() => {
    const isNew = asked.current !== decision;
    asked.current = decision;
    if (decision === 'remove' && isNew) remove.mutate({ id, revision }, { onSettled: onDone });
  }, [decision, id, revision, onDone, remove.mutate]);
  return (
    <li
      id={`claim-${id}`}
      tabIndex={-1}
      className={cx(
        'grid gap-x-5 gap-y-3 border-line border-t px-4 py-4 first:border-t-0 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto] md:px-5',
        isCurrent && 'bg-selected shadow-[inset_3px_0_0_var(--color-ink)]',
      )}
    >
      <div className="min-w-0 [overflow-wrap:anywhere]">
        {statements.map((text, index) => (
          <p key={text} className={index === 0 ? 'font-strong' : 'text-ink-soft text-sm'}>
            {quoted(text)}
          </p>
        ))}
        <p className="text-ink-soft text-sm">{partsInWords(parts)}</p>
      </div>
      <div className="grid content-start gap-2">
        {isLaw ? (
          <Badge tone="info" icon={<Scale />}>
            é lei
          </Badge>
        ) : (
          <Badge tone="sun" icon={<CircleHelp />}>
            veio com o modelo
          </Badge>
        )}
        {[check, notRemovable].map(
          (text) =>
            text && (
              <p key={text} className="text-ink-soft text-sm">
                {text}
              </p>
            ),
        )}
        {decision === 'confirm' && <ConfirmForm claim={claim} onDone={onDone} />}
        {decision === 'edit' && <EditForm claim={claim} revision={revision} onDone={onDone} />}
      </div>
      <fieldset className="flex h-fit w-full overflow-hidden rounded-control border border-line-strong md:w-fit">
        <legend className="sr-only">Decisão sobre {quoted(statements[0] ?? '')}</legend>
        {decisions.map(([value, label]) => (
          <button
            key={value}
            type="button"
            aria-pressed={decision === value}
            disabled={value === 'remove' && notRemovable !== null}
            onClick={() => onDecision(value)}
            className="min-h-11 grow border-line-strong border-l px-4 text-sm first:border-l-0 hover:bg-hover disabled:bg-sunken disabled:text-ink-soft aria-pressed:bg-primary aria-pressed:font-strong aria-pressed:text-on-primary"
          >
            {label}
          </button>
        ))}
      </fieldset>
    </li>
  );
}

function ConfirmForm({ claim, onDone }: { claim: LandingClaim; onDone: () => void }) {
  const confirm = useConfirmClaim();
  const [source, setSource] = useState('');
  const isLaw = claim.topic === 'returnRight';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    confirm.mutate({ id: claim.id, statements: claim.statements, source }, { onSuccess: onDone });
  };
  const error = confirm.error && (fieldsOf(confirm.error).source ?? textOf(confirm.error));
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field
        label={sourceQuestion(claim)}
        optional={isLaw}
        error={error}
        help="Fica guardado com seu nome e a data; o público não vê."
      >
        <Input
          autoFocus
          value={source}
          maxLength={CLAIM_SOURCE_MAX}
          placeholder="ex.: lista da turma de 2025, 41 de 44"
          onChange={(event) => setSource(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="line" busy={confirm.isPending} busyLabel="Guardando...">
        É meu, posso provar
      </Button>
    </form>
  );
}

type EditFormProps = { claim: LandingClaim; revision: number; onDone: () => void };

/** The texts of the claim in place. Only those that were changed are sent. */
function EditForm({ claim, revision, onDone }: EditFormProps) {
  const edit = useEditClaim();
  const [texts, setTexts] = useState(() => claim.fields.map(({ text }) => text));
  const changed = claim.fields.flatMap((field, index) => {
    const next = texts[index] ?? field.text;
    return next === field.text ? [] : [{ ...field, next }];
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    edit.mutate({ id: claim.id, revision, fields: changed }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      {claim.fields.map((field, index) => (
        <Field
          key={`${field.path} ${field.text}`}
          label={claim.fields.length === 1 ? 'Texto' : `Texto ${index + 1}`}
          error={index === 0 && edit.error ? textOf(edit.error) : null}
        >
          <Textarea
            autoFocus={index === 0}
            rows={field.text.length > 60 ? 3 : 1}
            value={texts[index] ?? ''}
            onChange={(event) => setTexts((now) => now.map((text, at) => (at === index ? event.target.value : text)))}
          />
        </Field>
      ))}
      <Button
        type="submit"
        variant="line"
        disabled={changed.length === 0}
        busy={edit.isPending}
        busyLabel="Salvando..."
      >
        Salvar no rascunho
      </Button>
    </form>
  );
}
