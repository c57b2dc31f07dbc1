import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type LawChangePreview, previewLawChange } from '#contract/school/law-changes.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { NewLawChange } from './new-law-change.tsx';

const preview: LawChangePreview = {
  ...{ revision: 1, total: 1, inForce: 9, revokesMany: false, itemCount: 4, unread: 0, problems: [] },
  counts: { changed: 1, added: 0, revoked: 0 },
  devices: [
    { lexId: 'art1_cpt', label: 'Art. 1º', article: 'art1', change: 'changed', before: 'Um ano.', after: 'Dois anos.' },
  ],
};

it('a comparison that arrives after the text was changed is not offered for it', async () => {
  const server = fakeServer();
  const comparison = later();
  server.on(previewLawChange, comparison.promise);
  const { user } = renderInApp(<NewLawChange lawId={3} />);
  await user.type(await screen.findByLabelText('Texto novo, inteiro'), 'Art. 1º Dois anos.');
  await user.type(screen.getByLabelText('Em vigor desde'), '2026-01-01');
  await user.click(screen.getByRole('button', { name: 'Comparar' }));
  await user.type(screen.getByLabelText('Texto novo, inteiro'), ' E mais.');
  comparison.answer(answers.json(preview));
  await screen.findByRole('button', { name: 'Comparar' });
  expect(screen.queryByRole('button', { name: 'Aplicar e ver o que cita' })).toBeNull();
  server.on(previewLawChange, answers.json(preview));
  await user.click(screen.getByRole('button', { name: 'Comparar' }));
  expect(await screen.findByRole('button', { name: 'Aplicar e ver o que cita' })).toBeTruthy();
});
