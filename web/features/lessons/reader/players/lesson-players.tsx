import { type RefObject, useEffect } from 'react';
import { videoOf } from '../../../../../contract/lesson-video.ts';
import type { PreparedText } from '../../../../editor/rich-text.tsx';
import { HEARD } from '../../use-reading.ts';
import { isForeign, playForeign } from './foreign-player.ts';

type LessonPlayersProps = { text: PreparedText; body: RefObject<HTMLElement | null> };

/** Plays the videos of a lesson in their place. Until one is pressed, nothing is asked of anybody else. */
export default function LessonPlayers({ text, body }: LessonPlayersProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text brings other links.
  useEffect(() => {
    const root = body.current;
    const stops: (() => void)[] = [];
    const press = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a.video');
      const video = link && videoOf(link.getAttribute('href') ?? '');
      // In a new tab it is a link like any other.
      if (!video || !isForeign(video) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      stops.push(
        playForeign(link, video, {
          from: 0,
          onHeard: ({ isPlaying }) => isPlaying && dispatchEvent(new Event(HEARD)),
        }),
      );
    };
    root?.addEventListener('click', press);
    return () => {
      root?.removeEventListener('click', press);
      for (const stop of stops) stop();
    };
  }, [body, text]);
  return null;
}
