import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminCoupon, createCoupon } from '#contract/money/coupons.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field, FieldError } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { useForm } from '#web/ui/use-form.ts';
import { offersForAdminQuery } from '../queue.queries.ts';
import { bodyOf, type CouponValues, type DiscountKind, discountKinds, newCoupon, valuesOf } from './coupon-form.ts';
import { chosenIds, withId } from './offer-form.ts';
import { useSaveCoupon } from './offers.queries.ts';
import { SaleDialog, saveOnce } from './sale-dialog.tsx';

type CouponDialogProps = { coupon: AdminCoupon | null; onClose: () => void; onReload: () => void };

/** Creates or changes a coupon. */
export default function CouponDialog({ coupon, onClose, onReload }: CouponDialogProps) {
  const [creationKey] = useState(newKey);
  const save = useSaveCoupon(coupon, creationKey);
  const form = useForm({
    initial: coupon ? valuesOf(coupon) : newCoupon,
    schema: createCoupon.body,
    bodyOf,
    adjust: (errors, { where, offerIds }) =>
      where === 'some' && chosenIds(offerIds).length === 0
        ? { ...errors, offerIds: 'Escolha ao menos uma oferta.' }
        : errors,
    onSubmit: ({ creationKey: _, ...body }) =>
      saveOnce(save, body, { told: coupon ? 'Cupom atualizado' : 'Cupom criado', onClose, refused: form.refused }),
  });
  const { values, errors } = form;
  return (
    <SaleDialog
      form={form}
      save={save}
      title={coupon ? `Editar cupom ${coupon.code}` : 'Novo cupom'}
      description="Cada aluno usa uma vez. O preço nunca fica abaixo de um centavo: para dar o acesso, use uma cortesia em Nova matrícula."
      overtaken="Outra pessoa mudou este cupom"
      onClose={onClose}
      onReload={onReload}
    >
      {!coupon && (
        <Field
          label="Código"
          help="De 3 a 20 letras ou números. Maiúsculas e minúsculas valem igual."
          error={errors.code}
        >
          <Input autoCapitalize="characters" autoComplete="off" spellCheck={false} {...form.field('code')} />
        </Field>
      )}
      <DiscountFields values={values} error={errors.percent ?? errors.cents} field={form.field} onKind={form.set} />
      <OfferChoice values={values} error={errors.offerIds} onChange={form.set} />
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Vale desde" optional error={errors.validFrom}>
          <Input type="date" {...form.field('validFrom')} />
        </Field>
        <Field label="Vale até" optional help="Esse dia ainda vale." error={errors.validUntil}>
          <Input type="date" {...form.field('validUntil')} />
        </Field>
      </div>
      <Field
        label="Usos ao todo"
        optional
        help={coupon ? `Em branco, sem limite. Já usado: ${coupon.uses}.` : 'Em branco, sem limite.'}
        error={errors.usesMax}
      >
        <Input inputMode="numeric" autoComplete="off" {...form.field('usesMax')} />
      </Field>
    </SaleDialog>
  );
}

type DiscountProps = {
  values: CouponValues;
  error: string | undefined;
  field: (name: keyof CouponValues) => { value: string; onChange: (event: { target: { value: string } }) => void };
  onKind: (choice: { kind: DiscountKind }) => void;
};

const discounts = {
  percent: {
    choice: 'Uma porcentagem do preço',
    label: 'Porcentagem',
    wrong: 'Informe de 1 a 100.',
    input: { inputMode: 'numeric', placeholder: '20' },
  },
  cents: {
    choice: 'Um valor em reais',
    label: 'Valor do desconto',
    wrong: 'Informe o valor.',
    input: { inputMode: 'decimal', placeholder: 'R$ 50,00' },
  },
} as const satisfies Record<DiscountKind, unknown>;

function DiscountFields({ values, error, field, onKind }: DiscountProps) {
  const { label, wrong, input } = discounts[values.kind];
  return (
    <div className="grid gap-3">
      <RadioGroup
        label="Desconto"
        name="kind"
        value={values.kind}
        onValueChange={(kind) => onKind({ kind })}
        options={discountKinds.map((value) => ({ value, label: discounts[value].choice }))}
      />
      <Field label={label} error={error && wrong} className="md:w-1/2">
        <Input autoComplete="off" {...input} {...field(values.kind)} />
      </Field>
    </div>
  );
}

type OfferChoiceProps = {
  values: CouponValues;
  error: string | undefined;
  onChange: (choice: Partial<CouponValues>) => void;
};

function OfferChoice({ values: { where, offerIds }, error, onChange }: OfferChoiceProps) {
  const offers = useQuery(offersForAdminQuery).data ?? [];
  const chosen = new Set(chosenIds(offerIds));
  return (
    <div className="grid gap-2">
      <RadioGroup
        label="Onde vale"
        name="where"
        value={where}
        onValueChange={(choice) => onChange({ where: choice })}
        options={[
          { value: 'all', label: 'Em todas as ofertas' },
          { value: 'some', label: 'Só em algumas' },
        ]}
      />
      {where === 'some' && (
        <fieldset className="grid rounded-control border border-line px-4 py-2">
          <legend className="sr-only">Ofertas</legend>
          {offers.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.has(id)}
              onChange={({ target }) => onChange({ offerIds: withId(offerIds, id, target.checked) })}
            />
          ))}
        </fieldset>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
