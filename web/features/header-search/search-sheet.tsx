import { X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { SEARCH_MAX } from '../../../contract/limits.ts';
import { Button } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { dialogToasts } from '../../ui/toast-slots.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { SearchResults } from './search-results.tsx';
import { comboboxProps, useSearchBox } from './use-search-box.ts';

/** Where the header has no room for a field: the whole screen. */
export default function SearchSheet({ onClose }: { onClose: () => void }) {
  const box = useSearchBox({ onDone: onClose });
  const { rememberOpener, returnToOpener } = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnToOpener}
          className="fixed inset-0 z-(--z-sheet) flex flex-col bg-surface text-ink"
        >
          <Dialog.Title className="sr-only">Buscar</Dialog.Title>
          <div className="flex shrink-0 items-center gap-2 border-line border-b p-2 pl-4">
            <SearchInput
              label="Buscar aulas, cursos e simulados"
              placeholder="Buscar"
              className="grow"
              spellCheck={false}
              maxLength={SEARCH_MAX}
              value={box.words}
              onValueChange={box.type}
              onKeyDown={box.onKeyDown}
              {...comboboxProps(box)}
            />
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Fechar busca">
                <X />
              </Button>
            </Dialog.Close>
          </div>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the options take no focus of their own, so the list must scroll by keyboard
            tabIndex={0}
            className="min-h-0 grow overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)]"
          >
            {box.isEmpty && (
              <p className="px-4 py-6 text-center text-ink-soft">Digite para buscar aulas, cursos e simulados.</p>
            )}
            <SearchResults box={box} />
          </div>
          <div ref={dialogToasts} className="shrink-0" />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
