import { useEffect, useRef, useState } from 'react';

/**
 * After a refused submit: the first invalid field scrolls into view and takes the focus, so that its text is announced.
 * Fields are marked as invalid by `aria-invalid`, other elements by `data-invalid`.
 */
export function usePointOut<Area extends HTMLElement = HTMLFormElement>() {
  const area = useRef<Area>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals === 0) return;
    const wrong = area.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center' });
  }, [refusals]);
  return { area, pointOut: () => setRefusals((count) => count + 1) };
}
