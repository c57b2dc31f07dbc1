import temml from 'temml';
import { FORMULA_MAX, formulaOptions, withColumns } from '#contract/content/lesson-math.ts';

/** Renders LaTeX as MathML with the LaTeX inside; null while it is not valid. */
export function renderFormula(latex: string, isBlock: boolean): string | null {
  if (latex.trim() === '' || latex.length > FORMULA_MAX) return null;
  try {
    return withColumns(temml.renderToString(latex.trim(), formulaOptions(isBlock)));
  } catch {
    return null;
  }
}
