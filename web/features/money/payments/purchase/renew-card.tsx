import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Offer } from '#contract/money/offers.ts';
import { formatMoney } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { CouponField } from '../coupon-field.tsx';
import { coursesText, lasting } from './order-words.ts';
import { offersQuery, useCheckCoupon, useOpenOrder } from './purchase.queries.ts';

/**
 * What may be bought next; `isMore`: in addition to access in force. The order gets the price shown here; if it has
 * changed, the server refuses.
 */
export function RenewCard({ isMore }: { isMore: boolean }) {
  const offers = useQuery(offersQuery);
  const [chosenId, setChosenId] = useState<number | null>(null);
  const check = useCheckCoupon();
  const renew = useOpenOrder();
  const offer = offers.data?.find(({ id }) => id === chosenId) ?? offers.data?.[0];
  if (!offers.data || !offer) return null;
  const taken = check.data && check.variables.offerId === offer.id ? check.data : null;
  const price = taken?.price ?? offer.price;
  return (
    <Card title={isMore ? 'Comprar mais cursos' : 'Renovar acesso'}>
      <div className="grid gap-5">
        {offers.data.length > 1 && (
          <RadioGroup
            label="Oferta"
            name="offer"
            look="cards"
            value={String(offer.id)}
            onValueChange={(id) => setChosenId(Number(id))}
            options={offers.data.map((one) => ({ value: String(one.id), label: one.name, help: described(one) }))}
          />
        )}
        <div>
          {offers.data.length === 1 && <p className="text-ink-soft text-sm">{described(offer)}</p>}
          <p className="font-strong text-2xl tabular-nums">
            {price < (offer.struckPrice ?? offer.price) && (
              <s className="mr-2 font-normal text-ink-soft text-md">
                {formatMoney(taken ? offer.price : (offer.struckPrice ?? offer.price))}
              </s>
            )}
            {formatMoney(price)}
          </p>
          {taken && <p className="text-ok text-sm">Cupom {taken.coupon} aplicado.</p>}
        </div>
        {!taken && (
          <CouponField
            busy={check.isPending}
            onApply={(coupon, refuse) => check.mutate({ coupon, offerId: offer.id }, { onError: refuse })}
          />
        )}
        <Button
          variant="next"
          busy={renew.isPending}
          busyLabel="Abrindo..."
          className="justify-self-start max-md:w-full"
          onClick={() => renew.mutate({ offerId: offer.id, ...(taken ? { coupon: taken.coupon } : {}) })}
        >
          {isMore ? 'Comprar' : 'Renovar'} por {formatMoney(price)}
        </Button>
      </div>
    </Card>
  );
}

/** How long it lasts and what it opens, as it is sold. */
const described = ({ rule, courses }: Offer): string => `${lasting(rule)}. ${coursesText(courses)}`;
