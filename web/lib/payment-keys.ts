/** The two keys that a registration leaves in this browser for the payment screens. */
const EMAIL = 'paymentEmail';
const CODE = 'paymentCode';

export const paymentKeys = {
  read: () => ({ email: localStorage.getItem(EMAIL), code: localStorage.getItem(CODE) }),
  write: ({ email, code }: { email?: string | undefined; code?: string | undefined }) => {
    if (email) localStorage.setItem(EMAIL, email);
    if (code) localStorage.setItem(CODE, code);
  },
  clear: () => {
    localStorage.removeItem(EMAIL);
    localStorage.removeItem(CODE);
  },
};
