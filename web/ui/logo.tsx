import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const sizes = { sm: 'text-lg', md: 'text-xl', lg: 'text-2xl' };

type LogoProps = { name: string; size?: keyof typeof sizes; className?: string };

/** Logo and school name, in the text colour of the surface. */
export function Logo({ name, size = 'md', className }: LogoProps) {
  return (
    <span
      data-logo=""
      className={cx(
        'inline-flex min-w-0 items-center gap-[0.3em] font-strong leading-none tracking-[-0.015em]',
        sizes[size],
        className,
      )}
    >
      <LogoSymbol className="h-[1.35em] w-[1.35em]" />
      <span className="truncate pb-[0.1em]">{name}</span>
    </span>
  );
}

/** The sun rising over its line. */
export function LogoSymbol({ className, ...props }: ComponentProps<'svg'>) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" data-mark="" {...props} className={cx('shrink-0', className)}>
      <path fill="var(--sun)" d="M5 20a11 11 0 0 1 22 0Z" />
      <path fill="currentColor" d="M1 22h30v4H1z" />
    </svg>
  );
}
