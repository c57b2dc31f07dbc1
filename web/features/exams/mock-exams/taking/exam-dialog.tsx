import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode, Ref } from 'react';
import { cx } from '#web/ui/cx.ts';
import { dialogToasts } from '#web/ui/toast-slots.ts';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';

type ExamDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Where the answers are stored. */
  state: ReactNode;
  timer: ReactNode;
  /** At the right of the bar: the button that ends this phase of the exam, and the one that leaves it. */
  actions: ReactNode;
  footer: ReactNode;
  /** Takes the focus when the dialog opens. */
  firstFocus: () => HTMLElement | null;
  /** The content between bar and footer scrolls as one; otherwise its sections do. */
  scrolls?: boolean;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** The quiz modal fills the screen: only the paper, the clock and the answer. */
export function ExamDialog(props: ExamDialogProps) {
  const { open, onOpenChange, title, state, timer, actions, footer, firstFocus, scrolls, ref, children } = props;
  const { rememberOpener, returnToOpener } = useReturnFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-(--z-sheet) bg-canvas data-[state=closed]:animate-leave data-[state=open]:animate-appear">
          <RadixDialog.Content
            onInteractOutside={(event) => event.preventDefault()}
            onOpenAutoFocus={(event) => {
              rememberOpener();
              event.preventDefault();
              firstFocus()?.focus();
            }}
            onCloseAutoFocus={returnToOpener}
            className="@container flex h-dvh min-w-0 flex-col bg-canvas outline-none short:overflow-y-auto"
          >
            {/* Large text on a phone: clock, state and buttons have a line each (@max-3xs). */}
            <header className="on-night grid shrink-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-on-night border-b-4 bg-night px-4 pt-[max(4px,env(safe-area-inset-top))] pb-1 text-on-night md:min-h-15 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] md:gap-x-4 md:px-8">
              <RadixDialog.Title className="text-base leading-tight max-md:sr-only">
                <span className="line-clamp-2">{title}</span>
              </RadixDialog.Title>
              {/* Without a time limit there is no clock, but the bar keeps its three columns. */}
              <div className="max-md:col-start-1 max-md:row-start-1 @max-3xs:col-end-3">{timer}</div>
              <div className="max-md:contents md:flex md:items-center md:justify-end md:gap-4">
                <RadixDialog.Description asChild>
                  <div className="min-w-0 text-on-night-soft text-sm max-md:col-start-1 max-md:row-start-2 @max-3xs:col-end-3">
                    {state}
                  </div>
                </RadixDialog.Description>
                <div className="flex shrink-0 items-center gap-1 max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 @max-3xs:col-start-1 @max-3xs:col-end-3 @max-3xs:row-span-1 @max-3xs:row-start-3 @max-3xs:justify-between md:gap-2">
                  {actions}
                </div>
              </div>
            </header>
            <div
              ref={ref}
              {...(scrolls ? { tabIndex: 0 } : {})}
              className={cx(
                'flex min-h-0 grow flex-col short:flex-none',
                scrolls && 'overflow-y-auto overscroll-contain focus-visible:-outline-offset-3',
              )}
            >
              {children}
            </div>
            {open && <div ref={dialogToasts} className="shrink-0" />}
            <footer className="flex shrink-0 items-center gap-3 border-line border-t bg-surface px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] max-md:flex-wrap max-md:[&>button]:flex-1 md:px-8">
              {footer}
            </footer>
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
