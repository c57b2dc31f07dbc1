/** The business constants of the specification, each named once. */

export const USERNAME_MAX = 60;
export const NAME_MAX = 100;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 6;
export const PASSWORD_MAX = 200;

export const LIST_LIMIT_DEFAULT = 1000;
export const LIST_LIMIT_MAX = 1000;

export const JSON_BODY_LIMIT = 64 * 1024;

export const REDIRECT_TEACHER_DENIED_MS = 500;
export const REDIRECT_ADMIN_DENIED_MS = 1000;
export const REDIRECT_UNAUTHORIZED_MS = 500;
export const REDIRECT_TO_PAYMENT_MS = 1500;

/** Version of the terms and the privacy policy that a registration accepts. */
export const TERMS_VERSION = '2026-11-15';
