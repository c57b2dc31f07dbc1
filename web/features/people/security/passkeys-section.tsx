import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Fingerprint, KeyRound, LockKeyholeOpen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Passkey } from '#contract/people/passkeys.ts';
import { ownPasskeysQuery } from '#web/features/people/passkeys/own-passkeys.ts';
import { usePasskeysOffered } from '#web/features/people/passkeys/passkeys.ts';
import { formatDate, formatRelative } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hydration.ts';
import { paths } from '#web/lib/paths.ts';
import { ownHostname } from '#web/lib/render-context.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { SkeletonGroup } from '#web/ui/skeleton.tsx';
import { PasskeyNameDialog, RemovePasskeyDialog, RemovePasswordDialog } from './passkey-dialogs.tsx';
import { SecurityRow } from './security-row.tsx';

type Asking = 'add' | 'password' | { rename: Passkey } | { remove: Passkey } | null;

export function PasskeysSection() {
  const query = useQuery(ownPasskeysQuery);
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const { passkeys = [], hasPassword = true } = query.data ?? {};
  const isOffered = usePasskeysOffered();

  return (
    <Card
      title="Chaves de acesso"
      aside={
        isOffered &&
        query.data && (
          <Button variant="line" size="sm" onClick={() => setAsking('add')}>
            <Plus />
            Adicionar
          </Button>
        )
      }
    >
      {query.isPending && <SkeletonGroup blocks={['h-14 w-full']} />}
      {query.isError && (
        <ErrorState title="Não conseguimos carregar as chaves" onRetry={() => query.refetch()} headingLevel={3} />
      )}
      <ul>
        {passkeys.map((passkey) => (
          <SecurityRow key={passkey.id} icon={<Fingerprint />} title={passkey.name} text={<Facts passkey={passkey} />}>
            <Menu
              trigger={
                <Button variant="quiet" size="icon" aria-label={`Opções da chave ${passkey.name}`}>
                  <Ellipsis />
                </Button>
              }
            >
              <MenuItem icon={<Pencil />} onSelect={() => setAsking({ rename: passkey })}>
                Mudar o nome
              </MenuItem>
              <MenuItem icon={<Trash2 />} tone="bad" onSelect={() => setAsking({ remove: passkey })}>
                Remover
              </MenuItem>
            </Menu>
          </SecurityRow>
        ))}
        {query.data && !hasPassword && (
          <SecurityRow
            icon={<LockKeyholeOpen />}
            title="Sua conta está sem senha"
            text="Se perder o aparelho, “Esqueci minha senha” manda um link para o seu e-mail e cria uma."
          >
            <Link href={paths.forgotPassword} className="link inline-flex min-h-11 items-center text-sm">
              Criar senha
            </Link>
          </SecurityRow>
        )}
        {hasPassword && isOffered && passkeys.some(({ worksHere }) => worksHere) && (
          <SecurityRow
            icon={<KeyRound />}
            title="Entrar sem senha"
            text="A senha continua valendo. Se quiser, remova: sua conta abre só com a chave de acesso."
          >
            <Button variant="line" size="sm" onClick={() => setAsking('password')}>
              Remover senha
            </Button>
          </SecurityRow>
        )}
      </ul>
      <p className="mt-3 text-ink-soft text-sm">
        {isOffered
          ? `Entra com a digital, o rosto ou o PIN do aparelho, sem senha. Funciona mesmo se alguém souber a sua senha. As chaves valem só para ${ownHostname()}: se o endereço da plataforma mudar, elas deixam de funcionar e você entra com a senha ou pelo link do e-mail.`
          : 'Este navegador ou este endereço não permite chaves de acesso. Abra a plataforma pelo endereço dela, em um navegador atual.'}
      </p>
      {asking === 'add' && <PasskeyNameDialog passkey={null} onClose={close} />}
      {asking === 'password' && <RemovePasswordDialog onClose={close} />}
      {asking && typeof asking === 'object' && 'rename' in asking && (
        <PasskeyNameDialog passkey={asking.rename} onClose={close} />
      )}
      {asking && typeof asking === 'object' && 'remove' in asking && (
        <RemovePasskeyDialog passkey={asking.remove} onClose={close} />
      )}
    </Card>
  );
}

function Facts({ passkey }: { passkey: Passkey }) {
  const now = useNow();
  if (!passkey.worksHere) return 'Feita em outro endereço da plataforma: aqui ela não funciona mais.';
  const used = passkey.lastUsedAt ? `usada ${formatRelative(passkey.lastUsedAt, now)}` : 'ainda não usada';
  return `Criada em ${formatDate(passkey.createdAt)}, ${used}`;
}
