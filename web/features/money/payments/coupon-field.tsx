import { useState } from 'react';
import * as z from 'zod/mini';
import { couponCode } from '#contract/money/coupon-code.ts';
import { textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { useForm } from '#web/ui/use-form.ts';

const body = z.object({ coupon: couponCode });

type CouponFieldProps = {
  busy: boolean;
  /** `refuse` shows below the field why the coupon is refused. */
  onApply: (coupon: string, refuse: (error: Error) => void) => void;
};

/** Collapsed: students with a coupon look for the field, others should not be asked for one. */
export function CouponField({ busy, onApply }: CouponFieldProps) {
  const [open, setOpen] = useState(false);
  const form = useForm({
    initial: { coupon: '' },
    schema: body,
    onSubmit: ({ coupon }) => !busy && onApply(coupon, (error) => void form.show({ coupon: textOf(error) })),
  });
  if (!open) {
    return (
      <Button variant="quiet" className="justify-self-start" onClick={() => setOpen(true)}>
        Tem um cupom?
      </Button>
    );
  }
  return (
    <form {...form.props} className="grid gap-3 md:flex md:items-start">
      <Field label="Cupom" error={form.errors.coupon} className="md:w-60">
        <Input autoCapitalize="characters" autoComplete="off" spellCheck={false} {...form.field('coupon')} />
      </Field>
      <Button type="submit" variant="line" busy={busy} busyLabel="Aplicando..." className="md:mt-7">
        Aplicar
      </Button>
    </form>
  );
}
