import { expect, type Page } from '@playwright/test';
import { multipartForm } from '#server/testing/forms.ts';
import { receiptPhoto } from '#server/testing/receipts.ts';
import { expectAccessible, type Person } from './fixtures.ts';

export const toastOf = (page: Page, title: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: title });

export const photo = async (name = 'comprovante.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await receiptPhoto(),
});
export async function sendProof(url: string, person: Person, content = receiptPhoto()) {
  const form = await multipartForm({ paymentCode: `${person.paymentCode}`, file: ['a.png', await content] });
  const address = `${url}/api/payments/upload-proof-by-code`;
  const response = await fetch(address, { method: 'POST', body: form.payload, headers: form.headers });
  expect(response.status).toBe(200);
}

/** Where axe looks, too: one phone, one desk; the widths between are held to their width only. */
const widths = [
  { width: 320, axe: false },
  { width: 390, axe: true },
  { width: 1100, axe: false },
  { width: 1280, axe: true },
];

/** The current screen at every width: open parts and typed text stay while the window is resized. */
export async function expectFits(page: Page): Promise<void> {
  for (const { width, axe } of widths) {
    await page.setViewportSize({ width, height: 800 });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, Math.max(beyond, 0)]).toEqual([width, 0]);
    if (axe) await expectAccessible(page);
  }
}
