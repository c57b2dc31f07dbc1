import type { Deps } from '../../deps.ts';
import { sampleUsers } from '../../features/accounts/accounts.sample.ts';
import type { Login } from '../../first-start.ts';

/** Sample content for a first look. Each feature brings its own; loading twice adds nothing. */
export async function loadSample(deps: Deps, newPassword: () => string): Promise<Login[]> {
  return sampleUsers(deps, newPassword);
}
