import { cx } from '#web/ui/cx.ts';

/** Grouped by four with CSS only: copying or reading aloud yields the code without spaces. */
export function PaymentCode({ code, className }: { code: string; className?: string }) {
  // On a narrow line it breaks in the middle, never after three groups.
  const halves = [code.slice(0, 8), code.slice(8)];
  return (
    <span className={cx('inline-flex flex-wrap gap-x-[0.45em] tabular-nums tracking-wide', className)}>
      {halves.map((half) => (
        <span key={half} className="inline-flex gap-[0.45em]">
          <span>{half.slice(0, 4)}</span>
          <span>{half.slice(4)}</span>
        </span>
      ))}
    </span>
  );
}
