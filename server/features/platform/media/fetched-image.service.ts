import { IMAGE_MAX_BYTES } from '#contract/limits.ts';
import { HOUR_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/http/errors.ts';
import { charge } from '#server/http/throttle.ts';
import { OutsideFailed } from '#server/outside/outside.ts';
import { addImage } from './media.service.ts';

const COPIES = { bucket: 'media-copies', max: 200, windowMs: HOUR_MS };
const FETCH_MS = 10_000;

const unreachable = () =>
  new AppError('image_unreachable', 'Não conseguimos buscar esta imagem. Salve-a no seu aparelho e envie o arquivo.');
const tooLarge = () => new AppError('too_large', 'A imagem deve ter no máximo 10 MB.');

/** The last segment of the address, used as the name in the library. */
const nameOf = (address: string) => URL.parse(address)?.pathname.split('/').at(-1) ?? '';

/** Copies an image of a pasted text. The reason of a failure is not reported: the address might be in our network. */
export async function fetchImage(deps: Deps, owner: { id: string }, address: string) {
  await charge(deps, COPIES, owner.id);
  const rules = { maxBytes: IMAGE_MAX_BYTES, timeoutMs: FETCH_MS, headers: { accept: 'image/*' } };
  const { status, body } = await deps.outside(address, rules).catch((error: unknown) => {
    if (!(error instanceof OutsideFailed)) throw error;
    throw error.reason === 'too_large' ? tooLarge() : unreachable();
  });
  if (status !== 200 || body.length === 0) throw unreachable();
  return addImage(deps, owner, body, nameOf(address));
}
