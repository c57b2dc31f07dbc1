import { isOnServer } from '#web/lib/on-server.ts';

/** The token of a confirmation mail's link (`/settings#email=…`), which no server and no referrer ever sees. */
export const emailToken = () => (isOnServer ? '' : (new URLSearchParams(location.hash.slice(1)).get('email') ?? ''));
