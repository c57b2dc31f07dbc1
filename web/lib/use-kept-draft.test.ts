// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { readKept } from './use-kept-draft.ts';

describe('a kept draft', () => {
  beforeEach(() => localStorage.clear());

  it('is read as it was kept', () => {
    const kept = { value: { title: 'Simulado' }, revision: 3, savedAt: '2026-11-15T12:00:00.000Z' };
    localStorage.setItem('a', JSON.stringify(kept));
    expect(readKept('a')).toEqual(kept);
  });

  it.each([null, '', '{broken', 'null', '7', '{}', '{"value":null,"savedAt":"x"}'])(
    'is nothing where %j lies',
    (text) => {
      if (text !== null) localStorage.setItem('a', text);
      expect(readKept('a')).toBeNull();
    },
  );
});
