import type { BodyOf } from '#contract/endpoint.ts';
import { PUSH_DEVICES_MAX } from '#contract/limits.ts';
import { isKindFor, type NotificationKind, pushKinds } from '#contract/platform/notifications.ts';
import type { answerPushOffer, PushState, savePushDevice } from '#contract/platform/push.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { receiverKeys } from '#server/push/message.ts';
import { endpointAt } from '#server/push/services.ts';
import { dayOf } from '#server/time/calendar.ts';
import * as store from './devices.store.ts';
import { currentKey } from './push-keys.service.ts';

const isPushKind = (kind: string): kind is NotificationKind => pushKinds.some((known) => known === kind);

export async function readPushState(deps: Deps, user: SessionUser): Promise<PushState> {
  const [publicKey, device, offer] = await Promise.all([
    currentKey(deps),
    store.findDevice(deps.db, user.sessionId),
    store.findOffer(deps.db, user.id),
  ]);
  const isOpen = !offer || (offer.answeredAt === null && offer.offeredOn === dayOf(deps.clock.now()));
  return {
    publicKey,
    device: device ? { kinds: device.kinds.filter(isPushKind) } : null,
    offer: publicKey !== null && !device && isOpen && pushKinds.some((kind) => isKindFor(kind, user.role)),
  };
}

/** The session is the device: another subscription of the same browser takes the place of the one before. */
export async function saveDevice(deps: Deps, user: SessionUser, body: BodyOf<typeof savePushDevice>) {
  const { services } = deps.config.push;
  const endpoint = endpointAt(services, body.endpoint);
  if (!endpoint) throw wrongField('endpoint', 'Este navegador usa um serviço de avisos que a escola não conhece.');
  const keys = receiverKeys(body.keys);
  if (!keys) throw wrongField('keys', 'O navegador não mandou chaves que sirvam.');
  if (body.publicKey !== (await currentKey(deps))) {
    throw wrongField('publicKey', 'A escola trocou a chave dos avisos. Ative de novo.');
  }
  if (!body.kinds.every((kind) => isKindFor(kind, user.role))) {
    throw wrongField('kinds', 'Este aviso não existe para você.');
  }
  await transact(deps, async (tx) => {
    await store.lockDevicesOf(tx, user.id);
    await store.takeFromOthers(tx, endpoint.href, user.sessionId);
    await store.saveDevice(tx, {
      userId: user.id,
      sessionId: user.sessionId,
      endpoint: endpoint.href,
      ...keys,
      publicKey: body.publicKey,
      kinds: [...new Set(body.kinds)],
      now: deps.clock.now(),
    });
    await store.deleteOldestDevices(tx, user.id, PUSH_DEVICES_MAX);
  });
  return readPushState(deps, user);
}

export async function removeDevice(deps: Deps, user: SessionUser) {
  await store.deleteDeviceOf(deps.db, user.sessionId);
  return readPushState(deps, user);
}

export async function answerOffer(deps: Deps, user: SessionUser, { answer }: BodyOf<typeof answerPushOffer>) {
  const now = deps.clock.now();
  await store.saveOffer(deps.db, user.id, { today: dayOf(now), answeredAt: answer === 'shown' ? null : now });
}
