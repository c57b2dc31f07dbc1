import type { LessonVideo } from '#contract/content/lesson-video.ts';
import { EMBED_PATH } from '#contract/screens.ts';

const origins = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
} as const;

export type ForeignVideo = LessonVideo & { provider: keyof typeof origins };
export const isForeign = (video: LessonVideo): video is ForeignVideo => video.provider !== 'own';

/** The state that a player reports: its position, and whether it plays. */
export type PlayerMessage = { seconds: number; isPlaying: boolean };

const asked: Record<ForeignVideo['provider'], string> = {
  youtube: JSON.stringify({ event: 'listening', id: 1, channel: 'widget' }),
  vimeo: JSON.stringify({ method: 'addEventListener', value: 'timeupdate' }),
};

const PLAYING = 1;

/** Parses a message of a player; undefined when it contains no position. */
export function readPlayerMessage(provider: ForeignVideo['provider'], data: unknown): PlayerMessage | undefined {
  let message: unknown;
  try {
    message = typeof data === 'string' ? JSON.parse(data) : data;
  } catch {
    return undefined;
  }
  const { event, info, data: told } = Object(message) as Record<string, unknown>;
  const place = Object(provider === 'youtube' ? info : told) as Record<string, unknown>;
  const seconds = provider === 'youtube' ? place.currentTime : place.seconds;
  if (typeof seconds !== 'number' || !(seconds >= 0)) return undefined;
  if (provider === 'vimeo') return event === 'timeupdate' ? { seconds, isPlaying: true } : undefined;
  // Between two state changes YouTube reports only the position, and only while it plays.
  return { seconds, isPlaying: (place.playerState ?? PLAYING) === PLAYING };
}

const ASK_MS = 1000;
const ASK_TIMES = 20;

/** Shows the player instead of its link and listens to it; returns a function that removes the player. */
export function playForeign(
  link: HTMLAnchorElement,
  video: ForeignVideo,
  { from, onHeard }: { from: number; onHeard: (heard: PlayerMessage) => void },
): () => void {
  const frame = document.createElement('iframe');
  frame.className = 'player';
  frame.title = link.textContent.trim() || 'Vídeo';
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
  frame.allowFullscreen = true;
  frame.src = `${EMBED_PATH}?${new URLSearchParams({ v: link.getAttribute('href') ?? '', t: String(Math.floor(from)) })}`;
  const origin = origins[video.provider];
  let timer: ReturnType<typeof setInterval> | undefined;
  const hear = (message: MessageEvent) => {
    if (message.origin !== origin) return;
    const heard = readPlayerMessage(video.provider, message.data);
    if (!heard) return;
    clearInterval(timer);
    onHeard(heard);
  };
  // The embedding page is of this origin: messages of the player to it can be received here.
  frame.onload = () => {
    const page = frame.contentWindow;
    page?.addEventListener('message', hear);
    let left = ASK_TIMES;
    clearInterval(timer);
    timer = setInterval(() => {
      left -= 1;
      if (left <= 0) clearInterval(timer);
      page?.frames[0]?.postMessage(asked[video.provider], origin);
    }, ASK_MS);
  };
  link.dataset.playing = '';
  link.after(frame);
  frame.focus();
  return () => {
    clearInterval(timer);
    frame.remove();
    delete link.dataset.playing;
  };
}
