import { useMutation, useQuery } from '@tanstack/react-query';
import { type ExampleRole, enterAsExample, listExampleLogins } from '#contract/people/example-logins.ts';
import type { User } from '#contract/platform/users.ts';
import { call } from '#web/lib/api.ts';
import { entryKeys } from '#web/lib/entry-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

export type ExampleLoginsProps = { onEnter: (user: User) => void; onRefuse: (error: unknown) => void };

const labels: Record<ExampleRole, string> = { student: 'Aluna', teacher: 'Professora', admin: 'Administração' };

/** Opens an account of the example school by one press. Shows nothing where the server offers none. */
export default function ExampleLogins({ onEnter, onRefuse }: ExampleLoginsProps) {
  const offered = useQuery(
    readQuery(listExampleLogins, entryKeys.exampleLogins, {
      // A refusal is the normal answer once a real person exists.
      retry: false,
    }),
  );
  const enter = useMutation({
    mutationFn: (role: ExampleRole) => call(enterAsExample, { params: { role } }),
    onSuccess: onEnter,
    onError: onRefuse,
  });
  if (!offered.data) return null;
  return (
    <Notice tone="sun" title="Escola de exemplo" className="mb-5">
      <p>Entre sem senha, enquanto só existem pessoas de exemplo:</p>
      <div className="mt-2 flex flex-wrap gap-2">
        {offered.data.roles.map((role) => (
          <Button key={role} variant="line" disabled={enter.isPending} onClick={() => enter.mutate(role)}>
            Entrar como {labels[role].toLowerCase()}
          </Button>
        ))}
      </div>
    </Notice>
  );
}
