import { useQuery } from '@tanstack/react-query';
import { couponCode } from '#contract/money/coupon-code.ts';
import { checkCoupon } from '#contract/money/coupons.ts';
import { textOf } from '#web/lib/api.ts';
import { formatMoney } from '#web/lib/format.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** `/register?cupom=…`; what cannot be a code is none. */
export function couponIn(search: string): string | null {
  const parsed = couponCode.safeParse(new URLSearchParams(search).get('cupom'));
  return parsed.success ? parsed.data : null;
}

type CouponNoticeProps = { coupon: string; onDrop: () => void };

/** What the coupon of a link makes of the price, before anything is typed. One that is refused must be let go first. */
export function CouponNotice({ coupon, onDrop }: CouponNoticeProps) {
  const check = useQuery(readQuery(checkCoupon, keys.coupon(coupon), { body: { coupon } }));
  if (check.data) {
    return (
      <Notice tone="ok" title={`Cupom ${check.data.coupon} aplicado`} className="mb-5">
        De <s>{formatMoney(check.data.fullPrice)}</s> por <b>{formatMoney(check.data.price)}</b>.
      </Notice>
    );
  }
  if (!check.isError) return null;
  return (
    <Notice
      tone="sun"
      title={`O cupom ${coupon} não vale`}
      className="mb-5"
      action={
        <Button variant="line" size="sm" onClick={onDrop}>
          Continuar sem o cupom
        </Button>
      }
    >
      {textOf(check.error)}
    </Notice>
  );
}
