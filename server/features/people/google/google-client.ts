import * as oidc from 'openid-client';
import * as z from 'zod/mini';
import { HOUR_MS } from '#contract/time.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';

type Settings = NonNullable<Config['google']>;
export type Google = ReturnType<typeof createGoogle>;
/** What a browser took along and must bring back. */
export type Secrets = { state: string; nonce: string; verifier: string };

const TIMEOUT_S = 10;

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.optional(z.string().check(z.maxLength(320))),
  email_verified: z.optional(z.boolean()),
  hd: z.optional(z.string()),
});

/** Google by OpenID Connect. The provider metadata is fetched at the first use, and again after an hour. */
export function createGoogle(deps: Pick<Deps, 'clock' | 'log'>, settings: Settings) {
  const { issuer, clientId, clientSecret, redirectUri } = settings;
  const isPlain = issuer.startsWith('http:');
  let known: { metadata: oidc.ServerMetadata; at: number } | undefined;

  const discover = async (): Promise<oidc.ServerMetadata> => {
    const now = deps.clock.now().getTime();
    if (known && now - known.at < HOUR_MS) return known.metadata;
    const found = await oidc
      .discovery(new URL(issuer), clientId, clientSecret, undefined, {
        timeout: TIMEOUT_S,
        execute: isPlain ? [oidc.allowInsecureRequests] : [],
      })
      .catch((error: unknown) => {
        deps.log.warn({ reason: reasonOf(error) }, 'Google could not be asked about itself');
        throw new AppError('unavailable', 'O Google não respondeu. Tente de novo ou entre com sua senha.');
      });
    known = { metadata: found.serverMetadata(), at: now };
    return known.metadata;
  };

  /** A new one each time, so that keys are asked for with every login: Google changes them when it likes. */
  const configuration = async () => {
    const config = new oidc.Configuration(await discover(), clientId, clientSecret);
    config.timeout = TIMEOUT_S;
    if (isPlain) oidc.allowInsecureRequests(config);
    // Also over TLS: the signature proves that Google issued the token, whichever server answered.
    oidc.enableNonRepudiationChecks(config);
    return config;
  };

  return {
    issuer,
    /** Where the browser goes. */
    async address({ state, nonce, verifier }: Secrets): Promise<string> {
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        // On a shared computer the last Google account must not be used without a choice.
        prompt: 'select_account',
      });
      return url.href;
    },
    /** What Google says of who came back; null when it is not Google's word, or not for us. */
    async answer(query: string, { state, nonce, verifier }: Secrets) {
      const current = new URL(redirectUri);
      current.search = query;
      try {
        const config = await configuration();
        const tokens = await oidc.authorizationCodeGrant(config, current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const { sub, email, email_verified: isVerified, hd } = z.parse(claims, tokens.claims());
        return { subject: sub, email: email ?? null, emailIsSure: isVerified === true && isHandedOut(email, hd) };
      } catch (error) {
        // A guessed or used code, a token for another client, or a network error: logged for the operator.
        deps.log.warn({ reason: reasonOf(error) }, 'what Google answered was refused');
        return null;
      }
    },
  };
}

/** A short reason for the log: the error itself may contain the code, the token or personal data. */
const reasonOf = (error: unknown): string => {
  const { code, name } = error instanceof Error ? (error as Error & { code?: unknown }) : { code: undefined, name: '' };
  return typeof code === 'string' ? code : name || 'unknown';
};

/** Google hands out gmail.com and the domains it hosts; of others it only knows that they were read there once. */
const isHandedOut = (email: string | undefined, hostedDomain: string | undefined): boolean => {
  const domain = email?.split('@').at(-1)?.toLowerCase();
  return domain === 'gmail.com' || (hostedDomain !== undefined && domain === hostedDomain.toLowerCase());
};
