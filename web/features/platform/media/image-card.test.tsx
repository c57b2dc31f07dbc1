import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { LibraryImage } from '#contract/platform/media-library.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ImageCard } from './image-card.tsx';

const image: LibraryImage = {
  id: 4,
  url: '/api/media/4',
  name: 'mapa.png',
  alt: '',
  width: 800,
  height: 600,
  bytes: 2048,
  createdAt: '2026-11-15T12:00:00.000Z',
  ownerName: null,
  useCount: 2,
  uses: [
    { kind: 'lesson', id: 8, title: 'Relevo', inTrash: true, isDraft: false },
    { kind: 'lesson', id: 9, title: 'Hidrografia', inTrash: false, isDraft: false },
  ],
};

test('a picture that is held by a lesson in the trash says so, and leads nowhere that is gone', () => {
  renderInApp(<ImageCard image={image} showsOwner={false} onDelete={() => undefined} />);
  expect(screen.getByText('Relevo (na lixeira)').closest('a')).toBeNull();
  expect(screen.getByRole('link', { name: 'Hidrografia' }).getAttribute('href')).toContain('9');
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: /Excluir/ });
  expect(remove.disabled).toBe(true);
  expect(document.getElementById(remove.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Em uso, por isso não pode ser excluída:',
  );
});
