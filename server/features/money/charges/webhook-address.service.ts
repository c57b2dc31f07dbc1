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

/** A provider sends webhooks per PIX key. */
const registrationOf = (deps: Deps, address: string) => `${deps.school.now.pix.key} ${address}`;

/** What this process registered, or asked to be registered, last. It saves the queue a write for each charge. */
const known = new WeakMap<Deps, string>();

async function register(deps: Deps): Promise<number> {
  const address = addressOf(deps);
  if (address === undefined || !deps.pixProvider) return 0;
  const registration = registrationOf(deps, address);
  await deps.pixProvider.subscribe(address);
  known.set(deps, registration);
  return 1;
}

/**
 * The owner may change the PIX key while the school runs: the first charge of a new key registers the address for it.
 * Each process would send the job, so one registration is one job an hour.
 */
export async function publishNewAddress(deps: Deps): Promise<void> {
  const address = addressOf(deps);
  if (address === undefined) return;
  const registration = registrationOf(deps, address);
  if (known.get(deps) === registration) return;
  const hour = deps.clock.now().toISOString().slice(0, 13);
  await deps.jobs.send(deps.db, ADDRESS_JOB, {}, { key: `${hour} ${registration}` });
  known.set(deps, registration);
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
