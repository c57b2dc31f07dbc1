import { CircleAlert, CircleCheck, Hourglass, Info } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

type NoticeTone = 'info' | 'ok' | 'bad' | 'sun';

const tones: Record<NoticeTone, string> = {
  info: 'bg-info-tint [&>.lucide]:text-info',
  ok: 'bg-ok-tint [&>.lucide]:text-ok',
  bad: 'bg-bad-tint [&>.lucide]:text-bad',
  sun: 'bg-sun-tint [&>.lucide]:text-sun-ink',
};

const icons: Record<NoticeTone, ReactNode> = {
  info: <Info />,
  ok: <CircleCheck />,
  bad: <CircleAlert />,
  sun: <Hourglass />,
};

type NoticeProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: NoticeTone;
  title?: ReactNode;
  action?: ReactNode;
};

export function Notice({ tone = 'info', title, action, className, children, ...rest }: NoticeProps) {
  return (
    <div
      {...rest}
      className={cx(
        'flex gap-3 rounded-control px-4 py-3 text-sm [&>.lucide]:mt-px [&>.lucide]:text-base',
        tones[tone],
        className,
      )}
    >
      {icons[tone]}
      <div className="min-w-0 grow">
        {title && <p className="font-strong">{title}</p>}
        <div>{children}</div>
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  );
}
