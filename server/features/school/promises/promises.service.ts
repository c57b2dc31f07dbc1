import type { SettingName } from '#contract/platform/settings.ts';
import { type LandingPromise, type PromiseState, promises } from '#contract/school/promises.ts';
import type { Deps } from '#server/deps.ts';
import { changeSettings, getSettings } from '#server/features/platform/settings/settings.service.ts';
import { AppError } from '#server/http/errors.ts';

/**
 * Stored as settings: they take effect at once in every process, appear in the change log, and every editor sees them.
 */
const settingOf = {
  card: 'hidesCard',
  slip: 'hidesSlip',
  whatsapp: 'hidesWhatsapp',
} as const satisfies Record<LandingPromise, SettingName>;

/** Cards and slips need a payment provider that accepts them. */
const isFulfilled = (deps: Deps, promise: LandingPromise): boolean =>
  promise === 'whatsapp'
    ? deps.school.now.whatsappNumber !== null
    : deps.pixProvider?.methods.includes(promise) === true;

export const listPromises = (deps: Deps): PromiseState[] =>
  promises.map((promise) => ({
    promise,
    isKept: isFulfilled(deps, promise),
    isHidden: deps.school.now.hidden[promise],
  }));

/** A single switch, not a form: a version conflict with a concurrent save of other settings is retried here. */
export async function hidePromise(
  deps: Deps,
  admin: { id: string },
  promise: LandingPromise,
  isHidden: boolean,
): Promise<PromiseState[]> {
  const change = async () => {
    const { version } = await getSettings(deps);
    await changeSettings(deps, admin, { version, [settingOf[promise]]: isHidden });
  };
  try {
    await change();
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'version_conflict')) throw error;
    await change();
  }
  return listPromises(deps);
}
