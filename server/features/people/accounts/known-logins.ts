import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { lockUser } from '#server/features/platform/users/users.store.ts';
import { readCookie } from '#server/http/cookies.ts';
import { networkOf } from '#server/http/networks.ts';
import { describeDevice } from '#server/http/sessions.ts';
import { DEVICE_COOKIE, deviceToken, withNewToken } from './device-cookie.ts';
import { deleteKnown, hasKnownDevice, listKnown, rememberKnown } from './known-logins.store.ts';

/** Who asks: where from, and what an earlier login left in the browser. */
export type Caller = { network: string; devices: string | undefined; browser: string };

export const callerOf = (deps: Deps, request: FastifyRequest): Caller => ({
  network: networkOf(request.ip),
  devices: readCookie(deps, request, DEVICE_COOKIE),
  browser: describeDevice(request.headers['user-agent']),
});

const MOST = { device: 20, address: 20 };

const keyOf = (deps: Pick<Deps, 'config'>, userId: string, kind: 'device' | 'address', value: string) =>
  createHmac('sha256', deps.config.sessionSecret).update(`known-${kind}:${userId}:${value}`).digest();

const keysOf = (deps: Deps, userId: string, caller: Caller) => {
  const token = deviceToken(deps.config.sessionSecret, caller.devices, userId);
  return {
    device: token ? keyOf(deps, userId, 'device', token) : null,
    address: keyOf(deps, userId, 'address', caller.network),
  };
};

/** By what the account's earlier logins know this caller, the surer sign first; empty for a stranger. */
export async function recognise(deps: Deps, userId: string, caller: Caller): Promise<string[]> {
  const { device, address } = keysOf(deps, userId, caller);
  const known = await listKnown(deps.db, userId, device ? [device, address] : [address]);
  return known
    .sort((one, other) => Number(other.kind === 'device') - Number(one.kind === 'device'))
    .map(({ kind, key }) => `${userId}:${kind}:${key.toString('base64url')}`);
}

/** Whether the account has other known devices and this is a new one. The very first device triggers no notice. */
export async function isNewDevice(deps: Deps, tx: Tx, userId: string, caller: Caller): Promise<boolean> {
  const { device } = keysOf(deps, userId, caller);
  if (device && (await listKnown(tx, userId, [device])).length > 0) return false;
  return hasKnownDevice(tx, userId);
}

/** After the right password: the caller is known from now on, by a new token. Hands back the cookie for the browser. */
export async function remember(deps: Deps, tx: Tx, userId: string, caller: Caller): Promise<string> {
  const now = deps.clock.now();
  // Two logins at once would trim the same rows in different orders.
  await lockUser(tx, userId);
  const { device, address } = keysOf(deps, userId, caller);
  if (device) await deleteKnown(tx, userId, device);
  const { token, cookie } = withNewToken(deps.config.sessionSecret, caller.devices, userId);
  const key = keyOf(deps, userId, 'device', token);
  await rememberKnown(tx, { userId, kind: 'device', key, now }, MOST.device);
  await rememberKnown(tx, { userId, kind: 'address', key: address, now }, MOST.address);
  return cookie;
}
