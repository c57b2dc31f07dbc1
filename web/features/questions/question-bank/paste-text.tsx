import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/textarea.tsx';

type PasteTextProps = { busy: boolean; onSend: (file: File) => void };

/** Pasted questions, parsed like a text file. */
export function PasteText({ busy, onSend }: PasteTextProps) {
  const [text, setText] = useState('');
  return (
    <Card title="Colar um texto" className="md:col-span-2">
      <Field label="Questões copiadas de um documento, de um site ou de uma planilha">
        <Textarea
          rows={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder={'1. Qual é a capital da França?\na) Roma\nb) Paris\nGabarito: b'}
        />
      </Field>
      <Button
        className="mt-3"
        variant="line"
        disabled={text.trim() === ''}
        busy={busy}
        onClick={() => onSend(new File([text], 'texto-colado.txt', { type: 'text/plain' }))}
      >
        Ler o texto
      </Button>
    </Card>
  );
}
