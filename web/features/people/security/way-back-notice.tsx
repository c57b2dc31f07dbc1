import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ownPasskeysQuery } from '#web/features/people/passkeys/own-passkeys.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';
import { secondFactorQuery } from './second-factor.queries.ts';

/**
 * Shown while a lost phone would lock the owner out: no recovery code is left, or one passkey is the only login
 * method.
 */
export function WayBackNotice() {
  const factor = useQuery(secondFactorQuery).data;
  const own = useQuery(ownPasskeysQuery).data;
  const [isRenewing, setRenewing] = useState(false);
  const lacksCodes = factor?.enabledAt != null && factor.recoveryCodesLeft === 0;
  const hasOneKey = own?.hasPassword === false && own.passkeys.length === 1;
  if (!lacksCodes && !hasOneKey && !isRenewing) return null;
  return (
    <>
      <Notice
        tone="sun"
        title="Falta um jeito de voltar se perder o celular"
        action={
          lacksCodes && (
            <Button variant="next" size="sm" onClick={() => setRenewing(true)}>
              Gerar códigos
            </Button>
          )
        }
      >
        {lacksCodes
          ? 'Você não tem códigos de recuperação. Gere novos e guarde fora do celular.'
          : 'Você só tem uma chave de acesso. Adicione outro aparelho ou crie uma senha.'}
      </Notice>
      {isRenewing && <RenewCodesDialog onClose={() => setRenewing(false)} />}
    </>
  );
}
