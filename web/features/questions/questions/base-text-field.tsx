import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { BaseText } from '#contract/questions/base-text.ts';
import { FoldedText } from '#web/editor/base-text.tsx';
import { Button } from '#web/ui/button.tsx';
import { BaseTextDialog } from './base-text-dialog.tsx';

type BaseTextFieldProps = { value: BaseText | null; onChange: (text: BaseText | null) => void };

/** The supporting text of a question: chosen from the school's, written here, or none. */
export function BaseTextField({ value, onChange }: BaseTextFieldProps) {
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="font-strong text-sm">
        Texto-base <span className="font-normal text-ink-soft">(opcional, o mesmo para várias questões)</span>
      </p>
      {value && <FoldedText key={value.versionId} text={value} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="line" size="sm" onClick={() => setChoosing(true)}>
          <FileText /> {value ? 'Trocar ou editar o texto' : 'Escolher um texto'}
        </Button>
        {value && (
          <Button variant="quiet" size="sm" onClick={() => onChange(null)}>
            Retirar o texto
          </Button>
        )}
      </div>
      {isChoosing && (
        <BaseTextDialog
          current={value}
          onChoose={(text) => {
            onChange(text);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
