import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type PaymentFilters, paymentMethods } from '#contract/money/payments.ts';
import { exportPayments, type PaymentList } from '#contract/money/payments-office.ts';
import { ProvenDownload } from '#web/features/platform/users/proven-download.tsx';
import { addressOf } from '#web/lib/api.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { NamedOptions } from '#web/ui/options.tsx';
import { Select } from '#web/ui/select.tsx';
import { methodWords } from './purchase/order-words.ts';
import { offersForAdminQuery } from './queue.queries.ts';

export const NOTHING_FOUND = 'Nenhum pagamento encontrado com esse termo de busca';

/** Whether a filter is set: then an empty list has another reason. */
export const isFiltered = (filters: PaymentFilters): boolean => Object.values(filters).some(Boolean);

type FiltersProps = {
  filters: PaymentFilters;
  list: PaymentList;
  onChange: (filters: PaymentFilters) => void;
};

/** Filters all tabs; the exported file contains what is shown. */
export function FilterBar({ filters, list, onChange }: FiltersProps) {
  const offers = useQuery(offersForAdminQuery).data ?? [];
  /** Nothing chosen is left out, not sent as an empty text. */
  const choose = (wish: Partial<Record<keyof PaymentFilters, string>>) => {
    const next = { ...filters, ...wish };
    onChange(Object.fromEntries(Object.entries(next).filter(([, value]) => value)) as PaymentFilters);
  };
  return (
    <div className="mt-4 grid grid-cols-2 items-end gap-3 lg:flex lg:flex-wrap">
      <Field label="Forma">
        <Select value={filters.method ?? ''} onChange={({ target }) => choose({ method: target.value })}>
          <option value="">Todas</option>
          {paymentMethods.map((method) => (
            <option key={method} value={method}>
              {method === 'pix_confirmed' ? 'PIX confirmado' : methodWords[method]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Oferta">
        <Select value={filters.offerId ?? ''} onChange={({ target }) => choose({ offerId: target.value })}>
          <option value="">Todas</option>
          <NamedOptions of={offers} />
        </Select>
      </Field>
      <Field label="Comprovante">
        <Select value={filters.proof ?? ''} onChange={({ target }) => choose({ proof: target.value })}>
          <option value="">Com e sem</option>
          <option value="with">Com comprovante</option>
          <option value="without">Sem comprovante</option>
        </Select>
      </Field>
      <Field label="De">
        <Input type="date" value={filters.from ?? ''} onChange={({ target }) => choose({ from: target.value })} />
      </Field>
      <Field label="Até">
        <Input type="date" value={filters.to ?? ''} onChange={({ target }) => choose({ to: target.value })} />
      </Field>
      <ProvenDownload href={addressOf(exportPayments, { query: { ...filters, list } })}>
        <Download /> Baixar CSV
      </ProvenDownload>
    </div>
  );
}
