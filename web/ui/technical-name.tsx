import type { ReactNode } from 'react';

/** A name in words. A press shows the one that the log has. */
export function TechnicalName({ children, name }: { children: ReactNode; name: string }) {
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer list-none items-center font-strong underline decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
        {children}
      </summary>
      <code className="wrap-anywhere text-ink-soft text-sm">{name}</code>
    </details>
  );
}
