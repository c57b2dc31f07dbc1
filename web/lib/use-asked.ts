import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'wouter';

/**
 * `?novo` in the address opens the form for a new item, once: it is removed from the address, so that Back does not
 * repeat it.
 */
export function useAsked(name: 'novo', open: () => void): void {
  const [params, setParams] = useSearchParams();
  const isAsked = params.has(name);
  const act = useEffectEvent(() => {
    setParams(
      (before) => {
        const rest = new URLSearchParams(before);
        rest.delete(name);
        return rest;
      },
      { replace: true },
    );
    open();
  });
  useEffect(() => {
    if (isAsked) act();
  }, [isAsked]);
}
