import { LogOut, X } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { User } from '../../contract/accounts.ts';
import { Button } from '../ui/button.tsx';
import { dialogToasts } from '../ui/toast-slots.ts';
import { menuLinksFor } from './menu-links.tsx';
import { navigationFor } from './navigation.ts';

type MobileMenuProps = { user: User; open: boolean; onOpenChange: (open: boolean) => void; onLogout: () => void };

const row =
  'flex min-h-13 w-full items-center gap-3 rounded-control px-4 text-ink no-underline hover:bg-hover aria-[current]:bg-selected aria-[current]:font-strong';

/** Under 768 px: a sheet from below, within reach of the thumb. */
export default function MobileMenu({ user, open, onOpenChange, onLogout }: MobileMenuProps) {
  const [location] = useLocation();
  const close = () => onOpenChange(false);
  const leave = () => {
    close();
    onLogout();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-sheet) bg-(--scrim) md:hidden" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-(--z-sheet) max-h-[90dvh] overflow-y-auto rounded-t-card bg-surface p-3 pb-[max(12px,env(safe-area-inset-bottom))] shadow-float md:hidden"
        >
          <div className="flex items-center justify-between pl-4">
            <Dialog.Title className="text-md">
              {user.firstName} {user.lastName}
            </Dialog.Title>
            <Dialog.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Fechar menu">
                <X />
              </Button>
            </Dialog.Close>
          </div>
          <nav aria-label="Principal">
            {navigationFor(user).map(({ path, label, isActive }) => (
              <Row key={path} href={path} current={isActive(location)} onClick={close}>
                {label}
              </Row>
            ))}
          </nav>
          <hr className="my-2 border-line" />
          {menuLinksFor(user).map(({ path, label, icon }) => (
            <Row key={path} href={path} current={location === path} onClick={close}>
              {icon} {label}
            </Row>
          ))}
          <button type="button" className={row} onClick={leave}>
            <LogOut /> Sair
          </button>
          <div ref={dialogToasts} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Row({
  href,
  current,
  onClick,
  children,
}: {
  href: string;
  current: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Link href={href} aria-current={current ? 'page' : undefined} className={row} onClick={onClick}>
      {children}
    </Link>
  );
}
