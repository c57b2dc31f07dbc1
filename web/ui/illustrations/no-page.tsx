import type { ComponentProps } from 'react';

/** A signpost before the sun is up, with nothing on it: this way leads nowhere. */
export function NoPageIllustration(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 240 144" fill="none" aria-hidden="true" {...props}>
      <path
        d="M56 118a64 64 0 0 1 128 0"
        stroke="var(--sun-edge)"
        strokeWidth="2.5"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <path
        d="M116 42h8v78h-8Z"
        fill="var(--ill-shade)"
        stroke="var(--ill-ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M84 50h72l12 12-12 12H84Z"
        fill="var(--ill-paper)"
        stroke="var(--ill-ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M156 82H96l-10 9 10 9h60Z"
        fill="var(--ill-blue)"
        stroke="var(--ill-ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M96 62h40" stroke="var(--ill-blue)" strokeWidth="2" strokeLinecap="round" strokeDasharray="1 6" />
      <path d="M16 121h208" stroke="var(--ill-ink)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
