import { Printer } from 'lucide-react';
import { school } from '#web/lib/school.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import './recovery-codes.css';

type RecoveryCodesProps = { codes: string[]; doneLabel: string; onDone: () => void };

/** Shown once: the server stores only hashes of the codes. */
export function RecoveryCodes({ codes, doneLabel, onDone }: RecoveryCodesProps) {
  return (
    <div className="grid gap-4">
      <Notice tone="sun" title="Guarde estes códigos agora">
        Se perder o celular, cada um deles abre sua conta uma vez, junto com a senha. Eles não aparecem de novo.
      </Notice>
      <div data-print-alone>
        <p className="hidden print:block">Códigos de recuperação, {school.name}. Cada um funciona uma vez.</p>
        <ul aria-label="Códigos de recuperação" className="grid gap-1 rounded-control bg-sunken p-4 sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code className="whitespace-nowrap text-sm">{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label="Copiar códigos" copiedLabel="Códigos copiados" />
        <Button variant="line" onClick={() => window.print()}>
          <Printer /> Imprimir
        </Button>
      </div>
      <Button size="lg" className="w-full" onClick={onDone}>
        {doneLabel}
      </Button>
    </div>
  );
}
