import { describe, expect, it } from 'vitest';
import {
  changed,
  discarded,
  type Editing,
  isDirty,
  type Joining,
  joined,
  keepingMine,
  notSent,
  opened,
  overtaken,
  type Snapshot,
  saved,
  sending,
} from './editing.ts';
import { mergeFields } from './merge.ts';

type Text = { title: string; body: string };
const joining: Joining<Text> = {
  settle: (sent, now, answer) => mergeFields(sent, now, answer).value,
  onto: (mine) => mine,
  merge: mergeFields,
};
const snapshot = (value: Text, revision = 1): Snapshot<Text> => ({
  value,
  revision,
  savedAt: `2026-11-15T12:0${revision}:00.000Z`,
});
const AT = '2026-11-15T13:00:00.000Z';
const text = (title: string, body = ''): Text => ({ title, body });
const typed = (state: Editing<Text>, wish: Partial<Text>) => changed(state, { ...state.value, ...wish }, AT);

describe('a save', () => {
  it('never removes text that was typed meanwhile', () => {
    const sent = sending(typed(opened(snapshot(text('A')), null), { title: 'B' }));
    const meanwhile = typed(sent, { title: 'B e mais' });
    const after = saved(meanwhile, snapshot(text('B'), 2), joining);
    expect(after.value.title).toBe('B e mais');
    expect(isDirty(after)).toBe(true);
    expect(after.base.revision).toBe(2);
  });

  it('shows the version of the server when nothing was typed since', () => {
    const sent = sending(typed(opened(snapshot(text('A')), null), { title: ' B ' }));
    const after = saved(sent, snapshot(text('B'), 2), joining);
    expect(after).toMatchObject({ value: text('B'), sent: null });
    expect(isDirty(after)).toBe(false);
  });

  it('adopts the server’s version of one field and leaves the other, which is being typed', () => {
    const sent = sending(typed(opened(snapshot(text('A')), null), { title: ' B ' }));
    const after = saved(typed(sent, { body: 'novo' }), snapshot(text('B'), 2), joining);
    expect(after.value).toEqual(text('B', 'novo'));
    expect(isDirty(after)).toBe(true);
  });

  it('that failed leaves everything unsaved', () => {
    const failed = notSent(sending(typed(opened(snapshot(text('A')), null), { title: 'B' })));
    expect(failed).toMatchObject({ sent: null, value: text('B') });
    expect(isDirty(failed)).toBe(true);
  });

  it('is not needed when the text was typed back to the stored one', () => {
    expect(isDirty(typed(typed(opened(snapshot(text('A')), null), { title: 'B' }), { title: 'A' }))).toBe(false);
  });
});

describe('a draft', () => {
  const kept = { value: text('meu'), base: text('A'), revision: 1, savedAt: AT };

  it('is restored to the screen, and can be discarded', () => {
    const state = opened(snapshot(text('A')), kept);
    expect(state).toMatchObject({ value: text('meu'), isRecovered: true, conflict: null, changedAt: AT });
    expect(discarded(state)).toMatchObject({ value: text('A'), isRecovered: false });
    expect(isDirty(discarded(state))).toBe(false);
  });

  it('equal to the stored version is no draft', () => {
    expect(opened(snapshot(text('meu'), 2), kept)).toMatchObject({ isRecovered: false, conflict: null });
  });

  it('from an older revision is a conflict at once, and can be merged with the stored version', () => {
    const state = opened(snapshot(text('A', 'deles'), 2), kept);
    expect(state.conflict?.revision).toBe(2);
    expect(joined(state, joining, new Set())).toMatchObject({
      value: text('meu', 'deles'),
      base: { revision: 2 },
      conflict: null,
    });
  });

  it('without a base can be merged, too, and every difference is a choice', () => {
    const { base: _, ...alone } = kept;
    const state = opened(snapshot(text('A', 'deles'), 2), alone);
    expect(joined(state, joining, new Set(['body'])).value).toEqual(text('meu', 'deles'));
    expect(discarded(state)).toMatchObject({ value: text('A', 'deles'), base: { revision: 2 } });
  });
});

describe('a conflict', () => {
  const mine = sending(typed(opened(snapshot(text('A', 'b')), null), { title: 'meu' }));
  const theirs = snapshot(text('deles', 'c'), 2);

  it('leaves mine on the screen and shows theirs', () => {
    expect(overtaken(mine, theirs)).toMatchObject({ value: text('meu', 'b'), sent: null, conflict: theirs });
  });

  it('ends by saving mine over theirs, by taking theirs, or by merging both', () => {
    const state = overtaken(mine, theirs);
    expect(keepingMine(state, joining)).toMatchObject({ value: text('meu', 'b'), base: theirs, conflict: null });
    expect(discarded(state)).toMatchObject({ value: theirs.value, base: theirs, conflict: null });
    expect(joined(state, joining, new Set())).toMatchObject({ value: text('meu', 'c'), conflict: null });
    expect(joined(state, joining, new Set(['title'])).value).toEqual(text('deles', 'c'));
  });

  it('does not arise when both saved the same', () => {
    const same = overtaken(mine, snapshot(text('meu', 'b'), 2));
    expect(same.conflict).toBeNull();
    expect(isDirty(same)).toBe(false);
  });

  it('continues while more is typed, and leaving loses nothing', () => {
    const state = typed(overtaken(mine, theirs), { title: 'deles', body: 'c' });
    expect(isDirty(state)).toBe(true);
  });
});
