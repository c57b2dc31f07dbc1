import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Statement } from '#contract/money/statements.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { useIgnoreUnmatched, useTakeStatementBack } from './reconcile.queries.ts';

/** Rent, fees, other sales: all entries that name no order, in one press. */
export function IgnoreUnmatched({ statement: { id, unmatched } }: { statement: Statement }) {
  const [isAsking, setAsking] = useState(false);
  const ignore = useIgnoreUnmatched(id);
  if (unmatched < 2) return null;
  return (
    <>
      <Button variant="line" size="sm" className="mb-3" onClick={() => setAsking(true)}>
        Ignorar todas sem pedido
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Ignorar ${plural(unmatched, 'entrada', 'entradas')} sem pedido?`}
        text="Entradas que citam um pedido ficam na lista. Cada uma pode voltar em Ignorados."
        confirmLabel="Ignorar"
        busy={ignore.isPending}
        busyLabel="Ignorando..."
        onConfirm={() => ignore.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

/** A file of the wrong account: everything that it caused is undone. */
export function TakeStatementBack({ statement: { id, confirmed } }: { statement: Statement }) {
  const [isAsking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const takeBack = useTakeStatementBack(id);
  return (
    <div className="mt-6">
      <Button variant="bad" size="sm" onClick={() => setAsking(true)}>
        Desfazer este extrato
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Desfazer este extrato inteiro?"
        text={`As entradas saem da lista. ${confirmed > 0 ? `${plural(confirmed, 'pedido confirmado por ele volta', 'pedidos confirmados por ele voltam')} para a análise e o acesso se fecha, se nenhum outro dinheiro os paga. ` : ''}O mesmo arquivo pode ser enviado de novo depois.`}
        confirmLabel="Desfazer extrato"
        tone="bad"
        busy={takeBack.isPending}
        busyLabel="Desfazendo..."
        onConfirm={() =>
          takeBack.mutate(undefined, {
            onSuccess: () => navigate(paths.adminStatements),
            onSettled: () => setAsking(false),
          })
        }
      />
    </div>
  );
}
