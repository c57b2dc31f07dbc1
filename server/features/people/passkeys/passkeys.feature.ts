import type { Feature } from '#server/feature.ts';
import { expiredChallenges } from './challenges.ts';
import { passkeyRoutes } from './passkeys.routes.ts';

export const passkeys: Feature = { routes: [passkeyRoutes], expired: expiredChallenges };
