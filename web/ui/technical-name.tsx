import { type ReactNode, useId, useState } from 'react';

/**
 * A name in words. A press shows the one that the log has. It is a button, not `<details>`: the accessible name of a table
 * row leaves out the content of groups.
 */
export function TechnicalName({ children, name }: { children: ReactNode; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        className="min-h-11 text-left font-strong underline decoration-dotted underline-offset-4"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <code id={id} className="block wrap-anywhere text-ink-soft text-sm">
          {name}
        </code>
      )}
    </>
  );
}
