import { FileLock2, ShieldCheck } from 'lucide-react';
import { Link } from 'wouter';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { EmailSettings } from './email-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { PasswordSettings } from './password-settings.tsx';

export default function SettingsScreen() {
  return (
    <Page width="form">
      <PageHeader title="Configurações" />
      <div className="grid gap-6">
        <AppearanceSettings />
        <NotificationSettings />
        <EmailSettings />
        <PasswordSettings />
        <SecurityLink />
        <PrivacyLink />
      </div>
    </Page>
  );
}

function SecurityLink() {
  return (
    <Card title="Segurança">
      <p className="mb-4">Veja em que aparelhos sua conta está aberta e saia de todos os dispositivos.</p>
      <Link href={paths.security} className={buttonClass({ variant: 'line' })}>
        <ShieldCheck /> Abrir segurança
      </Link>
    </Card>
  );
}

function PrivacyLink() {
  return (
    <Card title="Privacidade">
      <p className="mb-4">Baixe seus dados, veja o que você aceitou, ou exclua sua conta.</p>
      <Link href={paths.privacySettings} className={buttonClass({ variant: 'line' })}>
        <FileLock2 /> Abrir privacidade
      </Link>
    </Card>
  );
}
