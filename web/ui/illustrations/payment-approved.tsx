import type { ComponentProps } from 'react';

/** A checked receipt before the full sun. */
export function PaymentApprovedIllustration(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 240 144" fill="none" aria-hidden="true" {...props}>
      <path d="M26 118a94 94 0 0 1 188 0" stroke="var(--sun-edge)" strokeWidth="2.5" opacity=".55" />
      <path d="M42 118a78 78 0 0 1 156 0Z" fill="var(--sun-tint)" />
      <path d="M60 118a60 60 0 0 1 120 0Z" fill="var(--sun)" />
      <path
        d="M88 118V44l8 5 8-5 8 5 8-5 8 5 8-5 8 5 8-5v74Z"
        fill="var(--ill-paper)"
        stroke="var(--ill-ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M100 64h24M100 76h40M100 86h40M100 96h22"
        stroke="var(--ill-blue)"
        strokeWidth="2.5"
        strokeLinecap="round"
        opacity=".55"
      />
      <circle cx="156" cy="94" r="20" fill="var(--ok)" stroke="var(--ill-paper)" strokeWidth="3" />
      <path
        d="m147.5 94.5 6 6 11.5-12.5"
        stroke="var(--canvas)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M16 121h208" stroke="var(--ill-ink)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
