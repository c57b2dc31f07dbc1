import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import type { Columns } from './reconcile.queries.ts';

type ColumnsDialogProps = {
  columns: readonly string[];
  sample: readonly (readonly string[])[];
  busy: boolean;
  onChoose: (columns: Columns) => void;
  onClose: () => void;
};

/** Asks for the columns of an unknown bank once; they are remembered afterwards. */
export default function ColumnsDialog({ columns, sample, busy, onChoose, onClose }: ColumnsDialogProps) {
  const [date, setDate] = useState('');
  const [amount, setAmount] = useState('');
  const isReady = date !== '' && amount !== '' && date !== amount;
  const options = columns.map((name, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identified by position, names may repeat
    <option key={index} value={index}>
      {name || `Coluna ${index + 1}`}
      {sample[0]?.[index] ? ` (${sample[0][index]})` : ''}
    </option>
  ));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Como ler este extrato?"
      description="Não reconhecemos as colunas deste banco. Diga uma vez: da próxima lemos sozinhos."
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            disabled={!isReady}
            busy={busy}
            busyLabel="Lendo..."
            onClick={() => onChoose({ date: Number(date), amount: Number(amount) })}
          >
            Ler o extrato
          </Button>
        </>
      }
    >
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Data">
          <Select value={date} onChange={({ target }) => setDate(target.value)}>
            <option value="">Escolha a coluna</option>
            {options}
          </Select>
        </Field>
        <Field label="Valor recebido" help="Saídas e valores negativos ficam de fora.">
          <Select value={amount} onChange={({ target }) => setAmount(target.value)}>
            <option value="">Escolha a coluna</option>
            {options}
          </Select>
        </Field>
      </div>
      <div className="mt-4 overflow-x-auto">
        <table className="w-full text-left text-sm">
          <caption className="sr-only">As primeiras linhas do arquivo</caption>
          <thead>
            <tr>
              {columns.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: identified by position, names may repeat
                <th key={index} className="whitespace-nowrap px-2 py-1 font-strong">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((row) => (
              <tr key={row.join('|')} className="border-line border-t">
                {columns.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
                  <td key={index} className="px-2 py-1">
                    {row[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
