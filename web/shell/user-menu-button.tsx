import type { ComponentProps } from 'react';
import type { User } from '../../contract/accounts.ts';
import { Avatar } from '../ui/avatar.tsx';

/** Also stands in while the menu itself is still on its way. */
export function UserMenuButton({ user, ...rest }: ComponentProps<'button'> & { user: User }) {
  const name = `${user.firstName} ${user.lastName}`;
  return (
    <button
      type="button"
      aria-label={`Menu de ${name}`}
      className="grid size-11 place-items-center rounded-full max-md:hidden"
      {...rest}
    >
      <Avatar name={name} />
    </button>
  );
}
