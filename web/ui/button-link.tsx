import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button.tsx';

type ButtonLinkProps = {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
};

/** A link to another screen that looks like a button. */
export const ButtonLink = ({ href, children, ...style }: ButtonLinkProps) => (
  <Link href={href} className={buttonClass(style)}>
    {children}
  </Link>
);
