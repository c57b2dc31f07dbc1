import { X } from 'lucide-react';
import { COURSE_MODULE_MAX } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/input.tsx';

type ModuleTitleProps = { number: number; title: string; onChange: (title: string) => void; onDissolve: () => void };

/** The title over a group of items, typed in place. */
export function ModuleTitle({ number, title, onChange, onDissolve }: ModuleTitleProps) {
  return (
    <div className="flex items-center gap-2 border-line border-t bg-sunken px-4 py-2 md:px-5">
      <Input
        aria-label={`Título do módulo ${number}`}
        className="grow font-strong"
        maxLength={COURSE_MODULE_MAX}
        value={title}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button
        variant="quiet"
        size="icon"
        title="Juntar ao módulo de cima"
        aria-label={`Desfazer o módulo ${title}`}
        onClick={onDissolve}
      >
        <X />
      </Button>
    </div>
  );
}
