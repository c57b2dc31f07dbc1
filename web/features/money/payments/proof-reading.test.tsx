import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ProofReadingSection } from './proof-reading.tsx';

const reading = {
  endToEndIds: ['E18236120202611151432s0a1b2c3d4e'],
  sameTransferAs: [],
  amount: { told: [29_700], agrees: true },
  day: { told: [], agrees: null },
  payee: { told: ['João da Silva'], agrees: false },
};

it('the section says which values agree, which contradict and which are missing', () => {
  renderInApp(<ProofReadingSection reading={reading} />);
  const said = screen.getByRole('region', { name: 'Lido no PDF' }).textContent?.replace(/\s+/g, ' ');
  expect(said).toMatch(/ValorR\$ 297,00confere.*Datanão consta.*Quem recebeuJoão da Silvanão confere/);
  expect(screen.queryByText(/Mesma transferência/)).toBeNull();
});

it('the section lists the payments with the same transfer', () => {
  renderInApp(<ProofReadingSection reading={{ ...reading, sameTransferAs: ['7KQ2M0XRW91TB3HN'] }} />);
  expect(screen.getByText('Mesma transferência em outro pagamento')).toBeTruthy();
  expect(screen.getByText(/7KQ2/)).toBeTruthy();
});
