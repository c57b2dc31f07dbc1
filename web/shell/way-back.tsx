import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import type { Parent } from './parent-page.ts';

/** The title is hidden from assistive technology: the page's heading contains it. */
export function WayBack({ parent: { path, label }, title }: { parent: Parent; title: string }) {
  return (
    <div className="flex min-w-0 grow items-center gap-1 md:hidden">
      <Link
        href={path}
        aria-label={label}
        className="-ml-3 grid size-11 shrink-0 place-items-center rounded-control text-on-night hover:bg-night-line"
      >
        <ArrowLeft />
      </Link>
      <span aria-hidden="true" className="truncate font-strong">
        {title}
      </span>
    </div>
  );
}
