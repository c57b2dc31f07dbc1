import { localStore } from './safe-storage.ts';

/** The two keys that a registration stores in this browser for the payment screens. */
const EMAIL = 'paymentEmail';
const CODE = 'paymentCode';

export const paymentKeys = {
  read: () => ({ email: localStore.read(EMAIL), code: localStore.read(CODE) }),
  write: ({ email, code }: { email?: string | undefined; code?: string | undefined }) => {
    if (email) localStore.write(EMAIL, email);
    if (code) localStore.write(CODE, code);
  },
  clear: () => {
    localStore.remove(EMAIL);
    localStore.remove(CODE);
  },
};
