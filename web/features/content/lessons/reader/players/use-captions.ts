import { type RefObject, useEffect, useState } from 'react';
import { type Cue, cueAt, cueMarkup } from '#contract/content/caption-files.ts';
import { useBrowserState } from '#web/lib/hydration.ts';
import { localStore } from '#web/lib/safe-storage.ts';

/** A choice of the device, like the theme. Captions are shown until they are turned off. */
const KEY = 'captions';

type Player = HTMLMediaElement;

/** Adds the cues to the player as a track, and follows what is spoken. */
export function useCaptions(player: RefObject<Player | null>, cues: readonly Cue[], seek: (seconds: number) => void) {
  const [isShown, setShown] = useBrowserState(() => localStore.read(KEY) !== 'off', true);
  const [current, setCurrent] = useState(-1);
  const [track, setTrack] = useState<TextTrack | null>(null);

  useEffect(() => {
    const media = player.current;
    if (!media || cues.length === 0) return;
    const added = media.addTextTrack('captions', 'Português', 'pt-BR');
    for (const cue of cues) added.addCue(new VTTCue(cue.start / 1000, cue.end / 1000, cueMarkup(cue)));
    setTrack(added);
    const follow = () => setCurrent(cueAt(cues, media.currentTime * 1000));
    media.addEventListener('timeupdate', follow);
    return () => {
      media.removeEventListener('timeupdate', follow);
      // A track that was added by script cannot be removed: it is emptied and hidden.
      added.mode = 'disabled';
      for (const cue of [...(added.cues ?? [])]) added.removeCue(cue);
    };
  }, [player, cues]);

  useEffect(() => {
    if (track) track.mode = isShown ? 'showing' : 'hidden';
  }, [track, isShown]);

  // The menu of the browser's own player changes the track, too.
  useEffect(() => {
    const tracks = player.current?.textTracks;
    if (!tracks || !track) return;
    const listen = () => {
      const shows = track.mode === 'showing';
      setShown(shows);
      localStore.write(KEY, shows ? 'on' : 'off');
    };
    tracks.addEventListener('change', listen);
    return () => tracks.removeEventListener('change', listen);
  }, [player, track, setShown]);

  return {
    isShown,
    toggle: () => {
      setShown(!isShown);
      localStore.write(KEY, isShown ? 'off' : 'on');
    },
    current,
    jump: (cue: Cue) => {
      seek(cue.start / 1000);
      void player.current?.play();
    },
    /** Without playing: the person has not pressed the player. */
    show: (at: number) => {
      const cue = cues[at];
      if (!cue) return;
      seek(cue.start / 1000);
      setCurrent(at);
    },
  };
}
