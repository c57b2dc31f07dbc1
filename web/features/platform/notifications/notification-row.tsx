import {
  Award,
  BookOpen,
  CalendarClock,
  Check,
  CreditCard,
  GraduationCap,
  ReceiptText,
  RefreshCcw,
  UserPlus,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Notification, NotificationKind } from '#contract/platform/notifications.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Ago } from '#web/ui/ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { useReadNotification } from './notifications.queries.ts';

const icons: Record<NotificationKind, ReactNode> = {
  payment_decided: <CreditCard />,
  teacher_approved: <GraduationCap />,
  new_content: <BookOpen />,
  result_corrected: <RefreshCcw />,
  exam_near: <CalendarClock />,
  certificate: <Award />,
  new_proof: <ReceiptText />,
  new_teacher: <UserPlus />,
  access_ending: <CalendarClock />,
  refund_asked: <ReceiptText />,
  announcement: <BookOpen />,
  quiz_window: <CalendarClock />,
  report_decided: <Check />,
  doubt_answered: <BookOpen />,
  lesson_held_back: <CalendarClock />,
  review_waiting: <RefreshCcw />,
  price_changed: <ReceiptText />,
  essay_returned: <BookOpen />,
  comment_replied: <BookOpen />,
  exam_time_decided: <CalendarClock />,
  law_changed: <BookOpen />,
};

type NotificationRowProps = { notification: Notification; onOpen: () => void };

export function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const read = useReadNotification();
  const { id, kind, title, text, path, createdAt, readAt } = notification;
  const isNew = readAt === null;
  const open = () => {
    if (isNew) read.mutate(id);
    onOpen();
  };
  return (
    <li className="flex items-start border-line border-t first:border-t-0 hover:bg-hover">
      <Link href={path} onClick={open} className="flex min-w-0 grow gap-3 py-3 pl-4 text-ink no-underline">
        <span className={isNew ? 'mt-0.5 text-sun-ink' : 'mt-0.5 text-ink-soft'}>{icons[kind]}</span>
        <span className="min-w-0">
          <span className={isNew ? 'block font-strong' : 'block'}>
            {isNew && <span className="sr-only">Nova: </span>}
            {title}
          </span>
          <span className="wrap-anywhere block text-ink-soft text-sm">{text}</span>
          <time dateTime={createdAt} title={formatDateTime(createdAt)} className="text-ink-soft text-xs">
            <Ago at={createdAt} />
          </time>
        </span>
      </Link>
      {isNew ? (
        <Button
          variant="quiet"
          size="icon"
          className="my-1 mr-1 shrink-0 text-sun-ink"
          aria-label={`Marcar como lida: ${title}`}
          title="Marcar como lida"
          busy={read.isPending}
          onClick={() => read.mutate(id)}
        >
          <Check />
        </Button>
      ) : (
        <span className="w-4 shrink-0" />
      )}
    </li>
  );
}
