import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { PUSH_ENDPOINT_MAX } from '#contract/limits.ts';
import { text } from '#contract/shapes.ts';
import { notificationKind, pushKinds } from './notifications.ts';

const pushKind = notificationKind.check(
  z.refine((kind) => pushKinds.includes(kind), { error: 'Este aviso não vai para o aparelho.' }),
);

export const pushState = z.object({
  /** The key to which the browser binds its subscription; null: the school sends no push messages. */
  publicKey: z.nullable(z.string()),
  /** The kinds of messages that this device, identified by its session, receives; null: none. */
  device: z.nullable(z.object({ kinds: z.array(notificationKind) })),
  /** Whether it may be offered to this person, who has neither taken nor refused it. */
  offer: z.boolean(),
});
export type PushState = z.output<typeof pushState>;

export const getPushState = endpoint({
  method: 'GET',
  path: '/api/push',
  access: 'signedIn',
  summary: 'Whether messages can be sent to devices, and what this one is told of.',
  response: pushState,
});

export const savePushDevice = endpoint({
  method: 'PUT',
  path: '/api/push/device',
  access: 'signedIn',
  summary:
    'What this device is told of, with the subscription of its browser; again is the same. A browser belongs to who was last there; at most ten of one person.',
  body: z.object({
    endpoint: text(PUSH_ENDPOINT_MAX),
    keys: z.object({ p256dh: text(200), auth: text(100) }),
    /** The sender's, that the browser bound it to. */
    publicKey: text(200),
    kinds: z.array(pushKind).check(z.minLength(1, 'Escolha ao menos um aviso.'), z.maxLength(20)),
  }),
  response: pushState,
});

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push/device',
  access: 'signedIn',
  summary: 'Nothing is sent to this device any more; again is the same.',
  response: pushState,
});

export const answerPushOffer = endpoint({
  method: 'POST',
  path: '/api/push/offer',
  access: 'signedIn',
  summary: 'The offer was shown, or answered: then it is not made again.',
  body: z.object({ answer: z.enum(['shown', 'later', 'taken']) }),
});
