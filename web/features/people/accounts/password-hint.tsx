import { useEffect, useState } from 'react';
import type { BodyInput } from '#contract/endpoint.ts';
import { PASSWORD_MIN } from '#contract/limits.ts';
import { checkPassword } from '#contract/people/recovery.ts';
import { call } from '#web/lib/api.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Checked when typing pauses. */
const PAUSE_MS = 600;

/** Warns during typing that a password is a common one. Only a hint: the server decides. */
export default function PasswordHint(props: BodyInput<typeof checkPassword>) {
  const asked = JSON.stringify(props);
  const [common, setCommon] = useState<string | null>(null);
  useEffect(() => {
    const body = JSON.parse(asked) as BodyInput<typeof checkPassword>;
    if (body.password.trim().length < PASSWORD_MIN) return;
    const control = new AbortController();
    const ask = () =>
      call(checkPassword, { body, signal: control.signal }).then(
        (answer) => setCommon(answer.common ? body.password : null),
        // Without a response there is no hint. Saving reports the problem.
        () => undefined,
      );
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [asked]);
  return (
    <div role="status" className="empty:hidden">
      {common === props.password && (
        <Notice title="Senha muito comum">Escolha outra: esta está entre as mais usadas.</Notice>
      )}
    </div>
  );
}
