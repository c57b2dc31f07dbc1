import { describe, expect, it } from 'vitest';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { type Correction, emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { PublishedTheme } from '#contract/exams/essay-themes.ts';
import { draftProblems, resultOf, returnProblems } from './correction.rules.ts';

const theme = {
  maxLines: 2,
  minLines: 1,
  lineWidth: 40,
  espelho: espelhoPresets[0]?.espelho,
} as PublishedTheme;
const text = `${'a'.repeat(40)} ${'b'.repeat(40)} ${'c'.repeat(40)}`;
const graded = { text, theme };
const mark = { id: 'm1', start: 0, end: 5, criterionKey: 'norma', comment: '', points: 0.3, isPraise: false };
const correction = (change: Partial<Correction>): Correction => ({ ...emptyCorrection, ...change });

describe('a correction', () => {
  it('fits when it speaks of criteria, reasons and passages that exist', () => {
    const fits = correction({ points: { tema: 5 }, marks: [mark], zeroReasonKeys: ['fuga-ao-tema'] });
    expect(draftProblems(graded, fits)).toEqual({});
  });

  it('is refused for unknown criteria and reasons, too many points and passages beyond the sheet', () => {
    const wrong = correction({
      points: { gone: 1, tema: 5.01 },
      marks: [
        { ...mark, end: 81 },
        { ...mark, id: 'm2', end: 82 },
        { ...mark, id: 'm3', criterionKey: 'gone' },
      ],
      zeroReasonKeys: ['em-branco'],
    });
    expect(Object.keys(draftProblems(graded, wrong))).toEqual([
      'correction.points.gone',
      'correction.points.tema',
      'correction.marks.1.end',
      'correction.marks.2.criterionKey',
      'correction.zeroReasonKeys',
    ]);
  });

  it('is returned when every criterion has points, or when the whole essay is zero', () => {
    const open = correction({ points: { tema: 0, estrutura: 4, argumentacao: 5, coesao: 3 } });
    expect(Object.keys(returnProblems(graded, open))).toEqual(['correction.points.norma']);
    expect(returnProblems(graded, correction({ points: { ...open.points, norma: 0 } }))).toEqual({});
    expect(returnProblems(graded, correction({ zeroReasonKeys: ['fuga-ao-tema'] }))).toEqual({});
    expect(returnProblems({ text: '', theme }, emptyCorrection)).toEqual({});
  });

  it('counts only the lines on the sheet', () => {
    expect(resultOf(graded, emptyCorrection).lines).toBe(2);
    expect(resultOf({ text: 'um', theme }, emptyCorrection).lines).toBe(1);
  });
});
