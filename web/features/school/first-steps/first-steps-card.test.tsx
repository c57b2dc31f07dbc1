import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type FirstSteps, getFirstSteps, skipFirstStep } from '#contract/school/first-steps.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import FirstStepsCard from './first-steps-card.tsx';

const steps: FirstSteps = {
  brand: { state: 'done', schoolName: 'Curso Farol', hasOwnName: true, hasLogo: true },
  payment: { state: 'open', hasProvider: false, hasKey: true, hasReceived: false },
  mail: { state: 'open', isSent: false, stored: 0, failed: 0 },
  price: { state: 'open', priceCents: 29_700, isOnSale: true, hasEnd: false },
  claims: { state: 'open', open: 6 },
  people: { state: 'skipped', students: 0, teachers: 0 },
};

afterEach(() => queryClient.clear());

function show(shown: FirstSteps) {
  const server = fakeServer();
  server.on(getFirstSteps, answers.json(shown));
  return { server, ...renderInApp(<FirstStepsCard />) };
}
const amber = () =>
  [...document.querySelectorAll('a.bg-sun, button.bg-sun')].map(({ textContent }) => textContent?.trim());

describe('the first steps', () => {
  it('show what is done and what is missing, with one amber button on the first open step', async () => {
    show(steps);
    const rows = await screen.findAllByRole('listitem');
    expect(rows).toHaveLength(6);
    expect(screen.getByRole('heading', { name: '1 de 6 passos prontos' })).toBeDefined();
    expect(rows[0]?.textContent).toContain('pronto');
    expect(rows[1]?.textContent).toContain('nunca recebeu nada');
    expect(rows[4]?.textContent).toContain('6 afirmações ainda são do modelo');
    expect(amber()).toEqual(['Testar a chave']);
  });

  it('give the amber button to a broken step, which cannot be postponed', async () => {
    show({ ...steps, mail: { state: 'broken', isSent: false, stored: 12, failed: 0 } });
    const broken = (await screen.findAllByRole('listitem'))[2] as HTMLElement;
    expect(broken.textContent).toContain('12 cartas guardadas');
    expect(within(broken).getByText('quebrado')).toBeDefined();
    expect(within(broken).queryByRole('button')).toBeNull();
    expect(amber()).toEqual(['Ligar o e-mail']);
  });

  it('can be postponed and resumed', async () => {
    const { server, user } = show(steps);
    server.on(skipFirstStep, answers.json({ ...steps, payment: { ...steps.payment, state: 'skipped' } }));
    await user.click(await screen.findByRole('button', { name: 'Pular: Como pagam' }));
    expect(server.calls.at(-1)).toMatchObject({
      path: '/api/admin/first-steps/payment/skip',
      body: { isSkipped: true },
    });
    await user.click(await screen.findByRole('button', { name: 'Retomar: Como pagam' }));
    expect(server.calls.at(-1)).toMatchObject({ body: { isSkipped: false } });
  });

  it('are gone once nothing is open or broken', async () => {
    const done = Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, { ...step, state: 'done' }]));
    const { server } = show({ ...(done as FirstSteps), people: { ...steps.people, state: 'skipped' } });
    await expect.poll(() => server.calls.length).toBe(1);
    expect(screen.queryByRole('listitem')).toBeNull();
  });
});
