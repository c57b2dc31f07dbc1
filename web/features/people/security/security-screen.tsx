import { AccountPage } from '#web/ui/account-page.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { WayBackNotice } from './way-back-notice.tsx';

/** The login methods of the account, one section per method. */
export default function SecurityScreen() {
  return (
    <AccountPage title="Segurança" subtitle="Quem entra na sua conta, e como.">
      <WayBackNotice />
      <PasskeysSection />
      <SecondFactorSection />
      <PasswordSection />
      <SessionsSection />
    </AccountPage>
  );
}
