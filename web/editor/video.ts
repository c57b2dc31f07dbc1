import { type Editor, Node } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { NEW_WINDOW_REL } from '#contract/content/lesson-html.ts';
import { type LessonVideo, storedVideo, VIDEO_CLASS, videoAddress } from '#contract/content/lesson-video.ts';

const titles: Record<LessonVideo['provider'], string> = {
  youtube: 'Vídeo do YouTube',
  vimeo: 'Vídeo do Vimeo',
  own: 'Vídeo',
};

/** A block with a video or recording: an address and a title, played where the lesson is read. */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ href: { default: '' }, title: { default: '' } }),
  parseHTML: () => [
    {
      tag: `a.${VIDEO_CLASS}[href], iframe[src]`,
      // Matched before links: the element is a link, too.
      priority: 1001,
      getAttrs: (element) => {
        const href = storedVideo(element.getAttribute('href') ?? element.getAttribute('src') ?? '');
        if (!href) return false;
        return { href, title: (element.textContent || element.getAttribute('title'))?.trim() || 'Vídeo' };
      },
    },
  ],
  renderHTML: ({ node }) => [
    'a',
    { class: VIDEO_CLASS, href: node.attrs.href, target: '_blank', rel: NEW_WINDOW_REL },
    node.attrs.title,
  ],
  renderText: ({ node }) => node.attrs.title,
});

export function insertVideo(editor: Editor, video: LessonVideo, title = titles[video.provider]): void {
  editor
    .chain()
    .focus()
    .insertContent({ type: 'video', attrs: { href: videoAddress(video), title } })
    .run();
}

/** The title of the selected video; null without one. */
export function chosenVideo(editor: Editor): string | null {
  const { selection } = editor.state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'video') return null;
  return selection.node.attrs.title as string;
}
