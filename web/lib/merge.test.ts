import { describe, expect, it } from 'vitest';
import { isSame, mergeFields, mergeRows } from './merge.ts';

describe('content', () => {
  it('is what would be saved, without keys of the screen and missing fields', () => {
    expect(isSame({ key: 'a', text: 'x' }, { key: 'b', text: 'x' })).toBe(true);
    expect(isSame({ rows: [{ key: 'a', id: undefined }] }, { rows: [{ key: 'b' }] })).toBe(true);
    expect(isSame({ text: 'x' }, { text: 'y' })).toBe(false);
    expect(isSame(undefined, undefined)).toBe(true);
    expect(isSame(null, '')).toBe(false);
  });
});

describe('three versions', () => {
  const base = { title: 'A', text: 'um', limit: '60' };

  it('merge without a clash when each side changed another field', () => {
    expect(mergeFields(base, { ...base, title: 'meu' }, { ...base, text: 'deles' })).toEqual({
      value: { title: 'meu', text: 'deles', limit: '60' },
      clashes: [],
    });
  });

  it('clash when both sides changed the same field, and mine wins unless given up', () => {
    const [mine, theirs] = [
      { ...base, title: 'meu' },
      { ...base, title: 'deles' },
    ];
    expect(mergeFields(base, mine, theirs)).toEqual({ value: mine, clashes: ['title'] });
    expect(mergeFields(base, mine, theirs, new Set(['title'])).value).toEqual(theirs);
  });

  it('do not clash when both sides made the same change', () => {
    const both = { ...base, title: 'igual' };
    expect(mergeFields(base, both, { ...both })).toEqual({ value: both, clashes: [] });
  });

  it('clash in every difference when the base is unknown', () => {
    expect(mergeFields(null, { ...base, title: 'meu' }, { ...base, text: 'deles' }).clashes).toEqual(['title', 'text']);
  });
});

describe('lists of rows', () => {
  type Row = { id: string; text: string };
  const row = (id: string, text = id): Row => ({ id, text });
  const join = (base: Row[] | null, mine: Row[], theirs: Row[]) =>
    mergeRows({
      base,
      mine,
      theirs,
      nameOf: ({ id }) => id,
      merge: (before, my, their) => mergeFields(before, my, their).value,
    });
  const texts = (rows: Row[]) => rows.map(({ text }) => text).join(' ');
  const base = [row('a'), row('b'), row('c')];

  it('take the changes of both sides, row by row', () => {
    const mine = [row('a', 'A'), row('b'), row('c')];
    const theirs = [row('a'), row('b'), row('c', 'C')];
    expect(texts(join(base, mine, theirs))).toBe('A b C');
  });

  it('keep the rows that each side added, in their positions', () => {
    const mine = [row('a'), row('x'), row('b'), row('c')];
    const theirs = [row('y'), row('a'), row('b'), row('c'), row('z')];
    expect(texts(join(base, mine, theirs))).toBe('y a x b c z');
  });

  it('lose a deleted row only if the other side left it unchanged', () => {
    expect(texts(join(base, [row('a'), row('c')], base))).toBe('a c');
    expect(texts(join(base, base, [row('b'), row('c')]))).toBe('b c');
    expect(texts(join(base, [row('a'), row('c')], [row('a'), row('b', 'B'), row('c')]))).toBe('a B c');
    expect(texts(join(base, [row('a', 'A'), row('b'), row('c')], [row('b'), row('c')]))).toBe('A b c');
  });

  it('have the order of the side that changed it', () => {
    expect(texts(join(base, base, [row('c'), row('a'), row('b')]))).toBe('c a b');
    expect(texts(join(base, [row('b'), row('a'), row('c')], [...base, row('d')]))).toBe('b a c d');
  });

  it('lose nothing when the base is unknown', () => {
    expect(texts(join(null, [row('a'), row('x')], [row('a'), row('y')]))).toBe('a y x');
  });
});
