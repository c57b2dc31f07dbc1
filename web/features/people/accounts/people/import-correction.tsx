import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PeoplePreviewRow } from '#contract/people/people-imports.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type CorrectedField, type Correction, correctedFields, faultOf } from './import-words.ts';
import { offerChoicesQuery } from './people.queries.ts';

type ImportCorrectionProps = {
  row: PeoplePreviewRow;
  busy: boolean;
  onCheck: (change: Correction) => void;
  onClose: () => void;
};

const shownValues = (row: PeoplePreviewRow): Record<CorrectedField, string> => ({
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  cpf: '',
  offer: row.typedOffer ?? row.offerName ?? '',
  accessUntil: row.accessUntil ?? '',
});

/** One line of the preview, corrected where it stands. Enter checks it, Esc closes. */
export function ImportCorrection({ row, busy, onCheck, onClose }: ImportCorrectionProps) {
  const form = useRef<HTMLFormElement>(null);
  const [initial] = useState(() => shownValues(row));
  const [values, setValues] = useState(initial);
  const fault = faultOf(row);
  // A check that finds another fault leads to its field.
  useEffect(() => {
    const field = form.current?.elements.namedItem(fault);
    if (field instanceof HTMLElement) field.focus();
  }, [fault]);
  const { data: offers = [] } = useQuery(offerChoicesQuery);
  const isUnknown = values.offer !== '' && !offers.some(({ name }) => name === values.offer);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const changed = correctedFields.filter((field) => values[field] !== initial[field]);
    onCheck(Object.fromEntries(changed.map((field) => [field, values[field]])));
  };
  const control = (name: CorrectedField) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  const errorAt = (field: CorrectedField) =>
    fault === field ? (row.problem ?? (field === 'cpf' ? row.warning : null)) : null;
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Corrigir a linha ${row.line}`}
      className="grid gap-3 rounded-control bg-sunken p-3 sm:grid-cols-2"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Field label="Nome" error={errorAt('firstName')}>
        <Input autoComplete="off" {...control('firstName')} />
      </Field>
      <Field label="Sobrenome" error={errorAt('lastName')}>
        <Input autoComplete="off" {...control('lastName')} />
      </Field>
      <Field label="E-mail" error={errorAt('email')}>
        <Input type="email" autoComplete="off" {...control('email')} />
      </Field>
      <Field label="CPF" error={errorAt('cpf')} help="Em branco: fica como está.">
        <Input inputMode="numeric" autoComplete="off" {...control('cpf')} />
      </Field>
      <Field label="Oferta" error={errorAt('offer')}>
        <Select {...control('offer')}>
          <option value="">Oferta padrão</option>
          {isUnknown && <option value={values.offer}>{values.offer}</option>}
          {offers.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Acesso até" error={errorAt('accessUntil')} help="Em branco: o prazo da oferta.">
        <Input type="date" {...control('accessUntil')} />
      </Field>
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" busy={busy} busyLabel="Conferindo...">
          Conferir a linha
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Fechar
        </Button>
      </div>
    </form>
  );
}
