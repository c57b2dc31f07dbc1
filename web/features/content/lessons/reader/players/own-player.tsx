import { type ReactEventHandler, useEffect, useRef } from 'react';
import type { Recording } from '#contract/content/recordings.ts';
import { SENTENCE_SPOKEN } from '../sentence-spoken.ts';
import type { PositionReporter } from './position-reporter.ts';
import { Transcript } from './transcript.tsx';

/** This close to its end a video starts from the beginning. */
const END_SECONDS = 5;

type OwnPlayerProps = {
  recording: Recording;
  title: string;
  /** Where the student stopped. */
  from: number;
  keeper: PositionReporter;
  onFault: () => void;
};

/** A recording of the school in the browser's player. */
export function OwnPlayer({ recording, title, from, keeper, onFault }: OwnPlayerProps) {
  const { kind, posterUrl, sources } = recording;
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null);
  const start = useRef(from);
  const address = sources.map(({ url }) => url).join(' ');
  const shown = useRef(address);
  // The addresses expired and were replaced: the player continues at its position.
  useEffect(() => {
    if (shown.current === address || !player.current) return;
    shown.current = address;
    start.current = player.current.currentTime || start.current;
    if (player.current.error || player.current.networkState === HTMLMediaElement.NETWORK_NO_SOURCE) {
      player.current.load();
    }
  }, [address]);

  const resume: ReactEventHandler<HTMLMediaElement> = ({ currentTarget }) => {
    const { duration } = currentTarget;
    if (start.current > 1 && start.current < duration - END_SECONDS) currentTarget.currentTime = start.current;
  };
  const seek = (seconds: number) => {
    // A player that has not loaded yet applies it then, in place of where the student stopped.
    start.current = seconds;
    if (player.current) player.current.currentTime = seconds;
  };
  const listeners = {
    onLoadedMetadata: resume,
    onTimeUpdate: (({ currentTarget }) => {
      if (currentTarget.paused) return;
      dispatchEvent(new Event(SENTENCE_SPOKEN));
      keeper.heard(currentTarget.currentTime);
    }) satisfies ReactEventHandler<HTMLMediaElement>,
    onPause: (({ currentTarget }) =>
      keeper.stopped(currentTarget.currentTime)) satisfies ReactEventHandler<HTMLMediaElement>,
    onEnded: () => keeper.stopped(0),
  };
  const common = { ref: player, className: 'player', controls: true, 'aria-label': title, ...listeners };
  const last = sources.length - 1;
  const list = sources.map(({ url, mimeType, height }, at) => (
    <source
      key={url}
      src={url}
      type={mimeType}
      // A phone takes the small one where there is a larger one for others.
      media={height !== null && at < last - 1 ? '(max-width: 640px)' : undefined}
      onError={at === last ? onFault : undefined}
    />
  ));
  const media =
    kind === 'audio' ? (
      <audio {...common} preload="metadata">
        {list}
      </audio>
    ) : (
      <video {...common} preload={posterUrl ? 'none' : 'metadata'} playsInline poster={posterUrl ?? undefined}>
        {list}
      </video>
    );
  return (
    <>
      {media}
      {recording.hasCaptions && <Transcript recordingId={recording.id} title={title} player={player} seek={seek} />}
    </>
  );
}
