import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/content/attachments.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { withLargeForm, withUploads } from '#server/http/uploads.ts';
import { requireOwn } from './attachment-access.service.ts';
import type { AttachmentTarget } from './attachment-target.ts';
import { addAttachment, change, listOf, remove } from './attachments.service.ts';
import { openAttachment } from './opening.service.ts';

export async function attachmentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { attachmentMaxBytes: maxBytes } = deps.config;
  const rules = { maxBytes, tooLarge: `O arquivo deve ter no máximo ${maxBytes / 1024 / 1024} MB.` };
  const lesson = (id: number): AttachmentTarget => ({ kind: 'lesson', id });
  const course = (id: number): AttachmentTarget => ({ kind: 'course', id });

  await withUploads(app, (scope) => {
    for (const [endpoint, placeOf] of [
      [contract.attachToLesson, lesson],
      [contract.attachToCourse, course],
    ] as const) {
      route(scope, endpoint, async ({ params, user, request, reply }) => {
        const place = placeOf(params.id);
        // Checked before the body is read: no megabytes are sent only to be refused.
        await requireOwn(deps, user, place);
        return withLargeForm(request, reply, rules, (form) => addAttachment(deps, user, place, form));
      });
    }
  });

  route(app, contract.listLessonAttachments, ({ params, user }) => listOf(deps, user, lesson(params.id)));
  route(app, contract.listCourseAttachments, ({ params, user }) => listOf(deps, user, course(params.id)));
  route(app, contract.changeAttachment, ({ params, body, user }) => change(deps, user, params.id, body));
  route(app, contract.removeAttachment, ({ params, user }) => remove(deps, user, params.id));
  route(app, contract.getAttachment, async ({ params, query, user, reply }) => {
    const { stream, size, mimeType, name, isShown } = await openAttachment(deps, user, params.id);
    const disposition = isShown && !query.save ? 'inline' : 'attachment';
    return reply
      .headers({
        'content-type': mimeType,
        'content-length': String(size),
        'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
        // A file from our own address: no guessing of its type, no origin, no script, no frame but ours.
        'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        'x-frame-options': 'SAMEORIGIN',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
      .send(stream);
  });
}
