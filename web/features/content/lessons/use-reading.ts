import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { READING_REPORT_SECONDS } from '#contract/content/reading.ts';
import { SENTENCE_SPOKEN } from './reader/sentence-spoken.ts';
import { useReportReading } from './reading.queries.ts';
import { createActiveTime, createReadingPosition, isReadEnough, scrolledThrough } from './reading-tracker.ts';

const signs = ['scroll', 'pointermove', 'pointerdown', 'keydown', 'touchmove', SENTENCE_SPOKEN] as const;

type Reading = {
  lesson: { id: number; wordCount: number };
  /** Where the reader was the last time, 0 to 1. */
  from: number;
  text: RefObject<HTMLElement | null>;
  footer: RefObject<HTMLElement | null>;
};

/** Tracks a reader through a lesson: reports the position and the active reading time to the server. */
export function useReading({ lesson, from, text, footer }: Reading): number {
  const { mutate: report } = useReportReading(lesson.id);
  const [position, setPosition] = useState(from);
  const at = useRef(from);
  const reachedEnd = useRef(false);

  const send = useEffectEvent((active: ReturnType<typeof createActiveTime>, place: number) => {
    const activeSeconds = active.take();
    report(
      { position: place, activeSeconds, reachedEnd: reachedEnd.current },
      { onError: () => active.giveBack(activeSeconds) },
    );
  });

  useEffect(() => {
    const active = createActiveTime(() => performance.now());
    const place = createReadingPosition(at.current);
    let sinceReport = 0;
    let isEnough = false;
    let frame = 0;
    const tell = () => {
      sinceReport = 0;
      send(active, place.position);
    };
    const measure = () => {
      frame = 0;
      const box = text.current?.getBoundingClientRect();
      if (!box) return;
      at.current = scrolledThrough(box, innerHeight);
      setPosition(at.current);
    };
    const sign = () => {
      active.sign();
      frame ||= requestAnimationFrame(measure);
    };
    const tick = () => {
      active.tick(document.visibilityState === 'visible');
      if (document.visibilityState === 'visible') place.tick(at.current);
      sinceReport += 1;
      const nowEnough = reachedEnd.current && isReadEnough(active.seconds, lesson.wordCount);
      // The tick appears when it is earned, not at the next report.
      if (nowEnough && !isEnough) tell();
      else if (sinceReport >= READING_REPORT_SECONDS && document.visibilityState === 'visible') tell();
      isEnough = nowEnough;
    };
    const hide = () => document.visibilityState === 'hidden' && tell();

    // Starts the server's clock, with the position of the reader.
    tell();
    const timer = setInterval(tick, 1000);
    for (const name of signs) addEventListener(name, sign, { passive: true });
    addEventListener('resize', sign);
    document.addEventListener('visibilitychange', hide);
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) reachedEnd.current = true;
    });
    if (footer.current) observer.observe(footer.current);
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
      for (const name of signs) removeEventListener(name, sign);
      removeEventListener('resize', sign);
      document.removeEventListener('visibilitychange', hide);
      observer.disconnect();
      tell();
    };
  }, [lesson.wordCount, text, footer]);

  return position;
}
