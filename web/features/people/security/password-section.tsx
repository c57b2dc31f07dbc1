import { LockKeyhole } from 'lucide-react';
import { paths } from '#web/lib/paths.ts';
import { school } from '#web/lib/school.ts';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { GoogleRow } from './google-row.tsx';
import { SecurityRow } from './security-row.tsx';

export function PasswordSection() {
  return (
    <Card title={school.google ? 'Senha e Google' : 'Senha'}>
      <ul>
        <SecurityRow
          icon={<LockKeyhole />}
          title="Senha e e-mail"
          text="Trocar um dos dois pede a senha atual, e avisamos você por e-mail."
        >
          <ButtonLink href={paths.settings} variant="line" size="sm">
            Mudar
          </ButtonLink>
        </SecurityRow>
        <GoogleRow />
      </ul>
    </Card>
  );
}
