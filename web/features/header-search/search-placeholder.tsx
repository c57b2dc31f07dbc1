import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';

export const boxClass = 'h-9 w-55 rounded-control border border-night-line bg-night-deep text-sm max-lg:hidden';

/** Under 1024 px. */
export function SearchButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="Buscar"
      aria-haspopup="dialog"
      className="grid size-11 place-items-center rounded-control hover:bg-night-line lg:hidden"
      {...props}
    >
      <Search />
    </button>
  );
}

/** Stands in while the search itself is still on its way; where it did not come, a press asks for it again. */
export function SearchPlaceholder({ onPress }: { onPress?: () => void }) {
  return (
    <>
      {onPress ? (
        <button type="button" aria-label="Buscar" className={`${boxClass} px-3 text-left`} onClick={onPress}>
          <Search />
        </button>
      ) : (
        <div aria-hidden="true" className={boxClass} />
      )}
      <SearchButton disabled={!onPress} onClick={onPress} />
    </>
  );
}
