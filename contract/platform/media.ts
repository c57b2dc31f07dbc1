import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { IMAGE_ADDRESS_MAX, IMAGE_MAX_BYTES } from '#contract/limits.ts';
import { imageParams } from '#contract/platform/image-address.ts';
import { id, requiredText } from '#contract/shapes.ts';

export const uploadedImage = z.object({ id, url: z.string(), width: z.number(), height: z.number() });
export type UploadedImage = z.output<typeof uploadedImage>;

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/media',
  access: 'author',
  summary: 'Takes an image (multipart field `file`) for lessons and questions.',
  bodyType: 'multipart',
  // The file and the few lines around it.
  bodyLimit: IMAGE_MAX_BYTES + 64 * 1024,
  response: uploadedImage,
  alsoAnswers: [201],
});

export const copyImage = endpoint({
  method: 'POST',
  path: '/api/media/copies',
  access: 'author',
  errors: ['image_unreachable'],
  summary: 'Fetches an image from the web into the library; the same image is the same one.',
  body: z.object({ address: requiredText(IMAGE_ADDRESS_MAX, 'Informe o endereço da imagem.') }),
  work: 'fetch',
  response: uploadedImage,
  alsoAnswers: [201],
});

export const getImage = endpoint({
  method: 'GET',
  path: '/api/media/:id',
  access: 'signedIn',
  summary: 'An uploaded image, for those who may read what uses it; used by nothing, for its author.',
  params: imageParams,
  response: binary,
});
