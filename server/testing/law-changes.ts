import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { LawChange, LawChangeItem, LawChangePreview } from '#contract/school/law-changes.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { dayOf } from '#server/time/calendar.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** The calls about amendments, made by an administrator. */
export function lawChangeCalls(test: TestApp, admin: () => Person) {
  const today = () => dayOf(test.clock.now());
  const post = (url: string, payload: object, as: Person = admin()) =>
    test.request({ method: 'POST', url, payload, as });
  const get = async (url: string, as: Person = admin()) => (await test.request({ method: 'GET', url, as })).json();
  const previewOf = async (
    lawId: number,
    source: string,
    kind = 'law',
    startsOn = today(),
  ): Promise<LawChangePreview> => {
    const response = await post(`/api/admin/laws/${lawId}/changes/preview`, { format: 'text', source, kind, startsOn });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const apply = async (lawId: number, source: string, over: object = {}, kind = 'law') => {
    const { revision } = await previewOf(lawId, source, kind);
    test.clock.advance(MINUTE_MS);
    return post(`/api/admin/laws/${lawId}/changes`, {
      ...{ format: 'text', source, kind, revision },
      amending: 'Lei nº 15.000, de 2026',
      publishedOn: null,
      startsOn: today(),
      creationKey: randomUUID(),
      ...over,
    });
  };
  const applied = async (...args: Parameters<typeof apply>): Promise<LawChange> => {
    const response = await apply(...args);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  async function itemsOf(changeId: number, kind?: string): Promise<LawChangeItem[]> {
    const items: LawChangeItem[] = [];
    let total: string | undefined;
    let url: string | undefined = `/api/admin/law-changes/${changeId}/items${kind ? `?kind=${kind}` : ''}`;
    while (url) {
      const response = await test.request({ method: 'GET', url, as: admin() });
      items.push(...(response.json() as LawChangeItem[]));
      total = String(response.headers['x-total-count']);
      url = /<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
    }
    expect(total).toBe(String(items.length));
    return items;
  }
  const decide = (changeId: number, payload: object) =>
    post(`/api/admin/law-changes/${changeId}/decisions`, { creationKey: randomUUID(), ...payload });
  return { today, post, get, previewOf, apply, applied, itemsOf, decide };
}
