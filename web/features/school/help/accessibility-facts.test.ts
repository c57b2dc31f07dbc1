import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CHECKED_ON } from './accessibility-facts.ts';

it('the accessibility page names the day on which the protocol was run', () => {
  const protocol = readFileSync(new URL('../../../../docs/accessibility-protocol.md', import.meta.url), 'utf8');
  expect(protocol).toContain(`Run on **${CHECKED_ON}**`);
});
