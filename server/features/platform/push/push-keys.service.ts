import type { Db, Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { newVapidSecret, type VapidKey, vapidKey } from '#server/push/vapid.ts';
import { sealing } from '#server/tokens/sealed.ts';
import { insertKey, listKeyRows, lockKeys } from './push-keys.store.ts';

const { seal, unseal } = sealing('push');

/** The operator's keys, then those generated here that can be decrypted: with a new SESSION_SECRET none can. */
async function readKeys({ config }: Deps, db: Db | Tx): Promise<VapidKey[]> {
  const kept = (await listKeyRows(db)).flatMap(({ publicKey, sealed }) => {
    const secret = unseal(config.sessionSecret, publicKey, sealed);
    return (secret && vapidKey(secret)) ?? [];
  });
  return [...config.push.keys, ...kept];
}

/** The keys by which devices were bound. A device with an unknown key gets no messages. */
export async function keysByName(deps: Deps): Promise<ReadonlyMap<string, VapidKey>> {
  return new Map((await readKeys(deps, deps.db)).map((key) => [key.publicKey, key]));
}

/** The key for new devices. Null if push is disabled. */
export async function currentKey(deps: Deps): Promise<string | null> {
  if (deps.config.push.services.length === 0) return null;
  const [first] = await readKeys(deps, deps.db);
  return first?.publicKey ?? null;
}

/** At startup: generates a key if none is usable. A lock ensures that only one process does so. */
export async function ensureKey(deps: Deps): Promise<void> {
  const { services } = deps.config.push;
  if (services.length === 0 || (await readKeys(deps, deps.db)).length > 0) return;
  await transact(deps, async (tx) => {
    await lockKeys(tx);
    if ((await readKeys(deps, tx)).length > 0) return;
    const secret = newVapidSecret();
    const key = vapidKey(secret);
    if (!key) throw new Error('A key that was just made is none.');
    const sealed = seal(deps.config.sessionSecret, key.publicKey, secret);
    await insertKey(tx, { publicKey: key.publicKey, sealed, now: deps.clock.now() });
  });
}
