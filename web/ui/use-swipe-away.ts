import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';

const THRESHOLD_PX = 50;
/** A finger trembles more than a mouse: a shorter move is a press, not a swipe. */
const SLACK_PX = { touch: 10, other: 2 };

/** Drags an element to the right; released beyond the threshold it is dismissed, before it, it moves back. */
export function useSwipeAway(onAway: () => void) {
  const startX = useRef<number | null>(null);
  const [shift, setShift] = useState(0);

  const stop = () => {
    startX.current = null;
    setShift(0);
  };

  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button === 0) startX.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent) => {
      if (startX.current === null) return;
      const moved = event.clientX - startX.current;
      const slack = event.pointerType === 'touch' ? SLACK_PX.touch : SLACK_PX.other;
      if (shift === 0 && moved < slack) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setShift(Math.max(0, moved));
    },
    onPointerUp: () => {
      if (shift >= THRESHOLD_PX) onAway();
      stop();
    },
    onPointerCancel: stop,
    style: { touchAction: 'pan-y', translate: shift > 0 ? `${shift}px 0` : undefined } satisfies CSSProperties,
  };
}
