import { Suspense } from 'react';
import type { User } from '#contract/platform/users.ts';
import { usePasskeysOffered } from '#web/features/people/passkeys/passkeys.ts';
import { school } from '#web/lib/school.ts';
import { lazyChunk } from '#web/ui/lazy-chunk.tsx';
import { PasskeyLogin } from './passkey-login.tsx';

const GoogleLogin = lazyChunk<OtherWaysInProps>(() => import('./google-login.tsx'));

type OtherWaysInProps = { onEnter: (user: User) => void; onRefuse: (error: unknown) => void };

/** The login methods above the password: the device first, then Google, each if available. */
export function OtherWaysIn(props: OtherWaysInProps) {
  const isPasskeyOffered = usePasskeysOffered();
  if (!isPasskeyOffered && !school.google) return null;
  return (
    <>
      <div className="grid gap-3">
        {isPasskeyOffered && <PasskeyLogin {...props} />}
        {school.google && (
          <Suspense>
            <GoogleLogin {...props} />
          </Suspense>
        )}
      </div>
      <p className="my-5 flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        ou com senha
      </p>
    </>
  );
}
