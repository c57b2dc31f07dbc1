import { Page, PageHeader } from '../../ui/page.tsx';
import { AppearanceSettings } from './appearance-settings.tsx';
import { EmailSettings } from './email-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { PasswordSettings } from './password-settings.tsx';
import { SessionSettings } from './session-settings.tsx';

export default function SettingsScreen() {
  return (
    <Page width="form">
      <PageHeader title="Configurações" />
      <div className="grid gap-6">
        <AppearanceSettings />
        <NotificationSettings />
        <EmailSettings />
        <PasswordSettings />
        <SessionSettings />
      </div>
    </Page>
  );
}
