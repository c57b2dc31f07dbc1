import { cx } from '../../ui/cx.ts';

/** In groups of four by CSS only: what is copied or read aloud is the code itself, without spaces. */
export function PaymentCode({ code, className }: { code: string; className?: string }) {
  const groups = code.match(/.{1,4}/g) ?? [];
  return (
    <span className={cx('inline-flex flex-wrap gap-x-[0.45em] tabular-nums tracking-wide', className)}>
      {groups.map((group, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a code have no other identity, and never move
        <span key={i}>{group}</span>
      ))}
    </span>
  );
}
