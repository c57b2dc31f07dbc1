import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '#web/ui/button.tsx';

type FoldedFormProps = {
  label: string;
  /** The current value; always visible. */
  value: ReactNode;
  /** Its name in the address, so that a link can lead straight into the form. */
  name: 'email' | 'senha';
  /** Shown whether or not the form is open. */
  notices?: ReactNode;
  children: ReactNode;
};

/** A value with a form for changing it, collapsed until it is needed. */
export function FoldedForm({ label, value, name, notices, children }: FoldedFormProps) {
  const [params, setParams] = useSearchParams();
  const isOpen = params.get('mudar') === name;
  const form = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen && !wasOpen.current) form.current?.querySelector('input')?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const toggle = () => setParams(isOpen ? {} : { mudar: name }, { replace: true });
  return (
    <div className="border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <h3 className="text-base">{label}</h3>
          <p className="wrap-anywhere text-ink-soft text-sm">{value}</p>
        </div>
        <Button
          variant="line"
          size="sm"
          aria-expanded={isOpen}
          aria-label={isOpen ? `Cancelar a mudança: ${label}` : `Mudar ${label.toLowerCase()}`}
          onClick={toggle}
        >
          {isOpen ? 'Cancelar' : 'Mudar'}
        </Button>
      </div>
      <div className="pt-4 empty:hidden">{notices}</div>
      {isOpen && (
        <div ref={form} className="pt-4">
          {children}
        </div>
      )}
    </div>
  );
}
