import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

type PaginationProps = {
  /** Where the reader is, in words: 'Página 2 de 5'. */
  position: string;
  onPrevious?: () => void;
  onNext?: () => void;
  busy?: boolean;
  className?: string;
};

/** A missing handler means: there is nothing on that side. */
export function Pagination({ position, onPrevious, onNext, busy, className }: PaginationProps) {
  return (
    <nav aria-label="Páginas" className={cx('flex items-center justify-between gap-3 md:justify-end', className)}>
      <Button variant="line" size="sm" disabled={!onPrevious || busy} onClick={onPrevious}>
        <ChevronLeft />
        Anterior
      </Button>
      <p aria-live="polite" className="text-ink-soft text-sm tabular-nums">
        {position}
      </p>
      <Button variant="line" size="sm" disabled={!onNext || busy} onClick={onNext}>
        Próxima
        <ChevronRight />
      </Button>
    </nav>
  );
}
