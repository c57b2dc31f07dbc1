import { type ReactNode, useContext } from 'react';
import { ScreenTitle } from '#web/lib/screen-title.ts';
import { cx } from './cx.ts';

const widths = { page: '', 'wide-form': 'max-w-[1000px]', form: 'max-w-[640px]' };

type PageProps = { width?: keyof typeof widths; className?: string; children: ReactNode };

/** Gutter, maximum width and vertical spacing. The shell owns <main>. */
export function Page({ width = 'page', className, children }: PageProps) {
  return <div className={cx('page-width pt-5 pb-12 md:pt-8 md:pb-16', widths[width], className)}>{children}</div>;
}

type PageHeaderProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  eyebrow?: ReactNode;
  actions?: ReactNode;
  className?: string;
};

export function PageHeader({ title, subtitle, eyebrow, actions, className }: PageHeaderProps) {
  // Below 768 px the header has the title of an inner page and the back link.
  const inHeader = useContext(ScreenTitle);
  return (
    <header
      className={cx(
        'mb-5 grid grid-cols-1 gap-3 md:flex md:flex-wrap md:items-end md:justify-between md:gap-x-6',
        className,
      )}
    >
      {/* Actions that leave less room than this for the title go to the next line. */}
      <div className="min-w-0 md:min-w-80 md:flex-1">
        {eyebrow && (
          <p className={cx('text-ink-soft text-sm [&>a]:tappable', inHeader && 'max-md:has-[>a]:hidden')}>{eyebrow}</p>
        )}
        <h1 className={cx('text-2xl md:text-3xl', inHeader === title && 'max-md:sr-only')}>{title}</h1>
        {subtitle && <p className="text-ink-soft">{subtitle}</p>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </header>
  );
}
