import { TOTP } from 'otpauth';

/** The code that an authenticator app shows for a secret at that moment. */
export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ secret }).generate({ timestamp: now.getTime() });
