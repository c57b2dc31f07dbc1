import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AdminCoupon } from '#contract/money/coupons.ts';
import { dayOf } from '#web/lib/calendar-day.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { offersForAdminQuery } from '../queue.queries.ts';
import { couponsQuery, useDeleteCoupon, useOpenCoupon } from './offers.queries.ts';
import { endedDays, type SaleState, saleState, windowText } from './sale-window.ts';

type CouponState = SaleState | 'used_up';

function stateOf({ validFrom, validUntil, uses, usesMax }: AdminCoupon, now: Date): CouponState {
  const state = saleState({ from: validFrom, until: validUntil }, dayOf(now));
  return state === 'on' && usesMax !== null && uses >= usesMax ? 'used_up' : state;
}

const columns = (offerNames: ReadonlyMap<number, string>): Column<AdminCoupon>[] => [
  {
    key: 'code',
    header: 'Cupom',
    cell: ({ code }) => <span className="font-strong tracking-wide">{code}</span>,
  },
  {
    key: 'discount',
    header: 'Desconto',
    cell: ({ percent, cents }) => (percent === null ? formatMoney(cents ?? 0) : `${percent}%`),
    nowrap: true,
  },
  {
    key: 'offers',
    header: 'Vale em',
    cell: ({ offerIds }) =>
      offerIds.length === 0 ? 'Todas as ofertas' : offerIds.map((id) => offerNames.get(id) ?? `#${id}`).join(', '),
  },
  {
    key: 'uses',
    header: 'Usos',
    cell: ({ uses, usesMax, reserved }) => (
      <span className="inline-grid gap-0.5">
        {usesMax === null ? plural(uses, 'uso', 'usos') : `${uses} de ${plural(usesMax, 'uso', 'usos')}`}
        {reserved > 0 && (
          <span className="text-ink-soft text-xs">{plural(reserved, 'ainda não pago', 'ainda não pagos')}</span>
        )}
      </span>
    ),
    nowrap: true,
  },
  { key: 'state', header: 'Situação', cell: (coupon) => <State coupon={coupon} />, phone: 'aside' },
];

function State({ coupon }: { coupon: AdminCoupon }) {
  const state = stateOf(coupon, useNow());
  const when = windowText({ from: coupon.validFrom, until: coupon.validUntil });
  return (
    <span className="inline-grid gap-0.5">
      {state === 'on' && <Badge tone="ok">Valendo</Badge>}
      {state === 'to_come' && <Badge tone="info">Ainda não</Badge>}
      {state === 'used_up' && <Badge>Esgotado</Badge>}
      {state === 'over' && <Badge>Encerrado</Badge>}
      {when && <span className="text-ink-soft text-xs">{when}</span>}
    </span>
  );
}

/** `onEdit` is null for users without the right to edit. */
type CouponListProps = { onEdit: ((coupon: AdminCoupon) => void) | null };

export function CouponList({ onEdit }: CouponListProps) {
  const coupons = useQuery(couponsQuery);
  const offers = useQuery(offersForAdminQuery).data ?? [];
  const [removing, setRemoving] = useState<AdminCoupon | null>(null);
  const remove = useDeleteCoupon();
  const open = useOpenCoupon();
  const now = useNow();
  if (coupons.isError && !coupons.data) return <LoadError of={coupons} title="Não conseguimos carregar os cupons" />;
  const end = (coupon: AdminCoupon) => {
    const { from, until } = endedDays({ from: coupon.validFrom, until: coupon.validUntil }, new Date());
    open.mutate({ coupon, window: { validFrom: from, validUntil: until } });
  };
  return (
    <Card flush>
      <Table
        caption="Cupons"
        columns={columns(new Map(offers.map(({ id, name }) => [id, name])))}
        rows={coupons.data ?? []}
        rowKey={({ id }) => String(id)}
        loading={coupons.isPending}
        {...(onEdit && {
          rowActions: (coupon: AdminCoupon) => (
            <>
              <Button size="sm" variant="line" aria-label={`Editar ${coupon.code}`} onClick={() => onEdit(coupon)}>
                <Pencil /> Editar
              </Button>
              {stateOf(coupon, now) === 'over' ? (
                <Button
                  size="sm"
                  variant="line"
                  disabled={open.isPending}
                  aria-label={`Reativar ${coupon.code}`}
                  onClick={() => open.mutate({ coupon, window: { validFrom: null, validUntil: null } })}
                >
                  Reativar
                </Button>
              ) : (
                <Button
                  size="sm"
                  variant="line"
                  disabled={open.isPending}
                  aria-label={`Encerrar ${coupon.code}`}
                  onClick={() => end(coupon)}
                >
                  Encerrar
                </Button>
              )}
              {coupon.uses === 0 && (
                <Button
                  size="sm"
                  variant="bad"
                  aria-label={`Excluir ${coupon.code}`}
                  onClick={() => setRemoving(coupon)}
                >
                  Excluir
                </Button>
              )}
            </>
          ),
        })}
        empty={
          <EmptyState
            title="Nenhum cupom ainda"
            text="Crie um código e divulgue: o aluno digita na página de pagamento, ou chega por um link de cadastro que já o traz."
          />
        }
      />
      <AlertDialog
        open={removing !== null}
        onOpenChange={(isOpen) => !isOpen && setRemoving(null)}
        title={`Excluir o cupom ${removing?.code ?? ''}?`}
        text="Só um cupom que nenhuma compra usou pode ser excluído. Esta ação não pode ser desfeita."
        confirmLabel="Excluir"
        tone="bad"
        busy={remove.isPending}
        busyLabel="Excluindo..."
        onConfirm={() => removing && remove.mutate(removing.id, { onSettled: () => setRemoving(null) })}
      />
    </Card>
  );
}
