import { cx } from './cx.ts';

const sizes = { sm: 'size-7 text-[11px]', md: 'size-8.5 text-[13px]', lg: 'size-12 text-base' };

type AvatarProps = { name: string; size?: keyof typeof sizes; className?: string };

/** Initials of the first and the last name. Decoration: the text or the label contains the name. */
export function Avatar({ name, size = 'md', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid shrink-0 place-items-center rounded-full border border-night-line bg-night-line font-strong text-on-night tracking-[0.02em]',
        sizes[size],
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  const words = name.split(/[\s._-]+/).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return picked
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase('pt-BR');
}
