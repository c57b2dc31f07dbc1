import { type ReactNode, useState } from 'react';
import { Chips } from '#web/ui/chips.tsx';

type PrintSize = 'usual' | 'large' | 'largest';

const sizes: { value: PrintSize; label: string }[] = [
  { value: 'usual', label: 'Normal' },
  { value: 'large', label: 'Grande, 18 pt' },
  { value: 'largest', label: 'Muito grande, 24 pt' },
];

/** A booklet, and the choice of its print size. The choice is not stored: the next booklet is for another person. */
export function SizedPaper({ children }: { children: ReactNode }) {
  const [size, setSize] = useState<PrintSize>('usual');
  return (
    <>
      <div className="mb-6 grid grid-cols-1 gap-2 print:hidden">
        <p className="font-strong text-sm">Letra no papel</p>
        <Chips label="Letra no papel" value={size} onValueChange={setSize} chips={sizes} />
        {size !== 'usual' && (
          <p className="text-ink-soft text-sm">Uma coluna, questões, textos e folha de respostas no mesmo tamanho.</p>
        )}
      </div>
      <div data-print={size}>{children}</div>
    </>
  );
}
