import type { NotificationKind } from '#contract/platform/notifications.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { mailInstead } from '#server/features/platform/notifications/notifications.service.ts';
import { countPush } from '#server/http/metrics.ts';
import { sendPush } from '#server/push/send.ts';
import { endpointAt } from '#server/push/services.ts';
import type { VapidKey } from '#server/push/vapid.ts';
import * as store from './deliveries.store.ts';
import { deleteDevice } from './devices.store.ts';
import { lifetimeOf, lockScreenOf, topicOf } from './lock-screen.ts';
import { keysByName } from './push-keys.service.ts';

const RECIPIENTS_AT_ONCE = 500;
/** Deliveries of one job, and how many of them are on their way at a time. */
const IN_ONE_JOB = 50;
const AT_ONCE = 10;
const MOST_TRIES = 6;
const FIRST_WAIT_MS = MINUTE_MS / 2;

type Group = { deliveries: readonly store.Delivery[]; tries: number };

/** Sends the notifications of one event to the devices that want them. Undelivered ones go by e-mail. */
export function definePushWork(deps: Deps): void {
  deps.jobs.define<{ kind: NotificationKind; key: string }>({
    name: 'notification_pushes',
    run: ({ key }) => spread(deps, key),
  });
  deps.jobs.define<Group>({ name: 'push', run: (group) => deliver(deps, group) });
}

async function spread(deps: Deps, key: string): Promise<void> {
  let after = 0;
  for (;;) {
    const page = await store.listPushed(deps.db, { key, after, limit: RECIPIENTS_AT_ONCE });
    const ids = page.map(({ id }) => id);
    await transact(deps, async (tx) => {
      const fresh = await store.insertDeliveries(tx, ids, deps.clock.now());
      for (let from = 0; from < fresh.length; from += IN_ONE_JOB) {
        await sendGroup(deps, tx, { deliveries: fresh.slice(from, from + IN_ONE_JOB), tries: 0 });
      }
      // The last device was removed after the notification was created.
      await mailInstead(deps, tx, await store.listWithoutDelivery(tx, ids));
    });
    if (page.length < RECIPIENTS_AT_ONCE) return;
    after = ids.at(-1) ?? after;
  }
}

async function sendGroup(deps: Deps, tx: Parameters<Deps['jobs']['send']>[0], group: Group, startAfter?: Date) {
  const [first] = group.deliveries;
  if (!first) return;
  const key = `${first.notificationId}:${first.subscriptionId}:${group.tries}`;
  await deps.jobs.send(tx, 'push', group, { key, ...(startAfter ? { startAfter } : {}) });
}

/** Each delivery is completed as soon as its service has answered: a retried group sends only pending ones. */
async function deliver(deps: Deps, { deliveries, tries }: Group): Promise<void> {
  const keys = await keysByName(deps);
  const waiting = [...deliveries];
  const faults: unknown[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await deliverOne(deps, keys, next, tries).catch((fault: unknown) => faults.push(fault));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (faults.length > 0) throw new AggregateError(faults, 'Messages to devices could not be settled.');
}

async function deliverOne(
  deps: Deps,
  keys: ReadonlyMap<string, VapidKey>,
  delivery: store.Delivery,
  tries: number,
): Promise<void> {
  const now = deps.clock.now();
  const found = await store.findDelivery(deps.db, delivery, now);
  if (!found) return;
  const { told, device } = found;
  if (!found.isWanted) {
    await store.completeDelivery(deps.db, delivery, 'skipped', now);
    return;
  }
  const until = found.createdAt.getTime() + lifetimeOf(told.kind);
  const leftMs = until - now.getTime();
  if (leftMs <= 0) {
    // Delayed for hours. A reminder of a past event is useless, so it is not sent by e-mail either.
    if (await store.completeDelivery(deps.db, delivery, 'failed', now)) countPush('failed');
    return;
  }
  const endpoint = device && endpointAt(deps.config.push.services, device.endpoint);
  const key = device && keys.get(device.publicKey);
  // Logged out, a push service that is no longer trusted, or a key that no longer exists: undeliverable.
  if (!device || !endpoint || !key) return giveUp(deps, delivery, 'gone');

  const message = {
    endpoint,
    keys: device,
    text: JSON.stringify(lockScreenOf(told)),
    ttlSeconds: Math.ceil(leftMs / 1000),
    urgency: 'high' as const,
    topic: topicOf(told),
  };
  const subject = `mailto:${deps.school.now.supportEmail}`;
  const outcome = await sendPush(deps.outside, message, { key, subject, now });
  if (outcome.is === 'sent') {
    if (await store.completeDelivery(deps.db, delivery, 'sent', now)) countPush('sent');
    return;
  }
  if (outcome.is === 'gone') return giveUp(deps, delivery, 'gone');
  const { because } = outcome;
  deps.log.warn({ service: endpoint.host, because, tries }, 'a message to a device was not taken');
  const waitMs = outcome.is === 'later' ? Math.max(outcome.waitMs ?? 0, FIRST_WAIT_MS * 2 ** tries) : null;
  if (waitMs === null || waitMs >= leftMs || tries + 1 >= MOST_TRIES) return giveUp(deps, delivery, 'failed');
  await sendGroup(deps, deps.db, { deliveries: [delivery], tries: tries + 1 }, new Date(now.getTime() + waitMs));
}

/** Gives up on this device. If no other device has the message or may still get it, it is sent by e-mail. */
async function giveUp(deps: Deps, delivery: store.Delivery, state: 'failed' | 'gone'): Promise<void> {
  const { notificationId, subscriptionId } = delivery;
  const isSettled = await transact(deps, async (tx) => {
    const all = await store.lockDeliveries(tx, notificationId);
    if (!(await store.completeDelivery(tx, delivery, state, deps.clock.now()))) return false;
    if (state === 'gone') await deleteDevice(tx, subscriptionId);
    const others = all.filter((one) => one.subscriptionId !== subscriptionId);
    const isLast = others.every((one) => one.state === 'failed' || one.state === 'gone');
    if (isLast) await mailInstead(deps, tx, [notificationId]);
    return true;
  });
  if (isSettled) countPush(state === 'gone' ? 'removed' : 'failed');
}

const COUNTED_DAYS = 7;

/** For the system page. */
export const countPushes = (deps: Deps) =>
  store.countDeliveries(deps.db, new Date(deps.clock.now().getTime() - COUNTED_DAYS * DAY_MS));
