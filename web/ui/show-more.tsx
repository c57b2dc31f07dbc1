import { Button } from './button.tsx';
import { cx } from './cx.ts';

/** The fields of an infinite query for its next page. */
type Pages = {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

type ShowMoreProps = {
  pages: Pages;
  /** At the foot of a card, or separate below the list. */
  place: 'card' | 'below';
  size?: 'sm';
};

/** Loads the next page of a list; renders nothing when there is none. What is loaded stays when the next page fails. */
export function ShowMore({ pages, place, size }: ShowMoreProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div className={cx('text-center', place === 'card' ? 'border-line border-t p-4' : 'mt-6')}>
      {pages.isFetchNextPageError && (
        <p role="alert" className="mb-2 text-bad text-sm">
          Não conseguimos carregar o resto.
        </p>
      )}
      <Button
        variant="line"
        size={size}
        busy={pages.isFetchingNextPage}
        busyLabel="Carregando..."
        onClick={() => pages.fetchNextPage()}
      >
        {pages.isFetchNextPageError ? 'Tentar de novo' : 'Mostrar mais'}
      </Button>
    </div>
  );
}
