/**
 * A video or recording in a lesson is a link with the class `video`: its address alone says which one, its text is the
 * title. Where no player is (print, search, a page without script) it is still a link that can be followed.
 */
export const VIDEO_CLASS = 'video';

export type LessonVideo = { provider: 'youtube' | 'vimeo' | 'own'; id: string };

const ADDRESS_MAX = 500;

const forms: readonly [LessonVideo['provider'], RegExp][] = [
  [
    'youtube',
    /^(?:https?:)?\/\/(?:(?:www|m|music)\.)?(?:youtube\.com\/(?:watch\?(?:[^#\s]*&)?v=|(?:shorts|embed|live|v)\/)|youtu\.be\/|youtube-nocookie\.com\/embed\/)([\w-]{11})(?:[?&#/]\S*)?$/i,
  ],
  // An unlisted video has a second, secret part, without which it does not play.
  [
    'vimeo',
    /^(?:https?:)?\/\/(?:www\.)?vimeo\.com\/(?:(?:channels\/[\w-]+|manage\/videos)\/)?(\d{4,12}(?:\/[0-9a-f]{6,20})?)(?:[?#/]\S*)?$/i,
  ],
  ['vimeo', /^(?:https?:)?\/\/player\.vimeo\.com\/video\/(\d{4,12}(?:\?h=[0-9a-f]{6,20})?)(?:[?&#]\S*)?$/i],
  ['own', /^\/api\/recordings\/([1-9]\d{0,8})$/],
];

/** The video that an address leads to, however it is written; null for any other address. */
export function videoOf(address: string): LessonVideo | null {
  if (address.length > ADDRESS_MAX) return null;
  for (const [provider, form] of forms) {
    const id = form.exec(address.trim())?.[1];
    if (id !== undefined) return { provider, id: id.replace('?h=', '/') };
  }
  return null;
}

/** The one address that is stored for a video. */
export function videoAddress({ provider, id }: LessonVideo): string {
  if (provider === 'own') return `/api/recordings/${id}`;
  return provider === 'youtube' ? `https://www.youtube.com/watch?v=${id}` : `https://vimeo.com/${id}`;
}

/** Normalises the address of a video, typed in any form; null when it is none. */
export function storedVideo(address: string): string | null {
  const video = videoOf(address);
  return video && videoAddress(video);
}
