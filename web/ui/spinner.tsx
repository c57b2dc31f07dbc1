import { LogoSymbol } from './logo.tsx';

/** A turning ring, one em wide. Decoration: the text beside it says what is in progress. */
export function Spinner() {
  return <span className="ring-spinner" aria-hidden="true" />;
}

export function PageSpinner({ label = 'Carregando…' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 text-ink-soft">
      <LogoSymbol className="size-12 animate-pulse text-ink motion-reduce:animate-none" />
      <span className="flex items-center gap-2 text-sm">
        <Spinner />
        {label}
      </span>
    </div>
  );
}
