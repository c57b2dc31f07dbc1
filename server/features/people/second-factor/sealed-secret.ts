import { sealing } from '#server/tokens/sealed.ts';

/** A second factor's secret, bound to its account. */
export const { seal, unseal } = sealing('second factor');
