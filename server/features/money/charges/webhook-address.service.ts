import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { defineUpkeep, inBatches } from '#server/jobs/upkeep.ts';
import { secretIn } from '#server/pix/provider/secret.ts';
import { deleteOldEvents } from './charges.store.ts';

const ADDRESS_JOB = 'pix-webhook';
const EVENTS_STORED_DAYS = 180;

/** Where the provider sends webhooks; undefined: it sends none. */
function addressOf({ pixProvider: provider, config }: Deps): string | undefined {
  const source = config.pixProvider?.webhookSecret;
  if (!provider || source === undefined || config.publicUrl === undefined) return undefined;
  return `${config.publicUrl}/api/webhooks/${provider.name}/${secretIn(source)}`;
}

/** The PIX key and address that this process last registered. A provider sends webhooks per key. */
const registered = new WeakMap<Deps, string>();
const registrationOf = (deps: Deps, address: string) => `${deps.school.now.pix.key} ${address}`;

async function register(deps: Deps): Promise<number> {
  const address = addressOf(deps);
  if (address === undefined || !deps.pixProvider) return 0;
  const registration = registrationOf(deps, address);
  await deps.pixProvider.subscribe(address);
  registered.set(deps, registration);
  return 1;
}

/** The owner may change the PIX key while the school runs: the first charge of a new key registers the address for it. */
export async function tellNewAddress(deps: Deps): Promise<void> {
  const address = addressOf(deps);
  if (address === undefined || registered.get(deps) === registrationOf(deps, address)) return;
  await deps.jobs.send(deps.db, ADDRESS_JOB, {});
}

/** Registers our address at the provider: at every start, with a new key, and every hour, because banks forget it. */
export function defineWebhookAddress(deps: Deps): void {
  defineUpkeep(deps, {
    name: ADDRESS_JOB,
    every: '12 * * * *',
    atStart: true,
    run: async () => {
      const before = new Date(deps.clock.now().getTime() - EVENTS_STORED_DAYS * DAY_MS);
      // Before the provider is asked: its outage must not keep old events.
      const forgotten = await inBatches((limit) => deleteOldEvents(deps.db, before, limit));
      return { subscribed: await register(deps), forgotten };
    },
  });
}
