import { TOTP } from 'otpauth';

/** What an authenticator app shows for a secret at that moment. */
export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ secret }).generate({ timestamp: now.getTime() });
