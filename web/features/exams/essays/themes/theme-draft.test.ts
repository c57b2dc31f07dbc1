import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { espelho, type ZeroReason } from '#contract/exams/espelho.ts';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { type AuthoredTheme, saveTheme } from '#contract/exams/essay-themes.ts';
import { draftOf, editedEspelho, espelhoOf, snapshotOf } from './theme-draft.ts';

const cebraspe = espelhoPresets[1]?.espelho;
if (!cebraspe) throw new Error('There is no second preset.');
const reasons: ZeroReason[] = [
  { key: 'a', name: 'A', effect: { kind: 'criterion', criterionKey: 'aspecto-1' }, automatic: null },
  { key: 'b', name: 'B', effect: { kind: 'deduct', points: 0.5 }, automatic: 'too_short' },
];
const levels = [{ points: 4.5, text: 'Bom' }];
const mirror = {
  ...cebraspe,
  criteria: cebraspe.criteria.map((one, index) => (index === 1 ? { ...one, levels } : one)),
  zeroReasons: reasons,
};

const theme: AuthoredTheme = {
  id: 1,
  draft: {
    kind: 'document',
    title: 'Peça',
    command: 'Redija.',
    maxLines: 60,
    minLines: 10,
    lineWidth: 70,
    minutes: null,
    opensAt: '2026-11-15T12:00:00.000Z',
    closesAt: null,
    returnHours: 48,
    reviewDays: 7,
    espelho: mirror,
    secondReading: { totalLimit: 2.5, criterionLimit: null, finalMark: 'third_decides' },
    baseTextIds: [4, 9],
    examId: 3,
    topicId: 12,
  },
  topic: { id: 12, subjectId: 5, name: 'Crimes' },
  baseTexts: [{ id: 4, title: 'Texto I', excerpt: 'O dever' }],
  revision: 2,
  versionNumber: null,
  isOpen: false,
  hasUnpublishedChanges: false,
  essayCount: 0,
  updatedAt: '2026-11-15T12:00:00.000Z',
};

describe('a theme in its form', () => {
  it('goes back to the server exactly as it came', () => {
    const { value } = snapshotOf(theme);
    expect(value).toMatchObject({
      opensAt: '2026-11-15T09:00',
      minutes: '',
      examId: '3',
      topic: { subjectId: '5', id: '12' },
    });
    expect(value.baseTexts).toEqual([
      { id: 4, title: 'Texto I' },
      { id: 9, title: 'Texto excluído do banco' },
    ]);
    expect(draftOf(value)).toEqual(theme.draft);
    expect(z.safeParse(saveTheme.body, { draft: draftOf(value), revision: 2 }).error).toBeUndefined();
  });

  it('has one reader or two, and leaves limits that are no numbers for the contract to refuse', () => {
    const { value } = snapshotOf({ ...theme, draft: { ...theme.draft, secondReading: null } });
    expect(draftOf(value)).toMatchObject({ secondReading: null });
    const on = { ...value, secondReading: { ...value.secondReading, isOn: true } };
    const check = (edited: typeof on) => z.safeParse(saveTheme.body, { draft: draftOf(edited), revision: 2 }).success;
    expect(check(on)).toBe(false);
    const full = { ...on, secondReading: { ...on.secondReading, totalLimit: '2', criterionLimit: '0,5' } };
    expect(draftOf(full)).toMatchObject({
      secondReading: { totalLimit: 2, criterionLimit: 0.5, finalMark: 'closest_two' },
    });
    expect(check(full)).toBe(true);
  });

  it('reads a comma as decimals, and leaves what is no number for the contract to refuse', () => {
    const edited = editedEspelho(mirror);
    expect(espelhoOf(edited)).toEqual(mirror);
    expect(espelhoOf({ ...edited, minimum: '7,25' })).toMatchObject({ minimum: 7.25 });
    expect(z.safeParse(espelho, espelhoOf({ ...edited, minimum: 'dez' })).success).toBe(false);
    expect(espelhoOf({ ...edited, minimum: ' ' })).toMatchObject({ minimum: null });
  });
});
