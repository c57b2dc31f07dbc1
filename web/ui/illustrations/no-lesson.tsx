import type { ComponentProps } from 'react';

/** An open book before the sun is up: nothing here yet. */
export function NoLessonIllustration(props: ComponentProps<'svg'>) {
  return (
    <svg viewBox="0 0 240 144" fill="none" aria-hidden="true" {...props}>
      <path
        d="M56 118a64 64 0 0 1 128 0"
        stroke="var(--sun-edge)"
        strokeWidth="2.5"
        strokeDasharray="2 8"
        strokeLinecap="round"
      />
      <path d="M72 112c14-9 34-9 48 0 14-9 34-9 48 0v8H72Z" fill="var(--ill-blue)" />
      <path
        d="M76 76c14-9 30-8 44 1v38c-14-8-30-9-44-1Z"
        fill="var(--ill-paper)"
        stroke="var(--ill-ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M164 76c-14-9-30-8-44 1v38c14-8 30-9 44-1Z"
        fill="var(--ill-shade)"
        stroke="var(--ill-ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M86 88c8-3 16-3 24 1M86 98c8-3 14-3 18-1"
        stroke="var(--ill-blue)"
        strokeWidth="2"
        strokeLinecap="round"
        opacity=".45"
      />
      <path
        d="m178 110 20-40 7 3.6-20 40-8 5Z"
        fill="var(--sun)"
        stroke="var(--ill-ink)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="m194 78 7 3.5" stroke="var(--ill-ink)" strokeWidth="2" />
      <path d="M16 121h208" stroke="var(--ill-ink)" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
