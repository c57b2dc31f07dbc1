import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { PROOF_MAX_BYTES } from '../../../contract/limits.ts';
import * as contract from '../../../contract/payments.ts';
import type { Deps } from '../../deps.ts';
import { AppError, badRequest } from '../../http/errors.ts';
import { sendPage } from '../../http/paging.ts';
import { route } from '../../http/route.ts';
import { currentUser } from '../../http/sessions.ts';
import { readForm, withUploads } from '../../http/uploads.ts';
import { decidePayment, listDecisions, listQueue } from './decisions.service.ts';
import { type ProofGrant, readPaymentCookie, setPaymentCookie } from './payment-cookie.ts';
import { type Payment, publicView } from './payment-views.ts';
import { createByEmail, findByTypedCode, findCurrent } from './payments.service.ts';
import { sendProof } from './proof-reply.ts';
import { announcePayment, findPaymentForProof, openProof, receiveProof } from './proofs.service.ts';

export async function paymentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const view = (payment: Payment) => publicView(deps.config, payment);

  route(app, contract.getPaymentByCode, async ({ params }) => view(await findByTypedCode(deps.db, params.paymentCode)));

  route(app, contract.getCurrentPayment, async ({ query, request }) => {
    const grant = readPaymentCookie(deps, request);
    return view(await findCurrent(deps, { code: query.code, grant, userId: (await currentUser(request))?.id }));
  });

  // Sets no payment cookie: an e-mail address proves nothing.
  route(app, contract.createPaymentByEmail, async ({ body, request, reply }) => {
    const { payment, isNew } = await createByEmail(deps, body.email, request.ip);
    if (isNew) reply.code(201);
    return view(payment);
  });

  await withUploads(app, (scope) =>
    route(scope, contract.uploadProof, async ({ request, reply }) => {
      if (request.isMultipart()) return view(await readProof(deps, request, reply));
      const parsed = z.safeParse(contract.uploadProof.body, request.body ?? {});
      if (!parsed.success) throw badRequest(parsed.error.issues);
      const payment = await announcePayment(deps, parsed.data.paymentCode);
      grantSent(deps, request, reply, payment);
      return view(payment);
    }),
  );

  const proofRoute = (
    endpoint: typeof contract.getProof | typeof contract.getProofPreview,
    kind: 'original' | 'preview',
  ) =>
    route(app, endpoint, async ({ params, request, reply }) => {
      const viewer = { user: await currentUser(request), grant: readPaymentCookie(deps, request) };
      return sendProof(reply, await openProof(deps, params.id, kind, viewer));
    });
  proofRoute(contract.getProof, 'original');
  proofRoute(contract.getProofPreview, 'preview');

  route(app, contract.listOpenPayments, async ({ query, request, reply }) =>
    sendPage(request, reply, await listQueue(deps, query)),
  );

  route(app, contract.listPaymentDecisions, async ({ query, request, reply }) =>
    sendPage(request, reply, await listDecisions(deps, query)),
  );

  route(app, contract.approvePayment, ({ body, user }) =>
    decidePayment(deps, user, body.paymentCode, { to: 'approved' }),
  );

  route(app, contract.rejectPayment, ({ body, user }) =>
    decidePayment(deps, user, body.paymentCode, { to: 'rejected', reason: body.reason }),
  );
}

async function readProof(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Payment> {
  const { fields, file } = await readForm(request, reply, {
    maxBytes: PROOF_MAX_BYTES,
    tooLarge: 'O arquivo deve ter no máximo 5MB.',
    onField: async (name, value) => {
      if (name === 'paymentCode') await findPaymentForProof(deps, value);
    },
  });
  if (fields.paymentCode === undefined || file === null) {
    const missing = fields.paymentCode === undefined ? 'paymentCode' : 'file';
    throw new AppError('bad_request', 'Confira os dados enviados.', { fields: { [missing]: 'Campo obrigatório.' } });
  }
  const found = await findPaymentForProof(deps, fields.paymentCode);
  const { payment, proofId } = await receiveProof(deps, found, file);
  grantSent(deps, request, reply, payment, proofId);
  return payment;
}

/** Whoever sent a proof may follow the payment and see that proof again; who may see all keeps that. */
function grantSent(deps: Deps, request: FastifyRequest, reply: FastifyReply, payment: Payment, proofId?: number) {
  const held = readPaymentCookie(deps, request);
  const before: ProofGrant = held?.paymentCode === payment.paymentCode ? held.proofs : [];
  const proofs = before === 'all' ? before : [...new Set([...before, ...(proofId ? [proofId] : [])])];
  setPaymentCookie(deps, request, reply, payment.paymentCode, proofs);
}
