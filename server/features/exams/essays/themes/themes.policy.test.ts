import { describe, expect, it } from 'vitest';
import { isInWindow, mayEditTheme } from './themes.policy.ts';

describe('a theme', () => {
  it('is edited by its author and by administrators, and by no other teacher', () => {
    const theme = { authorId: 'ana' };
    expect(mayEditTheme({ id: 'ana', role: 'teacher' }, theme)).toBe(true);
    expect(mayEditTheme({ id: 'rui', role: 'teacher' }, theme)).toBe(false);
    expect(mayEditTheme({ id: 'rui', role: 'admin' }, theme)).toBe(true);
    expect(mayEditTheme({ id: 'rui', role: 'teacher' }, { authorId: null })).toBe(false);
  });

  it('is open from its first moment until just before its last', () => {
    const window = { opensAt: '2026-11-15T12:00:00.000Z', closesAt: '2026-11-16T12:00:00.000Z' };
    const at = (moment: string) => isInWindow(window, new Date(moment));
    expect(at('2026-11-15T11:59:59.999Z')).toBe(false);
    expect(at('2026-11-15T12:00:00.000Z')).toBe(true);
    expect(at('2026-11-16T11:59:59.999Z')).toBe(true);
    expect(at('2026-11-16T12:00:00.000Z')).toBe(false);
    expect(isInWindow({ opensAt: null, closesAt: null }, new Date(0))).toBe(true);
  });
});
