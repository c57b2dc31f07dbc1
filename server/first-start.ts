import { randomBytes } from 'node:crypto';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';
import { seedDefaultOffer } from './features/money/offers/offers.service.ts';
import { ensureAdmin, type Login } from './features/people/accounts/first-admin.service.ts';
import { saveFixedSettings } from './features/platform/settings/settings.service.ts';
import { isInterrupted, loadSample } from './features/school/sample-school/load.service.ts';
import { saveDefaultTexts } from './features/school/site-pages/site-pages.service.ts';

/** Sample content comes without a wish only into a new embedded database, and never into production. */
export const wantsSample = (
  { sampleContent, isProduction }: Pick<Config, 'sampleContent' | 'isProduction'>,
  { isNewEmbedded }: { isNewEmbedded: boolean },
): boolean => sampleContent ?? (isNewEmbedded && !isProduction);

/**
 * Runs at every start. Stores the settings fixed by the environment and the default legal texts; once, also the default
 * offer's price, the first administrator, and sample content on a new embedded database.
 */
export async function firstStart(deps: Deps, start: { isNewEmbedded: boolean }): Promise<Login[]> {
  const { config } = deps;
  const logins: Login[] = [];
  await saveFixedSettings(deps);
  await saveDefaultTexts(deps);
  await seedDefaultOffer(deps);
  const admin = await ensureAdmin(deps, newPassword());
  if (admin) logins.push(admin);
  const goesOn = config.sampleContent !== false && (await isInterrupted(deps));
  if (wantsSample(config, start) || goesOn) logins.push(...(await loadSample(deps, newPassword)));
  return logins;
}

/** Easy to type, 60 bits. */
export const newPassword = () => {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
  return Array.from(randomBytes(12), (byte) => letters[byte % letters.length]).join('');
};

/** Passwords go to the terminal once, never to the log. */
export function announceLogins(logins: Login[], address: string): void {
  const lines = [`\n  Alvorada: ${address}\n`];
  if (logins.length > 0) lines.push('  Logins of the first start, shown this once:\n');
  for (const { who, username, password } of logins) lines.push(`    ${who.padEnd(8)} ${username}  ${password}\n`);
  process.stdout.write(`${lines.join('')}\n`);
}
