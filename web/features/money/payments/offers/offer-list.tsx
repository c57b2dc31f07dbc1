import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AdminOffer } from '#contract/money/offers.ts';
import { dayOf } from '#web/lib/calendar-day.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { lasting } from '../purchase/order-words.ts';
import { offersForAdminQuery } from '../queue.queries.ts';
import { useDeleteOffer, useSellOffer } from './offers.queries.ts';
import { endedDays, type SaleState, saleState, windowText } from './sale-window.ts';

const useSaleState = ({ soldFrom, soldUntil }: AdminOffer): SaleState =>
  saleState({ from: soldFrom, until: soldUntil }, dayOf(useNow()));

const columns: Column<AdminOffer>[] = [
  {
    key: 'name',
    header: 'Oferta',
    cell: ({ name, isDefault, rule }) => (
      <>
        <span className="flex flex-wrap items-center gap-2 font-strong">
          <span className="wrap-anywhere">{name}</span>
          {isDefault && (
            <Badge tone="info" icon={null}>
              Padrão
            </Badge>
          )}
        </span>
        <span className="block font-normal text-ink-soft text-sm">{lasting(rule)}</span>
      </>
    ),
  },
  { key: 'price', header: 'Preço', cell: (offer) => <Price offer={offer} />, nowrap: true },
  { key: 'places', header: 'Lugares', cell: (offer) => <Seats offer={offer} /> },
  {
    key: 'courses',
    header: 'Cursos',
    cell: ({ courseIds }) => (courseIds === null ? 'Todos' : plural(courseIds.length, 'curso', 'cursos')),
    nowrap: true,
  },
  { key: 'state', header: 'Situação', cell: (offer) => <State offer={offer} />, phone: 'aside' },
];

function Price({ offer: { price, struckPrice } }: { offer: AdminOffer }) {
  return (
    <span className="tabular-nums">
      {formatMoney(price)}
      {struckPrice !== null && <s className="block text-ink-soft text-sm">{formatMoney(struckPrice)}</s>}
    </span>
  );
}

/** The free seats, and the price when none is left. */
function Seats({ offer: { places, placesTaken, price, nextPrice, struckPrice } }: { offer: AdminOffer }) {
  if (places === null) return 'Sem limite';
  const left = Math.max(0, places - placesTaken);
  const next = nextPrice ?? struckPrice ?? price;
  return (
    <span className="tabular-nums">
      {left === 0 ? 'Esgotados' : `${plural(left, 'livre', 'livres')} de ${places}`}
      <span className="block text-ink-soft text-sm">
        {left === 0 ? `vale ${formatMoney(next)}` : `depois, ${formatMoney(next)}`}
      </span>
    </span>
  );
}

function State({ offer }: { offer: AdminOffer }) {
  const { soldFrom, soldUntil } = offer;
  const state = useSaleState(offer);
  const when = windowText({ from: soldFrom, until: soldUntil });
  return (
    <span className="inline-grid gap-0.5">
      {state === 'on' && <Badge tone="ok">À venda</Badge>}
      {state === 'to_come' && <Badge tone="info">Ainda não</Badge>}
      {state === 'over' && <Badge>Encerrada</Badge>}
      {when && <span className="text-ink-soft text-xs">{when}</span>}
    </span>
  );
}

type Asking = { what: 'end' | 'delete'; offer: AdminOffer };

/** `onEdit` is null for users without the right to edit. */
export function OfferList({ onEdit }: { onEdit: ((offer: AdminOffer) => void) | null }) {
  const offers = useQuery(offersForAdminQuery);
  const [asking, setAsking] = useState<Asking | null>(null);
  const sell = useSellOffer();
  if (offers.isError && !offers.data) return <LoadError of={offers} title="Não conseguimos carregar as ofertas" />;
  return (
    <Card flush>
      <Table
        caption="Ofertas"
        columns={columns}
        rows={offers.data ?? []}
        rowKey={({ id }) => String(id)}
        loading={offers.isPending}
        {...(onEdit && {
          rowActions: (offer: AdminOffer) => (
            <>
              <Button size="sm" variant="line" aria-label={`Editar ${offer.name}`} onClick={() => onEdit(offer)}>
                <Pencil /> Editar
              </Button>
              {!offer.isDefault && (
                <OfferActions
                  offer={offer}
                  busy={sell.isPending}
                  onReopen={() => sell.mutate({ offer, window: { soldFrom: null, soldUntil: null } })}
                  onAsk={(what) => setAsking({ what, offer })}
                />
              )}
            </>
          ),
        })}
      />
      <EndDialog offer={asking?.what === 'end' ? asking.offer : null} onClose={() => setAsking(null)} />
      <DeleteDialog offer={asking?.what === 'delete' ? asking.offer : null} onClose={() => setAsking(null)} />
    </Card>
  );
}

type ActionsProps = {
  offer: AdminOffer;
  busy: boolean;
  onReopen: () => void;
  onAsk: (what: Asking['what']) => void;
};

function OfferActions({ offer, busy, onReopen, onAsk }: ActionsProps) {
  const state = useSaleState(offer);
  if (state !== 'over') {
    return (
      <Button size="sm" variant="line" aria-label={`Encerrar ${offer.name}`} onClick={() => onAsk('end')}>
        Encerrar
      </Button>
    );
  }
  return (
    <>
      <Button size="sm" variant="line" disabled={busy} aria-label={`Reativar ${offer.name}`} onClick={onReopen}>
        Reativar
      </Button>
      <Button size="sm" variant="bad" aria-label={`Excluir ${offer.name}`} onClick={() => onAsk('delete')}>
        Excluir
      </Button>
    </>
  );
}

type DialogProps = { offer: AdminOffer | null; onClose: () => void };

function EndDialog({ offer, onClose }: DialogProps) {
  const sell = useSellOffer();
  const end = (chosen: AdminOffer) => {
    const { from, until } = endedDays({ from: chosen.soldFrom, until: chosen.soldUntil }, new Date());
    sell.mutate({ offer: chosen, window: { soldFrom: from, soldUntil: until } }, { onSettled: onClose });
  };
  return (
    <AlertDialog
      open={offer !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Encerrar a oferta ${offer?.name ?? ''}?`}
      text="Ninguém mais a compra. Códigos abertos continuam valendo, e quem comprou mantém o acesso. Você pode reativá-la quando quiser."
      confirmLabel="Encerrar"
      busy={sell.isPending}
      busyLabel="Encerrando..."
      onConfirm={() => offer && end(offer)}
    />
  );
}

function DeleteDialog({ offer, onClose }: DialogProps) {
  const remove = useDeleteOffer();
  return (
    <AlertDialog
      open={offer !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Excluir a oferta ${offer?.name ?? ''}?`}
      text="Só uma oferta que ninguém comprou e que nenhum cupom usa pode ser excluída. Esta ação não pode ser desfeita."
      confirmLabel="Excluir"
      tone="bad"
      busy={remove.isPending}
      busyLabel="Excluindo..."
      onConfirm={() => offer && remove.mutate(offer.id, { onSettled: onClose })}
    />
  );
}
