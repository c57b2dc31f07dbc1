import { useNewVersion } from '#web/lib/new-version.ts';
import { Button } from './button.tsx';

/** The live region exists before it has a message. */
export function NewVersionBar() {
  const isThere = useNewVersion();
  return (
    <div role="status">
      {isThere && (
        <p className="page-width my-2 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-sun-tint px-4 py-2 text-sm">
          <span className="grow">
            <strong>Há uma versão nova.</strong> Salve o que estiver fazendo e atualize a página.
          </span>
          <Button variant="line" size="sm" onClick={() => location.reload()}>
            Atualizar
          </Button>
        </p>
      )}
    </div>
  );
}
