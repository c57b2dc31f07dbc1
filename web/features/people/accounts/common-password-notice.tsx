import { useState } from 'react';
import { Link } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { sessionStore } from '#web/lib/safe-storage.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const PUT_OFF = 'commonPasswordPutOff';

/** For a session that was opened with a common password, once in a tab. */
export default function CommonPasswordNotice() {
  const [isPutOff, setPutOff] = useState(() => sessionStore.read(PUT_OFF) !== null);
  if (isPutOff) return null;
  const putOff = () => {
    sessionStore.write(PUT_OFF, 'yes');
    setPutOff(true);
  };
  return (
    <div className="page-width pt-4 print:hidden">
      <Notice
        tone="info"
        role="note"
        title="Sua senha é fácil de adivinhar"
        action={
          <div className="flex flex-wrap items-center gap-x-4">
            <Link href={`${paths.settings}?mudar=senha`} className="link inline-flex min-h-11 items-center">
              Trocar a senha
            </Link>
            <Button variant="quiet" size="sm" onClick={putOff}>
              Agora não
            </Button>
          </div>
        }
      >
        Ela está entre as mais usadas, ou repete seu nome ou e-mail.
      </Notice>
    </div>
  );
}
