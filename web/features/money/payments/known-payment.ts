import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { readPaymentCode } from '#contract/money/payment-code.ts';
import type { createPaymentByEmail, PublicPayment } from '#contract/money/payments.ts';
import { isRefused } from '#web/lib/api.ts';
import { paymentKeys } from '#web/lib/payment-keys.ts';
import { currentPaymentQuery, openLink, paymentQuery, useCreatePayment } from './payments.queries.ts';

/** The code of a link in an e-mail (`/payment#c=…&k=…`), stored like one from a registration. */
function takeCodeFromAddress(): boolean {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const typed = fragment.get('c');
  const code = typed && readPaymentCode(typed);
  if (!code) return false;
  const key = fragment.get('k');
  if (key) openLink(code, key);
  paymentKeys.write({ code });
  // Removed from the address bar: it may be shared, photographed or stay in the history.
  history.replaceState(history.state, '', location.pathname + location.search);
  return true;
}

/** The code this browser knows, also when a link with another one is opened on the page itself. */
export function useStoredKeys() {
  const [keys, setKeys] = useState(() => {
    takeCodeFromAddress();
    return paymentKeys.read();
  });
  const refresh = useCallback(() => setKeys(paymentKeys.read()), []);
  useEffect(() => {
    const follow = () => {
      if (takeCodeFromAddress()) refresh();
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [refresh]);
  return { ...keys, refresh };
}

type Known =
  | { state: 'loading' }
  | { state: 'found'; payment: PublicPayment }
  | { state: 'unknown' }
  | { state: 'failed'; error: Error; retry: () => void };

/**
 * Finds the payment this browser is about: by the stored code; else by the stored e-mail, which opens one where there
 * is none; else by the payment cookie.
 */
export function useKnownPayment(onCreateFailed: (error: Error) => void): Known & { use: (code: string) => void } {
  const { email, code, refresh } = useStoredKeys();
  const use = (next: string) => {
    paymentKeys.write({ code: next });
    refresh();
  };
  const byCode = useQuery({ ...paymentQuery(code ?? ''), enabled: code !== null });
  const stale = code !== null && byCode.data === null;
  const byCookie = useQuery({
    ...currentPaymentQuery(null),
    enabled: code === null && email === null,
    refetchInterval: false,
  });
  const creation = useCreatePayment();
  const { mutate, isIdle } = creation;

  useEffect(() => {
    if (email === null || (code !== null && !stale) || !isIdle) return;
    mutate(email, {
      onSuccess: ({ paymentCode }) => {
        paymentKeys.write({ code: paymentCode });
        refresh();
      },
      onError: onCreateFailed,
    });
  }, [email, code, stale, isIdle, mutate, onCreateFailed, refresh]);

  const found = byCode.data ?? byCookie.data;
  if (found) return { state: 'found', payment: found, use };
  if (byCode.isError) return { state: 'failed', error: byCode.error, retry: () => byCode.refetch(), use };
  if (byCookie.isError) return { state: 'failed', error: byCookie.error, retry: () => byCookie.refetch(), use };
  if (creation.isError) {
    const missing = isRefused<typeof createPaymentByEmail>(creation.error, 'not_found');
    return missing ? { state: 'unknown', use } : { state: 'failed', error: creation.error, retry: creation.reset, use };
  }
  const nothing = email === null && (stale || (code === null && byCookie.data === null));
  return { state: nothing ? 'unknown' : 'loading', use };
}
