import { Timer, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { TIMER_RED_SECONDS } from '#contract/limits.ts';
import { cx } from '#web/ui/cx.ts';
import type { AttemptClock } from './attempt-clock.ts';
import { formatCountdown, secondsLeft, spokenCountdown } from './countdown-words.ts';

type CountdownProps = { deadlineAt: string; clock: AttemptClock; onZero: () => void };

const TICK_MS = 250;

/** Counts by the server's clock. Red under five minutes, with a sign, and spoken at 10, 5 and 1 minutes only. */
export function Countdown({ deadlineAt, clock, onZero }: CountdownProps) {
  const [left, setLeft] = useState(() => secondsLeft(deadlineAt, clock.now()));
  const [spoken, setSpoken] = useState('');
  const zero = useEffectEvent(onZero);

  useEffect(() => {
    let last = secondsLeft(deadlineAt, clock.now());
    const tick = () => {
      const now = secondsLeft(deadlineAt, clock.now());
      const words = spokenCountdown(last, now);
      last = now;
      setLeft(now);
      if (words) setSpoken(words);
      if (now === 0) {
        clearInterval(timer);
        zero();
      }
    };
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [deadlineAt, clock]);

  const isLow = left < TIMER_RED_SECONDS;
  return (
    <>
      <span
        role="timer"
        aria-label="Tempo restante"
        data-low={isLow || undefined}
        className={cx(
          'inline-flex items-center gap-2 font-strong text-lg tabular-nums leading-[1.75rem] tracking-[-0.01em] md:text-xl',
          // Red is not readable on the dark bar: it has a separate background tint.
          isLow ? 'rounded-control bg-bad-tint px-2 text-bad' : '[&>.lucide]:text-sun',
        )}
      >
        {isLow ? <TriangleAlert /> : <Timer />}
        {formatCountdown(left)}
      </span>
      <span role="status" className="sr-only">
        {spoken}
      </span>
    </>
  );
}
