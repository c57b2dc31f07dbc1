import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OFFICE_NOTE_MAX } from '#contract/limits.ts';
import { enrollByHand } from '#contract/money/payments-office.ts';
import { formatMoney } from '#web/lib/format.ts';
import { readMoney } from '#web/lib/money.ts';
import { newKey } from '#web/lib/new-key.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { FormActions } from '#web/ui/form-actions.tsx';
import { Input } from '#web/ui/input.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Select } from '#web/ui/select.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { knownStudentsQuery, offersForAdminQuery, useEnroll } from './queue.queries.ts';
import { SeatChoice } from './seat-choice.tsx';

const methods = [
  { value: 'cash', label: 'Dinheiro' },
  { value: 'transfer', label: 'Transferência' },
  { value: 'card_machine', label: 'Cartão na maquininha' },
  { value: 'courtesy', label: 'Cortesia (sem cobrança)' },
] as const;

const initial = {
  who: 'new',
  studentId: '',
  firstName: '',
  lastName: '',
  email: '',
  offerId: '',
  method: 'cash',
  amount: '',
  note: '',
  takesSeat: '',
};
type Values = typeof initial;

/** Only what belongs to the choice is sent; an amount that was not typed is today's price. */
function bodyOf(values: Values, creationKey: string) {
  const { firstName, lastName, email } = values;
  return {
    ...(values.who === 'known'
      ? values.studentId
        ? { studentId: values.studentId }
        : {}
      : { newStudent: { firstName, lastName, email } }),
    ...(values.offerId ? { offerId: Number(values.offerId) } : {}),
    ...(values.amount.trim() && values.method !== 'courtesy' ? { amount: readMoney(values.amount) } : {}),
    method: values.method,
    note: values.note,
    takesSeat: values.takesSeat === 'yes',
    creationKey,
  };
}

/** Paid in person, or free of charge: approved at once. */
export default function EnrollDialog({ onClose }: { onClose: () => void }) {
  const enroll = useEnroll();
  const offers = useQuery(offersForAdminQuery).data ?? [];
  // One for this dialog: sent twice, it is the same order.
  const [creationKey] = useState(newKey);
  const form = useForm({
    initial,
    schema: enrollByHand.body,
    bodyOf: (values) => bodyOf(values, creationKey),
    onSubmit: (body) => {
      if (enroll.isPending) return;
      if (form.values.who === 'known' && !form.values.studentId) form.show({ studentId: 'Escolha o aluno.' });
      else enroll.mutate(body, { onSuccess: onClose, onError: (error) => void form.refused(error) });
    },
  });
  const { values, errors } = form;
  const offer = offers.find(({ id }) => String(id) === values.offerId) ?? offers[0];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !enroll.isPending && onClose()}
      onInteractOutside={(event) => event.preventDefault()}
      title="Nova matrícula"
      description="Para o que foi pago no balcão, ou dado: o acesso é liberado na hora."
      footer={
        <FormActions
          form={form.id}
          label="Matricular"
          busy={enroll.isPending}
          busyLabel="Matriculando..."
          onCancel={onClose}
        />
      }
    >
      <form {...form.props} className="grid gap-5">
        <RadioGroup
          label="Aluno"
          name="who"
          value={values.who}
          onValueChange={(who) => form.set({ who })}
          options={[
            { value: 'new', label: 'Novo', help: 'Recebe um e-mail para criar a senha.' },
            { value: 'known', label: 'Já tem cadastro' },
          ]}
        />
        {values.who === 'known' ? (
          <KnownStudent
            value={values.studentId}
            onChange={(studentId) => form.set({ studentId })}
            error={errors.studentId}
          />
        ) : (
          <div className="grid gap-5 md:grid-cols-2">
            <Field label="Nome" error={errors['newStudent.firstName']}>
              <Input autoComplete="off" {...form.field('firstName')} />
            </Field>
            <Field label="Sobrenome" error={errors['newStudent.lastName']}>
              <Input autoComplete="off" {...form.field('lastName')} />
            </Field>
            <Field label="E-mail" error={errors['newStudent.email'] ?? errors.email} className="md:col-span-2">
              <Input type="email" autoComplete="off" autoCapitalize="none" {...form.field('email')} />
            </Field>
          </div>
        )}
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="Oferta" error={errors.offerId}>
            <Select {...form.field('offerId')}>
              {offers.map(({ id, name, isDefault }) => (
                <option key={id} value={isDefault ? '' : id}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Forma de pagamento" error={errors.method}>
            <Select {...form.field('method')}>
              {methods.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        {values.method !== 'courtesy' && (
          <Field label="Valor" help="Em branco, o preço de hoje." error={errors.amount}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              placeholder={offer && formatMoney(offer.price)}
              {...form.field('amount')}
            />
          </Field>
        )}
        <SeatChoice
          label="Ocupa uma vaga da oferta"
          offer={offer}
          checked={values.takesSeat === 'yes'}
          onChange={(takesSeat) => form.set({ takesSeat: takesSeat ? 'yes' : '' })}
        />
        <Field label="Nota interna (o aluno não vê)" optional error={errors.note}>
          <Input maxLength={OFFICE_NOTE_MAX} autoComplete="off" {...form.field('note')} />
        </Field>
      </form>
    </Dialog>
  );
}

type KnownStudentProps = { value: string; onChange: (id: string) => void; error: string | undefined };

function KnownStudent({ value, onChange, error }: KnownStudentProps) {
  const [search, setSearch] = useState('');
  const rested = useDebounced(search.trim());
  const found = useQuery({ ...knownStudentsQuery(rested), enabled: rested !== '' }).data ?? [];
  return (
    <div className="grid gap-3">
      <Field label="Nome ou e-mail do aluno" {...(error ? { error } : {})}>
        <Input autoComplete="off" value={search} onChange={({ target }) => setSearch(target.value)} />
      </Field>
      {rested !== '' && found.length === 0 && <FieldError>Nenhum aluno encontrado.</FieldError>}
      {found.length > 0 && (
        <RadioGroup
          label="Alunos encontrados"
          hideLabel
          name="student"
          look="cards"
          value={value}
          onValueChange={onChange}
          options={found.map(({ id, firstName, lastName, email }) => ({
            value: id,
            label: `${firstName} ${lastName}`,
            help: email,
          }))}
        />
      )}
    </div>
  );
}
