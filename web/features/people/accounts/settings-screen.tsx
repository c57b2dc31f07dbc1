import { AccountPage } from '#web/ui/account-page.tsx';
import { Card } from '#web/ui/card.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { EmailSettings } from './email-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { PasswordSettings } from './password-settings.tsx';

export default function SettingsScreen() {
  return (
    <AccountPage title="Configurações" subtitle="Aparência, avisos, e-mail e senha.">
      <AppearanceSettings />
      <NotificationSettings />
      <Card title="Acesso à conta">
        <EmailSettings />
        <PasswordSettings />
      </Card>
    </AccountPage>
  );
}
