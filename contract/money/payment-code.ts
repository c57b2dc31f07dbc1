import * as z from 'zod/mini';

/** A code, or a part of one, as people type it: lower case, spaces, hyphens, O for 0, I or L for 1. */
export const foldPaymentCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

/** A typed code, in the one form it is stored in. */
export const typedPaymentCode = z
  .string()
  .check(
    z.overwrite(foldPaymentCode),
    z.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/, 'O código tem 16 letras e números. Confira e digite de novo.'),
  );

/** The same; null when it can be no code. */
export const readPaymentCode = (typed: string): string | null => typedPaymentCode.safeParse(typed).data ?? null;
