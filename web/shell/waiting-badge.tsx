import { useHydrated } from '#web/lib/hydration.ts';

const MOST = 99;

/**
 * Never red: pending items are work, not an error. Nothing at zero, and nothing until hydrated: the menus hydrate one
 * after the other, and a refetch in between would give the later ones another number than the server's HTML has.
 */
export function WaitingBadge({ count, className }: { count: number; className: string }) {
  const isHydrated = useHydrated();
  if (count === 0 || !isHydrated) return null;
  return (
    <>
      <span aria-hidden="true" className={`${className} rounded-full font-strong tabular-nums`}>
        {count > MOST ? `${MOST}+` : count}
      </span>
      <span className="sr-only">, {count === 1 ? '1 espera' : `${count} esperam`} por você</span>
    </>
  );
}

/** On a light surface: beside a page of the side bar or of a sheet. */
export const paperBadge = 'ml-auto bg-sun-tint px-1.75 text-sun-ink text-xs leading-normal';
