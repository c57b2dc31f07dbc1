import { Button } from '#web/ui/button.tsx';

/** The last fallback, shown when the app itself fails. */
export function BrokenApp() {
  return (
    <main className="page-width grid gap-3 py-16">
      <h1 className="text-2xl">A plataforma teve um problema</h1>
      <p>O problema foi registrado. Rascunhos e respostas guardados neste aparelho continuam aqui.</p>
      <p>
        <Button onClick={() => location.reload()}>Recarregar a página</Button>
      </p>
    </main>
  );
}
