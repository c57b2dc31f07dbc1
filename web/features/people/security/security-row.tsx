import type { ReactNode } from 'react';

type SecurityRowProps = { icon: ReactNode; title: ReactNode; text: ReactNode; children?: ReactNode };

/** One login method: its name, its state and its actions. */
export function SecurityRow({ icon, title, text, children }: SecurityRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 border-line border-t py-3 first:border-t-0 first:pt-0 last:pb-0 sm:flex-nowrap">
      <span className="grid size-10 shrink-0 place-items-center rounded-control bg-sunken text-ink-soft">{icon}</span>
      {/* Large text leaves the words no space beside the sign: then they are below. */}
      <div className="min-w-0 flex-[1_1_8rem]">
        <div className="font-strong">{title}</div>
        <div className="text-ink-soft text-sm">{text}</div>
      </div>
      {children}
    </li>
  );
}
