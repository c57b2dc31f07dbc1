import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { isOnApple } from '#web/lib/render-context.ts';
import { cx } from '#web/ui/cx.ts';
import { Kbd } from '#web/ui/kbd.tsx';

/** A search field if the header has space for one, otherwise its icon; both open the palette. */
export function SearchButton({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="Buscar ou ir para"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      className={cx(
        'flex h-9 items-center gap-2 rounded-control text-on-night-soft text-sm hover:text-on-night max-xl:size-11 max-xl:justify-center max-xl:text-base max-xl:hover:bg-night-line xl:w-60 xl:border xl:border-night-line xl:bg-night-deep xl:px-3',
        className,
      )}
      {...props}
    >
      <Search />
      <span className="grow text-left max-xl:hidden">Buscar ou ir para</span>
      <Kbd className="border-night-line text-on-night-soft max-xl:hidden">{isOnApple() ? '⌘ K' : 'Ctrl K'}</Kbd>
    </button>
  );
}
