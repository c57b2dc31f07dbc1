import { LogOut, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { Button } from '#web/ui/button.tsx';
import { dialogToasts } from '#web/ui/toast-slots.ts';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { helpLinksFor } from './menu-links.tsx';

type MenuSheetProps = { user: User; onClose: () => void; onLogout: () => void; children: ReactNode };

/** Under 768 px: a sheet from below, within reach of the thumb. It says whose it is, and ends with the way out. */
export function MenuSheet({ user, onClose, onLogout, children }: MenuSheetProps) {
  const { rememberOpener, returnToOpener } = useReturnFocus();
  const leave = () => {
    onClose();
    onLogout();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-sheet) animate-appear bg-(--scrim) md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={rememberOpener}
          onCloseAutoFocus={returnToOpener}
          className="fixed inset-x-0 bottom-0 z-(--z-sheet) flex max-h-[90dvh] animate-rise flex-col rounded-t-card bg-surface pt-3 pb-[max(8px,env(safe-area-inset-bottom))] shadow-float md:hidden"
        >
          <div aria-hidden="true" className="mx-auto h-1 w-10 shrink-0 rounded-full bg-line-strong" />
          <div className="flex items-center justify-between py-1 pr-3 pl-5">
            <Dialog.Title className="min-w-0 text-md">
              {user.firstName} {user.lastName}
            </Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Fechar menu">
                <X />
              </Button>
            </Dialog.Close>
          </div>
          {/* Only the entries scroll: a message below them stays in view. */}
          <div className="min-h-0 overflow-y-auto">
            {children}
            {helpLinksFor(user).map(({ label, icon, ...link }) => (
              <a key={label} {...link} className={row}>
                {icon} {label}
              </a>
            ))}
            <button type="button" className={row} onClick={leave}>
              <LogOut /> Sair
            </button>
          </div>
          <div ref={dialogToasts} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const row =
  'flex min-h-13 w-full items-center gap-4 border-line border-t px-5 text-left text-ink no-underline hover:bg-hover focus-visible:-outline-offset-3 aria-[current]:bg-selected aria-[current]:font-strong [&_.lucide]:text-ink-soft';

type SheetLinkProps = {
  href: string;
  isActive?: (location: string) => boolean;
  onClick: () => void;
  children: ReactNode;
};

export function SheetLink({ href, isActive = (location) => location === href, ...rest }: SheetLinkProps) {
  const [location] = useLocation();
  return <Link href={href} aria-current={isActive(location) ? 'page' : undefined} className={row} {...rest} />;
}
