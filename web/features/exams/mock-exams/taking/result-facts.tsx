import type { ReactNode } from 'react';

/** Figures side by side. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid break-inside-avoid grid-cols-2 rounded-card border border-line bg-surface max-md:[&>div:nth-child(n+3)]:border-t md:grid-cols-4 md:divide-x md:divide-line max-md:[&>div:nth-child(even)]:border-l [&>div]:border-line">
    {children}
  </dl>
);

type FactProps = { label: string; value: string; unit?: string | null; children?: ReactNode };

export function Fact({ label, value, unit, children }: FactProps) {
  return (
    <div className="p-4 md:p-5">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd>
        <span className="block font-strong text-xl tabular-nums leading-snug tracking-[-0.02em] max-[359px]:text-md md:text-2xl">
          {value} {unit && <span className="font-normal text-base text-ink-soft tracking-normal">{unit}</span>}
        </span>
        {children && <span className="block text-ink-soft text-sm">{children}</span>}
      </dd>
    </div>
  );
}
