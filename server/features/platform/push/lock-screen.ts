import type { NotificationKind } from '#contract/platform/notifications.ts';
import { DAY_MS, HOUR_MS } from '#contract/time.ts';

type PushPayload = { id: number; kind: NotificationKind; title: string; text: string; path: string };

/** How long a push may be delivered late. After that it is useless on the device; the bell still shows it. */
const lifetimes: Partial<Record<NotificationKind, number>> = {
  quiz_window: 3 * HOUR_MS,
  review_waiting: 4 * HOUR_MS,
  payment_decided: 3 * DAY_MS,
};

export const lifetimeOf = (kind: NotificationKind): number => lifetimes[kind] ?? HOUR_MS;

/** Identifies the message in transit and on the device: a duplicate is shown once. */
export const topicOf = ({ id }: Pick<PushPayload, 'id'>): string => `notification-${id}`;

const TITLE_MAX = 120;
const BODY_MAX = 240;
const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);

/** The text for a locked screen, which bystanders can read. About money it only says that there is news. */
export function lockScreenOf(told: PushPayload) {
  const words =
    told.kind === 'payment_decided'
      ? { title: 'Novidade sobre o seu pagamento', body: 'Toque para ver.' }
      : { title: cut(told.title, TITLE_MAX), body: cut(told.text, BODY_MAX) };
  return { ...words, path: told.path, tag: topicOf(told) };
}
