import { type ReactNode, useId, useState } from 'react';

/**
 * A name in words. A press shows the one that the log has. A button and no `<details>`: the name of a table's row is made
 * of its content, and a group's content is no part of it.
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
