import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';

type BackToProps = { href: string; children: string };

/** The link above a screen to the one it belongs to. Below 768 px the shell's header has it. */
export function BackTo({ href, children }: BackToProps) {
  return (
    <Link href={href} className="link tappable mb-4 inline-flex items-center gap-1.5 max-md:hidden">
      <ArrowLeft />
      {` ${children}`}
    </Link>
  );
}
