import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  loginByPasskey,
} from '#contract/people/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/hydration.ts';
import { loadChunk } from '#web/lib/load-chunk.ts';
import { ownHostname } from '#web/lib/render-context.ts';
import { school } from '#web/lib/school.ts';

/** The code that talks to the device is loaded only when a passkey is used. */
const loadWebauthn = () => loadChunk(() => import('@simplewebauthn/browser'));

const isAddress = (host: string) => /^[\d.]+$/.test(host) || host.includes(':');

/**
 * Whether this browser can use passkeys here: they belong to the school's host, and an IP address is not a valid host.
 */
export function usePasskeysOffered(): boolean {
  // The server renders for a browser that can, as nearly all can.
  const isAble = !useHydrated() || 'PublicKeyCredential' in window;
  return isAble && ownHostname() === (school.publicHost ?? ownHostname()) && !isAddress(ownHostname());
}

/** `offered`: in the autofill list of the username, without a prompt; `asked`: prompts at once. */
export async function enterByPasskey(how: 'offered' | 'asked') {
  const { startAuthentication } = await loadWebauthn();
  const { challengeId, options } = await call(beginPasskeyLogin);
  const credential = await startAuthentication({ optionsJSON: options, useBrowserAutofill: how === 'offered' });
  return call(loginByPasskey, { body: { challengeId, credential } });
}

/** Ends what waits for a device, such as the offer under the username. */
export async function stopWaitingForDevice(): Promise<void> {
  (await loadWebauthn()).WebAuthnAbortService.cancelCeremony();
}

/** The signature of the device as a proof of who is using the session. */
export async function signForProof() {
  const { startAuthentication } = await loadWebauthn();
  const { challengeId, options } = await call(beginPasskeyProof);
  const credential = await startAuthentication({ optionsJSON: options });
  return { challengeId, credential };
}

export async function makePasskey(name: string) {
  const { startRegistration } = await loadWebauthn();
  const { challengeId, options } = await call(beginPasskey);
  const credential = await startRegistration({ optionsJSON: options });
  return call(addPasskey, { body: { challengeId, credential, name: name.trim() || undefined } });
}

/** The message for a refusal by the browser or the user; undefined for every other error. */
export function deviceRefusal(error: unknown): string | undefined {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'InvalidStateError') return 'Este aparelho já tem uma chave de acesso para a sua conta.';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'Nenhuma chave de acesso foi usada.';
  if (name === 'NotSupportedError' || name === 'ConstraintError') {
    return 'Este aparelho não confirma quem você é. Ative a digital, o rosto ou um PIN nele e tente de novo.';
  }
  return undefined;
}
