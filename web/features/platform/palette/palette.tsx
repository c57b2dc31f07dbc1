import { Search, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { SEARCH_MAX } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { NativeInput } from '#web/ui/native-field.tsx';
import { dialogToasts } from '#web/ui/toast-slots.ts';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { PaletteOptions } from './palette-options.tsx';
import { type PaletteCommands, usePalette } from './use-palette.ts';

type PaletteProps = { commands: PaletteCommands; onClose: () => void };

/** Opens any page, searches, and runs common actions. On a phone it fills the screen, with the field on top. */
export function Palette({ commands, onClose }: PaletteProps) {
  const box = usePalette(commands, onClose);
  const { rememberOpener, returnToOpener } = useReturnFocus();
  const isExpanded = box.count > 0;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-sheet) animate-appear bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnToOpener}
          className="fixed inset-0 z-(--z-sheet) flex animate-appear flex-col bg-surface text-ink md:inset-x-0 md:top-[10vh] md:bottom-auto md:mx-auto md:max-h-[min(640px,80vh)] md:w-[min(100%-48px,620px)] md:overflow-hidden md:rounded-card md:shadow-float"
        >
          <Dialog.Title className="sr-only">Buscar ou ir para</Dialog.Title>
          <div className="flex min-h-14.5 shrink-0 items-center gap-3 border-line border-b pr-2 pl-4">
            <Search className="text-ink-soft" />
            <NativeInput
              type="search"
              role="combobox"
              aria-label="Buscar aulas, cursos e simulados, ou ir para"
              aria-autocomplete="list"
              aria-expanded={isExpanded}
              aria-controls={isExpanded ? box.listId : undefined}
              aria-activedescendant={isExpanded ? box.optionId(box.active) : undefined}
              placeholder="Buscar ou ir para"
              autoComplete="off"
              enterKeyHint="go"
              spellCheck={false}
              maxLength={SEARCH_MAX}
              value={box.text}
              onChange={(event) => box.type(event.target.value)}
              onKeyDown={box.onKeyDown}
              className="h-14 min-w-0 grow bg-transparent text-md outline-none [&::-webkit-search-cancel-button]:hidden"
            />
            <Kbd className="max-md:hidden">Esc</Kbd>
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Fechar busca" className="md:pointer-fine:sr-only">
                <X />
              </Button>
            </Dialog.Close>
          </div>
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: options take no focus, so the list scrolls by keyboard
            tabIndex={0}
            className="min-h-0 grow overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)] focus-visible:-outline-offset-3"
          >
            <PaletteOptions box={box} />
          </div>
          <div ref={dialogToasts} className="shrink-0" />
          <p className="flex shrink-0 gap-5 border-line border-t px-4 py-3 text-ink-soft text-xs max-md:hidden">
            <span>
              <Kbd>Enter</Kbd> abrir
            </span>
            <span>
              <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> em outra aba
            </span>
            <span>
              <Kbd>&gt;</Kbd> só comandos
            </span>
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
