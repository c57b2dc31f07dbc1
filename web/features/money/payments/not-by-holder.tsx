import { Notice } from '#web/ui/notice.tsx';

/** Only the holder reads this: others sent the notice or the proof of this analysis. */
export function NotByHolder({ className }: { className?: string }) {
  return (
    <Notice tone="sun" title="Outra pessoa avisou que este pedido foi pago" className={className}>
      O aviso veio de outro aparelho. Se você ainda não pagou, continue por aqui: o código, o cupom e o envio do
      comprovante continuam valendo.
    </Notice>
  );
}
