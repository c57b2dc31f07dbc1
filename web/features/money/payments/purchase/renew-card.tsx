import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Offer } from '#contract/money/offers.ts';
import { formatMoney, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { CouponField } from '../coupon-field.tsx';
import { coursesText, lasting } from './order-words.ts';
import { offersQuery, useCheckCoupon, useOpenOrder } from './purchase.queries.ts';

const titles = { access: 'Renovar acesso', courses: 'Comprar mais cursos', corrections: 'Comprar correções' };

/**
 * What may be bought next; courses and corrections in addition to access in force. The order gets the price shown here; if it has
 * changed, the server refuses.
 */
export function RenewCard({ of }: { of: keyof typeof titles }) {
  const offers = useQuery(offersQuery);
  const isMore = of !== 'access';
  const sold = offers.data?.filter(({ corrections }) => of !== 'corrections' || (corrections ?? 0) > 0) ?? [];
  const [chosenId, setChosenId] = useState<number | null>(null);
  const check = useCheckCoupon();
  const renew = useOpenOrder();
  const offer = sold.find(({ id }) => id === chosenId) ?? sold[0];
  if (!offer) return null;
  const taken = check.data && check.variables.offerId === offer.id ? check.data : null;
  const price = taken?.price ?? offer.price;
  return (
    <Card title={titles[of]}>
      <div className="grid gap-5">
        {sold.length > 1 && (
          <RadioGroup
            label="Oferta"
            name="offer"
            look="cards"
            value={String(offer.id)}
            onValueChange={(id) => setChosenId(Number(id))}
            options={sold.map((one) => ({ value: String(one.id), label: one.name, help: described(one) }))}
          />
        )}
        <div>
          {sold.length === 1 && <p className="text-ink-soft text-sm">{described(offer)}</p>}
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
function described({ rule, courses, corrections }: Offer): string {
  const counted =
    typeof corrections === 'number' ? [plural(corrections, 'correção de redação', 'correções de redação')] : [];
  // An offer of corrections alone.
  if (rule.kind === 'days' && rule.count === 0 && counted.length > 0) return `${counted.join()}.`;
  return [`${lasting(rule)}. ${coursesText(courses)}`, ...counted].join(' ');
}
