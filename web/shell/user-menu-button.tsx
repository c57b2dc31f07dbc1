import type { ComponentProps } from 'react';
import { useLocation } from 'wouter';
import type { User } from '#contract/platform/users.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { isMine, navLink } from './navigation.ts';

/** The button 'Eu'; the word is shown where the header has space. Also rendered while the menu's chunk is loading. */
export function UserMenuButton({ user, ...rest }: ComponentProps<'button'> & { user: User }) {
  const [location] = useLocation();
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <button
      type="button"
      aria-label={`Menu de ${name} (Eu)`}
      aria-current={isMine(location) ? 'page' : undefined}
      className={`${navLink} min-h-11 min-w-11 justify-center gap-2 self-stretch max-md:hidden lg:px-2`}
      {...rest}
    >
      <Avatar name={name} />
      <span className="max-lg:hidden">Eu</span>
    </button>
  );
}
