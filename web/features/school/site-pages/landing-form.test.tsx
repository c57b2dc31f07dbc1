import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { landingPart } from '#contract/school/site-content.ts';
import { defaultLanding } from '#web/features/school/landing/content.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { sections } from './landing-fields.ts';
import { LandingForm } from './landing-form.tsx';

test('a warning of any section is counted and shown at that section only', () => {
  const warnings = landingPart.options.map((part) => ({ part, text: `Promete demais: ${part}.` }));
  const form = { content: defaultLanding, errors: {}, change: () => undefined };
  renderInApp(<LandingForm form={form} warnings={warnings} onOpen={() => undefined} />);
  const shown = screen.getAllByRole('group', { hidden: true }).filter((group) => group.matches('[name=landing-part]'));
  expect(shown).toHaveLength(landingPart.options.length);
  for (const [place, { name }] of sections.entries()) {
    const part = within(shown[place] as HTMLElement);
    expect(part.getByText('1 aviso')).toBeTruthy();
    expect(part.getAllByText(/Promete demais/).map(({ textContent }) => textContent)).toEqual([
      `Promete demais: ${name}.`,
    ]);
  }
});
