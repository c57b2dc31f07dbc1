import { useDeferredValue, useId, useMemo, useState } from 'react';
import { FORMULA_MAX } from '#contract/content/lesson-math.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';
import type { FormulaAttributes } from './formula.ts';
import { renderFormula } from './render-formula.ts';
import RichText from './rich-text.tsx';

const examples: [label: string, latex: string][] = [
  ['Fração', '\\frac{a}{b}'],
  ['Raiz', '\\sqrt{x}'],
  ['Potência', 'x^{2}'],
  ['Índice', 'x_{1}'],
  ['Soma', '\\sum_{i=1}^{n} i'],
  ['Sistema', '\\begin{cases} x+y=1 \\\\ x-y=3 \\end{cases}'],
];

type FormulaDialogProps = {
  /** Null for a new formula. */
  formula: FormulaAttributes | null;
  onDone: (formula: FormulaAttributes) => void;
  onClose: () => void;
};

/** Edits a formula as LaTeX, with a preview of what the text will show. */
export default function FormulaDialog({ formula, onDone, onClose }: FormulaDialogProps) {
  const [latex, setLatex] = useState(formula?.latex ?? '');
  const [isBlock, setBlock] = useState(formula?.isBlock ?? false);
  const shown = useDeferredValue(latex);
  const mathml = useMemo(() => renderFormula(shown, isBlock), [shown, isBlock]);
  const previewId = useId();
  const isReady = mathml !== null && shown === latex;

  const done = () => {
    if (isReady) onDone({ mathml, latex: latex.trim(), isBlock });
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={formula ? 'Editar fórmula' : 'Inserir fórmula'}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button disabled={!isReady} onClick={done}>
            {formula ? 'Salvar fórmula' : 'Inserir fórmula'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field label="LaTeX" help="Por exemplo: \frac{-b \pm \sqrt{\Delta}}{2a}">
          <Textarea
            rows={3}
            maxLength={FORMULA_MAX}
            spellCheck={false}
            className="font-code"
            value={latex}
            onChange={({ target }) => setLatex(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done();
            }}
          />
        </Field>
        <div className="flex flex-wrap gap-2">
          {examples.map(([label, example]) => (
            <Button key={label} variant="line" size="sm" onClick={() => setLatex((typed) => `${typed}${example}`)}>
              {label}
            </Button>
          ))}
        </div>
        <Checkbox
          label="Em uma linha própria, centralizada"
          checked={isBlock}
          onChange={({ target }) => setBlock(target.checked)}
        />
        <section aria-labelledby={previewId} className="grid gap-1.5">
          <h3 id={previewId} className="font-strong text-sm">
            Como vai ficar
          </h3>
          <div role="status" className="overflow-x-auto rounded-control border border-line bg-canvas p-4">
            {mathml ? <RichText html={`<p>${mathml}</p>`} /> : <PreviewHint latex={shown} />}
          </div>
        </section>
      </div>
    </Dialog>
  );
}

function PreviewHint({ latex }: { latex: string }) {
  return (
    <p className="text-ink-soft text-sm">
      {latex.trim() === ''
        ? 'Digite a fórmula acima.'
        : 'Ainda não é uma fórmula. Confira as chaves { } e os nomes dos comandos.'}
    </p>
  );
}
