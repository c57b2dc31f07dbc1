import * as z from 'zod/mini';

/** Three to twenty letters or digits, without regard to case. */
export const couponCode = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9]{3,20}$/, 'Um cupom tem de 3 a 20 letras ou números.'));
