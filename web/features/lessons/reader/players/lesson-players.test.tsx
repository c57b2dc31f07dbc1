import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it } from 'vitest';
import { PreparedRichText, prepareText } from '../../../../editor/rich-text.tsx';
import LessonPlayers from './lesson-players.tsx';

const text = prepareText(
  '<p>Antes</p><a class="video" href="https://youtu.be/dQw4w9WgXcQ">Crase em 5 minutos</a><a class="video" href="https://evil.example/">Outro</a>',
);

function Reader() {
  const body = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={body}>
        <PreparedRichText text={text} />
      </div>
      <LessonPlayers text={text} body={body} />
    </>
  );
}

it('asks nothing of anybody until the video is pressed, and then plays it in its place', () => {
  const { container, unmount } = render(<Reader />);
  const link = screen.getByRole('link', { name: 'Crase em 5 minutos' });
  expect(container.querySelector('iframe, img, video')).toBeNull();
  expect(screen.getByText('Outro').className).toBe('');
  fireEvent.click(link, { ctrlKey: true });
  expect(container.querySelector('iframe')).toBeNull();
  fireEvent.click(link);
  const frame = screen.getByTitle('Crase em 5 minutos');
  expect(frame.getAttribute('src')).toBe('/embed?v=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ&t=0');
  expect(frame.previousElementSibling).toBe(link);
  // The words of the lesson stay as they are: the reader's marks are kept by them.
  expect(container.textContent).toBe('AntesCrase em 5 minutosOutro');
  unmount();
});
