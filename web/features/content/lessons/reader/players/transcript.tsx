import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Cue, writeCueTime } from '#contract/content/caption-files.ts';
import { getCaptionFile } from '#contract/content/captions.ts';
import { addressOf, textOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { captionsQuery } from './captions.queries.ts';
import { cueOfHit, textWithoutTranscripts } from './spoken-place.ts';
import { useCaptions } from './use-captions.ts';

type TranscriptProps = {
  recordingId: number;
  title: string;
  player: RefObject<HTMLMediaElement | null>;
  seek: (seconds: number) => void;
};

/** What changes the address, as wouter names it. */
const MOVES = ['popstate', 'pushState', 'replaceState', 'hashchange'];

const none: readonly Cue[] = [];

/** What is said, below the player: the line that is spoken is marked, and a press jumps there. */
export function Transcript({ recordingId, title, player, seek }: TranscriptProps) {
  const answer = useQuery(captionsQuery(recordingId));
  const cues = answer.data?.cues ?? none;
  const { isShown, toggle, current, jump, show } = useCaptions(player, cues, seek);
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  // Only the list scrolls, never the page.
  useEffect(() => {
    const line = list.current?.children[current] as HTMLElement | undefined;
    if (!line || !list.current) return;
    list.current.scrollTop = line.offsetTop - list.current.clientHeight / 3;
  }, [current]);

  /** A search hit in what is said: the recording is shown at that second, with its line. */
  const showHit = useEffectEvent(() => {
    const media = player.current;
    const at = cueOfHit(cues, location.hash, textWithoutTranscripts(media?.closest('.prose')));
    if (at === -1 || !media) return;
    show(at);
    setOpen(true);
    media.scrollIntoView({ block: 'center' });
  });
  useEffect(() => {
    if (cues.length === 0) return;
    showHit();
    for (const move of MOVES) addEventListener(move, showHit);
    return () => {
      for (const move of MOVES) removeEventListener(move, showHit);
    };
  }, [cues]);

  if (answer.isError && !answer.data) {
    return (
      <p data-transcript className="my-3 text-sm" role="status">
        Não conseguimos carregar as legendas: {textOf(answer.error)}{' '}
        <Button variant="line" size="sm" onClick={() => answer.refetch()}>
          Tentar de novo
        </Button>
      </p>
    );
  }
  if (cues.length === 0) return null;
  return (
    <details
      data-transcript
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="my-3 rounded-card border border-line bg-surface font-sans text-base"
    >
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-strong">Transcrição</summary>
      <div className="flex flex-wrap items-center gap-x-4 border-line border-t px-4 text-sm">
        <Button variant="quiet" size="sm" className="min-h-11" aria-pressed={isShown} onClick={toggle}>
          Legendas no vídeo
        </Button>
        <a href={addressOf(getCaptionFile, { params: { id: recordingId } })} download className="tappable">
          Baixar legendas
        </a>
      </div>
      <ol
        ref={list}
        aria-label={`Transcrição de ${title}`}
        className="relative m-0 max-h-80 list-none overflow-y-auto p-0"
      >
        {cues.map((cue, at) => (
          <li key={cue.start} className="m-0 p-0">
            <button
              type="button"
              aria-current={at === current ? 'true' : undefined}
              onClick={() => jump(cue)}
              className="grid min-h-11 w-full grid-cols-[4.5rem_minmax(0,1fr)] items-baseline gap-2 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-3 aria-[current]:bg-selected"
            >
              <span className="text-ink-soft text-sm tabular-nums">{writeCueTime(cue.start).slice(0, -4)}</span>
              <span className="break-words">{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
