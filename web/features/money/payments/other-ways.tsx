import { formatMoney } from '#web/lib/format.ts';
import { buttonClass } from '#web/ui/button.tsx';
import type { Payable } from './charge.queries.ts';

/** Card and slip, on the provider's pages: no card number ever reaches this server. This page keeps polling. */
export function OtherWays({ charge: { cardUrl, slipUrl, card } }: { charge: Payable }) {
  if (!cardUrl && !slipUrl) return null;
  return (
    <div>
      <p className="mb-2 text-ink-soft text-sm">Ou pague de outra forma, na página segura do nosso provedor:</p>
      <div className="grid gap-2 md:flex">
        {cardUrl && (
          <a href={cardUrl} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: 'line' })}>
            {card?.amount
              ? `Cartão em até ${card.instalments}x de ${formatMoney(Math.ceil(card.amount / card.instalments))}`
              : 'Cartão em até 12x'}
          </a>
        )}
        {slipUrl && (
          <a href={slipUrl} target="_blank" rel="noopener noreferrer" className={buttonClass({ variant: 'line' })}>
            Boleto
          </a>
        )}
      </div>
      {card?.amount && <p className="mt-2 text-ink-soft text-sm">No cartão, {formatMoney(card.amount)} ao todo.</p>}
      {slipUrl && <p className="mt-2 text-ink-soft text-sm">O boleto leva até dois dias úteis para ser confirmado.</p>}
    </div>
  );
}
