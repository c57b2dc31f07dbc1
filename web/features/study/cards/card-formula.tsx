import { useMemo } from 'react';
import { renderFormula } from '#web/editor/render-formula.ts';
import RichText from '#web/editor/rich-text.tsx';

/** A formula of a card as MathML; as its LaTeX where it cannot be rendered. */
export default function CardFormula({ latex, isBlock }: { latex: string; isBlock: boolean }) {
  const mathml = useMemo(() => renderFormula(latex, isBlock), [latex, isBlock]);
  return mathml ? <RichText html={mathml} className="inline-block max-w-full align-middle" /> : <code>{latex}</code>;
}
