import { Mail, MessageCircle } from 'lucide-react';
import { type HelpTopic, supportChat, supportMail } from '#web/lib/support.ts';
import { cx } from './cx.ts';

const linkClass = 'link inline-flex min-h-11 items-center gap-2';

/** Links to contact the school, with the topic filled in. */
export function HelpLinks({ about, className }: { about?: HelpTopic; className?: string }) {
  const chat = supportChat(about);
  return (
    <p className={cx('flex flex-wrap items-center gap-x-5 text-sm', className)}>
      <span className="text-ink-soft">Precisa de ajuda?</span>
      {chat && (
        <a href={chat} target="_blank" rel="noopener" className={linkClass}>
          <MessageCircle /> WhatsApp
        </a>
      )}
      <a href={supportMail(about)} className={linkClass}>
        <Mail /> E-mail
      </a>
    </p>
  );
}
