import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { EndpointSpec } from './endpoint.ts';
import { endpoints } from './index.ts';

/**
 * Every moment that a request may carry, and what it is used for. A client's clock decides neither access nor secrecy: a
 * new field gets its line here after its use was checked.
 */
const moments: Record<string, string> = {
  'refundPayment paidAt': 'The office says when money went back.',
  'sendAnnouncement sendAt': 'The office plans a sending. The server’s clock starts it.',
  'readAllNotifications until': 'How far a person has read their own notifications.',
  'scheduleLessonDraft publishAt': 'An author plans a publication. The server’s clock publishes.',
  'saveWindow opensAt': 'An author plans a window. The server’s clock opens it.',
  'saveWindow closesAt': 'An author plans a window. The server’s clock closes it.',
  'createSeries opensAt': 'An author plans windows. The server’s clock opens them.',
  'createSeries closesAt': 'An author plans windows. The server’s clock closes them.',
  'saveTheme opensAt': 'An author plans when a theme opens. The server’s clock opens it.',
  'saveTheme closesAt': 'An author plans when a theme closes. The server’s clock closes it.',
  'decideQuestionComment editedAt': 'Compared with the stored moment of the edit: says which words were read.',
  'sealQuestionComment editedAt': 'Compared with the stored moment of the edit: says which words were read.',
  'sendOffline at': 'Orders and dates a person’s own actions (offline-actions.service.ts).',
};

type Node = Record<string, unknown>;

function momentsOf(schema: z.ZodMiniType | undefined): string[] {
  if (!schema) return [];
  const found = new Set<string>();
  const walk = (node: unknown, name: string): void => {
    if (Array.isArray(node)) for (const item of node) walk(item, name);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { properties, format, ...rest } = node as Node;
    if (format === 'date-time') found.add(name);
    for (const [key, value] of Object.entries((properties ?? {}) as Node)) walk(value, key);
    for (const value of Object.values(rest)) walk(value, name);
  };
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '');
  return [...found];
}

it('every time in a request is listed with what it is used for', () => {
  const sent = Object.entries(endpoints).flatMap(([name, endpoint]) => {
    const { body, query }: EndpointSpec = endpoint;
    return [...momentsOf(body), ...momentsOf(query)].map((field) => `${name} ${field}`);
  });
  expect([...new Set(sent)].sort()).toEqual(Object.keys(moments).sort());
});
