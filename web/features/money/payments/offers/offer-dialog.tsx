import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OFFER_NAME_MAX } from '#contract/limits.ts';
import { accessRuleKinds, MONTHS_WITHOUT_EXAM } from '#contract/money/access.ts';
import { type AdminOffer, createOffer } from '#contract/money/offers.ts';
import { formatDay } from '#web/lib/calendar-day.ts';
import { newKey } from '#web/lib/new-key.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Options, RowOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { type FieldErrors, useForm } from '#web/ui/use-form.ts';
import { CourseChoice } from './course-choice.tsx';
import { bodyOf, newOffer, type OfferValues, ruleDetails, ruleKindWords, valuesOf } from './offer-form.ts';
import { examChoicesQuery, useSaveOffer } from './offers.queries.ts';
import { SaleDialog, saveOnce } from './sale-dialog.tsx';

type OfferDialogProps = {
  offer: AdminOffer | null;
  onClose: () => void;
  /** Opens the current version after a conflict. */
  onReload: () => void;
};

/** Creates or changes an offer. Open orders keep their price, and grants keep their rule. */
export default function OfferDialog({ offer, onClose, onReload }: OfferDialogProps) {
  const [creationKey] = useState(newKey);
  const save = useSaveOffer(offer, creationKey);
  const form = useForm({
    initial: offer ? valuesOf(offer) : newOffer,
    schema: createOffer.body,
    bodyOf,
    onSubmit: ({ creationKey: _, ...body }) =>
      saveOnce(save, body, { told: offer ? 'Oferta atualizada' : 'Oferta criada', onClose, refused: form.refused }),
  });
  const { values, errors } = form;
  return (
    <SaleDialog
      form={form}
      save={save}
      title={offer ? 'Editar oferta' : 'Nova oferta'}
      description="Vale para novas compras: quem já tem um código paga o valor dele, e quem já comprou mantém o que comprou."
      overtaken="Outra pessoa mudou esta oferta"
      onClose={onClose}
      onReload={onReload}
    >
      <Field label="Nome" error={errors.name}>
        <Input maxLength={OFFER_NAME_MAX} autoComplete="off" {...form.field('name')} />
      </Field>
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Preço" error={errors.price}>
          <Input inputMode="decimal" autoComplete="off" placeholder="R$ 297,00" {...form.field('price')} />
        </Field>
        <Field label="Preço riscado" optional help="Aparece cortado ao lado do preço." error={errors.struckPrice}>
          <Input inputMode="decimal" autoComplete="off" {...form.field('struckPrice')} />
        </Field>
      </div>
      <SeatsFields values={values} errors={errors} field={form.field} taken={offer?.placesTaken ?? 0} />
      <AccessFields values={values} errors={errors} field={form.field} />
      <CourseChoice
        opens={values.opens}
        courseIds={values.courseIds}
        error={errors.courseIds}
        onChange={(choice) => form.set(choice)}
      />
      <Field
        label="Correções de redação"
        optional
        help="Em branco, não são contadas. Para vender só correções, escolha acesso por 0 dias."
        error={errors.corrections}
      >
        <Input inputMode="numeric" autoComplete="off" {...form.field('corrections')} />
      </Field>
      {!offer?.isDefault && (
        <Checkbox
          label="Oferta padrão"
          help="É o que os novos alunos compram e o que a página de vendas mostra. A padrão de hoje deixa de ser."
          checked={values.isDefault === 'yes'}
          onChange={({ target }) => form.set({ isDefault: target.checked ? 'yes' : '' })}
        />
      )}
      {values.isDefault ? (
        <p className="text-ink-soft text-sm">A oferta padrão está sempre à venda.</p>
      ) : (
        <div className="grid gap-5 md:grid-cols-2">
          <Field label="À venda desde" optional error={errors.soldFrom}>
            <Input type="date" {...form.field('soldFrom')} />
          </Field>
          <Field label="À venda até" optional help="Esse dia ainda vale." error={errors.soldUntil}>
            <Input type="date" {...form.field('soldUntil')} />
          </Field>
        </div>
      )}
    </SaleDialog>
  );
}

type FieldsProps = {
  values: OfferValues;
  errors: FieldErrors;
  field: (name: keyof OfferValues) => { value: string; onChange: (event: { target: { value: string } }) => void };
};

function SeatsFields({ values, errors, field, taken }: FieldsProps & { taken: number }) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Field
        label="Lugares a este preço"
        optional
        help={`Em branco, sem limite. Já ocupados: ${taken}.`}
        error={errors.places}
      >
        <Input inputMode="numeric" autoComplete="off" {...field('places')} />
      </Field>
      {values.places.trim() !== '' && (
        <Field
          label="Preço depois"
          optional
          help="Quando os lugares acabam. Em branco, o preço riscado."
          error={errors.nextPrice}
        >
          <Input inputMode="decimal" autoComplete="off" {...field('nextPrice')} />
        </Field>
      )}
    </div>
  );
}

const ruleInputs = {
  ruleCount: { inputMode: 'numeric', autoComplete: 'off' },
  ruleUntil: { type: 'date' },
} as const;

function AccessFields({ values, errors, field }: FieldsProps) {
  const detail = ruleDetails[values.ruleKind];
  const wrong = errors['rule.count'] ?? errors['rule.until'] ?? errors.rule;
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Quanto dura o acesso" error={detail ? undefined : wrong}>
          <Select {...field('ruleKind')}>
            <Options of={accessRuleKinds} words={ruleKindWords} />
          </Select>
        </Field>
        {detail && (
          <Field label={detail.label} error={wrong}>
            <Input {...ruleInputs[detail.field]} {...field(detail.field)} />
          </Field>
        )}
      </div>
      {detail?.goesByExam && <ExamChoice value={values.defaultExamId} errors={errors} field={field} />}
    </>
  );
}

function ExamChoice({ value, errors, field }: Omit<FieldsProps, 'values'> & { value: string }) {
  const exams = useQuery(examChoicesQuery).data ?? [];
  const isListed = value === '' || exams.some(({ id }) => String(id) === value);
  return (
    <Field
      label="Prova de quem não segue nenhuma"
      help={`Sem prova, o acesso dura ${MONTHS_WITHOUT_EXAM} meses. Mudar a prova muda o fim do acesso de quem a usa, e o aluno é avisado.`}
      error={errors.defaultExamId}
    >
      <Select {...field('defaultExamId')}>
        <option value="">Nenhuma</option>
        {!isListed && <option value={value}>A escolhida antes, que já passou</option>}
        <RowOptions of={exams} label={({ name, date }) => `${name}, ${formatDay(date)}`} />
      </Select>
    </Field>
  );
}
