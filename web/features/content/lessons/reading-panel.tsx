import { Chips } from '#web/ui/chips.tsx';
import type { ReadingAppearance } from './reading-appearance.ts';

type ReadingPanelProps = {
  id: string;
  look: ReadingAppearance;
  onChange: (change: Partial<ReadingAppearance>) => void;
};

/** Size, width and paper of the text: a choice is applied at once. */
export default function ReadingPanel({ id, look, onChange }: ReadingPanelProps) {
  return (
    <section
      id={id}
      aria-label="Aparência do texto"
      className="mb-6 grid gap-3 rounded-card border border-line bg-surface p-4 print:hidden"
    >
      <Chips
        label="Tamanho do texto"
        value={look.size}
        onValueChange={(size) => onChange({ size })}
        chips={[
          { value: 'normal', label: 'Texto normal' },
          { value: 'large', label: 'Grande' },
          { value: 'larger', label: 'Maior' },
          { value: 'largest', label: 'Bem maior' },
        ]}
      />
      <Chips
        label="Largura do texto"
        value={look.width}
        onValueChange={(width) => onChange({ width })}
        chips={[
          { value: 'narrow', label: 'Coluna estreita' },
          { value: 'normal', label: 'Média' },
          { value: 'wide', label: 'Larga' },
        ]}
      />
      <Chips
        label="Papel"
        value={look.paper}
        onValueChange={(paper) => onChange({ paper })}
        chips={[
          { value: 'theme', label: 'Papel do tema' },
          { value: 'sepia', label: 'Sépia' },
        ]}
      />
    </section>
  );
}
