import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { videoOf } from '#contract/content/lesson-video.ts';
import { keepPlayback } from '#contract/content/recordings.ts';
import type { PreparedText } from '#web/editor/rich-text.tsx';
import { call } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { recordingsQuery } from '../../recordings.queries.ts';
import { SENTENCE_SPOKEN } from '../sentence-spoken.ts';
import { isForeign, playForeign } from './foreign-player.ts';
import { OwnPlayer } from './own-player.tsx';
import { createPositionReporter, type PositionReporter } from './position-reporter.ts';

type LessonPlayersProps = { lessonId: number; text: PreparedText; body: RefObject<HTMLElement | null> };

type OwnVideo = { id: number; title: string; address: string; link: HTMLAnchorElement; place: HTMLElement };

/** Plays the videos of a lesson in place. Before a press no other origin is contacted. */
export default function LessonPlayers({ lessonId, text, body }: LessonPlayersProps) {
  const answer = useQuery(recordingsQuery(lessonId));
  const [own, setOwn] = useState<OwnVideo[]>([]);
  const [keepers] = useState(() => new Map<string, PositionReporter>());
  /** One reporter per video, even if the lesson contains it twice. */
  const keeperOf = (video: string): PositionReporter => {
    const save = (seconds: number, keepalive: boolean) => {
      // A report that failed is covered by the next one.
      void call(keepPlayback, { params: { id: lessonId }, body: { video, seconds }, keepalive }).catch(() => undefined);
    };
    const keeper = keepers.get(video) ?? createPositionReporter(save, () => performance.now());
    keepers.set(video, keeper);
    return keeper;
  };
  const positionOf = (video: string) => answer.data?.positions.find((one) => one.video === video)?.seconds ?? 0;

  const press = useEffectEvent((event: MouseEvent): (() => void) | undefined => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.video');
    const address = link?.getAttribute('href') ?? '';
    const video = videoOf(address);
    // In a new tab it is a link like any other.
    if (!link || !video || !isForeign(video) || event.ctrlKey || event.metaKey || event.shiftKey) return undefined;
    event.preventDefault();
    const keeper = keeperOf(address);
    return playForeign(link, video, {
      from: positionOf(address),
      onHeard: ({ seconds, isPlaying }) => {
        if (!isPlaying) return keeper.stopped(seconds);
        dispatchEvent(new Event(SENTENCE_SPOKEN));
        keeper.heard(seconds);
      },
    });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other links.
  useEffect(() => {
    const root = body.current;
    const stops: (() => void)[] = [];
    const listen = (event: MouseEvent) => stops.push(press(event) ?? (() => undefined));
    const found = [...(root?.querySelectorAll<HTMLAnchorElement>('a.video') ?? [])].flatMap((link): OwnVideo[] => {
      const address = link.getAttribute('href') ?? '';
      const video = videoOf(address);
      if (video?.provider !== 'own') return [];
      const place = document.createElement('div');
      link.after(place);
      return [{ id: Number(video.id), title: link.textContent.trim() || 'Vídeo', address, link, place }];
    });
    setOwn(found);
    const leave = () => {
      if (document.visibilityState !== 'hidden') return;
      for (const keeper of keepers.values()) keeper.left();
    };
    root?.addEventListener('click', listen);
    document.addEventListener('visibilitychange', leave);
    return () => {
      root?.removeEventListener('click', listen);
      document.removeEventListener('visibilitychange', leave);
      for (const stop of stops) stop();
      for (const { place } of found) place.remove();
      for (const keeper of keepers.values()) keeper.left();
    };
  }, [body, text]);

  const recordings = answer.data?.recordings;
  useEffect(() => {
    for (const { id, link } of own) {
      if (recordings) link.dataset[recordings.some((one) => one.id === id) ? 'shown' : 'missing'] = '';
    }
  }, [own, recordings]);

  /** An expired address or a network error: refetched once. */
  const [isAskedAgain, setAskedAgain] = useState(false);
  const mend = () => {
    if (!isAskedAgain) {
      setAskedAgain(true);
      void answer.refetch();
      return;
    }
    toast({
      title: 'Não conseguimos tocar este vídeo',
      description: 'Recarregue a página, ou toque no título para abrir o arquivo.',
      tone: 'bad',
    });
  };

  return own.map(({ id, title, address, place }, at) => {
    const recording = recordings?.find((one) => one.id === id);
    if (!recording) return null;
    const about = { recording, title, from: positionOf(address), keeper: keeperOf(address) };
    return createPortal(<OwnPlayer {...about} onFault={mend} />, place, `${at}`);
  });
}
