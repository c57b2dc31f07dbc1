import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { PROOF_MAX_BYTES } from '#contract/limits.ts';
import { applyCoupon } from '#contract/money/coupons.ts';
import * as contract from '#contract/money/payments.ts';
import * as paymentsDesk from '#contract/money/payments-office.ts';
import { writeCsv } from '#server/csv/csv-cells.ts';
import type { Deps } from '#server/deps.ts';
import { AppError, badRequest } from '#server/http/errors.ts';
import { networkOf } from '#server/http/networks.ts';
import { route } from '#server/http/route.ts';
import { sendTextFile } from '#server/http/send-files.ts';
import { currentUser } from '#server/http/sessions.ts';
import { readForm, withUploads } from '#server/http/uploads.ts';
import { readReservation, withCurrentPrice } from './coupon-reservations.service.ts';
import { decidePayment, listDecisions, listQueue, readAdminView } from './decisions.service.ts';
import { enrollByHand } from './enrollments.service.ts';
import { readPaymentCookie, setPaymentCookie } from './payment-cookie.ts';
import { answerDueAt, type Payment } from './payment-views.ts';
import { isOpenToHolder } from './payments.policy.ts';
import { createByEmail, findByLink, findByTypedCode, findCurrent, viewFor } from './payments.service.ts';
import { listForExport } from './payments-export.service.ts';
import { isProvenStudent, type ProofGrant, type Visitor } from './proof-access.policy.ts';
import { sendProof } from './proof-reply.ts';
import { announcePayment, findPaymentForProof, openProof, receiveProof, senderOf } from './proofs.service.ts';
import { attachRefundFile, findRefunded, openRefundFile } from './refund-files.service.ts';
import { listRefundsForAdmin, refuseRefund } from './refunds.service.ts';
import { applyCouponToOrder } from './renewal.service.ts';
import { takeApprovalBack } from './take-back.service.ts';

export async function paymentRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  route(app, contract.getPaymentByCode, async ({ params, request }) =>
    viewFor(deps, await findByTypedCode(deps.db, params.paymentCode), await visitorOf(deps, request)),
  );

  route(app, contract.getCurrentPayment, async ({ query, request }) => {
    const visitor = await visitorOf(deps, request);
    return viewFor(deps, await findCurrent(deps, query.code, visitor), visitor);
  });

  route(app, contract.getAnswerDeadline, async ({ query, request }) => {
    const visitor = await visitorOf(deps, request);
    const payment = await withCurrentPrice(deps, await findCurrent(deps, query.code, visitor));
    return {
      answerDueAt: answerDueAt(deps.school.now, payment),
      mayChange: isOpenToHolder(payment) && isProvenStudent(payment, visitor),
      amount: payment.amount,
      serverTime: deps.clock.now(),
      coupon: await readReservation(deps, payment),
    };
  });

  route(app, contract.openPaymentLink, async ({ body, request, reply }) => {
    const payment = await findByLink(deps, body.paymentCode, body.key);
    setPaymentCookie(deps, request, reply, payment.paymentCode, 'all');
    return viewFor(deps, payment, { user: null, grant: { paymentCode: payment.paymentCode, proofs: 'all' } });
  });

  // Sets no payment cookie: an e-mail address proves nothing.
  route(app, contract.createPaymentByEmail, async ({ body, request }) => {
    const visitor = await visitorOf(deps, request);
    const { payment, isNew } = await createByEmail(deps, body.email, networkOf(request.ip), visitor);
    return { made: await viewFor(deps, payment, visitor), isNew };
  });

  route(app, applyCoupon, async ({ body, request }) => {
    const visitor = await visitorOf(deps, request);
    const payment = await applyCouponToOrder(deps, body, visitor, networkOf(request.ip));
    return viewFor(deps, payment, visitor);
  });

  await withUploads(app, (scope) =>
    route(scope, contract.uploadProof, async ({ request, reply }) => {
      const visitor = await visitorOf(deps, request);
      if (request.isMultipart()) return viewFor(deps, await readProof(deps, request, reply, visitor), visitor);
      const parsed = z.safeParse(contract.uploadProof.body, request.body ?? {});
      if (!parsed.success) throw badRequest(parsed.error.issues);
      const payment = await announcePayment(deps, parsed.data.paymentCode, visitor);
      grantSent(deps, request, reply, payment);
      return viewFor(deps, payment, visitor);
    }),
  );

  const proofRoute = (
    endpoint: typeof contract.getProof | typeof contract.getProofPreview,
    kind: 'original' | 'preview',
  ) =>
    route(app, endpoint, async ({ params, request, reply }) => {
      return sendProof(reply, await openProof(deps, params.id, kind, await visitorOf(deps, request)));
    });
  proofRoute(contract.getProof, 'original');
  proofRoute(contract.getProofPreview, 'preview');

  route(app, contract.listOpenPayments, ({ query }) => listQueue(deps, query));

  route(app, contract.listPaymentDecisions, ({ query }) => listDecisions(deps, query));

  route(app, contract.approvePayment, ({ body, user }) =>
    decidePayment(deps, app.sessions, user, body.paymentCode, {
      do: 'approve',
      amount: body.amount,
      reason: body.reason,
    }),
  );

  route(app, contract.rejectPayment, ({ body, user }) =>
    decidePayment(deps, app.sessions, user, body.paymentCode, { do: 'reject', reason: body.reason }),
  );

  route(app, contract.revokePayment, ({ body, user }) =>
    takeApprovalBack(deps, app.sessions, user, body.paymentCode, body.reason),
  );

  route(app, paymentsDesk.refuseRefund, ({ body, user }) => refuseRefund(deps, user, body.paymentCode, body.reason));

  route(app, paymentsDesk.enrollByHand, async ({ body, user }) => {
    const { id, isNew } = await enrollByHand(deps, app.sessions, user, body);
    return { made: await readAdminView(deps, id), isNew };
  });

  await withUploads(app, (scope) =>
    route(scope, paymentsDesk.attachRefundFile, async ({ user, request, reply }) => {
      const { fields, file } = await readForm(request, reply, {
        ...proofRules,
        ticket: { field: 'paymentCode', check: (code) => findRefunded(deps, code) },
      });
      if (fields.paymentCode === undefined || file === null) throw missingPart(fields.paymentCode);
      return attachRefundFile(deps, user, await findRefunded(deps, fields.paymentCode), file);
    }),
  );
  route(app, paymentsDesk.getRefundFile, async ({ params, user, reply }) =>
    sendProof(reply, await openRefundFile(deps, params.id, user)),
  );

  route(app, paymentsDesk.exportPayments, async ({ query, reply, lagging }) =>
    sendTextFile(reply, 'pagamentos.csv', writeCsv(await listForExport({ ...deps, db: lagging }, query))),
  );

  route(app, paymentsDesk.listRefunds, ({ query }) => listRefundsForAdmin(deps, query));
}

const proofRules = { maxBytes: PROOF_MAX_BYTES, tooLarge: 'O arquivo deve ter no máximo 5MB.' };

const missingPart = (paymentCode: string | undefined) =>
  new AppError('bad_request', 'Confira os dados enviados.', {
    fields: { [paymentCode === undefined ? 'paymentCode' : 'file']: 'Campo obrigatório.' },
  });

/** By session and payment cookie; both may come along, or neither. */
const visitorOf = async (deps: Deps, request: FastifyRequest): Promise<Visitor> => ({
  user: await currentUser(request),
  grant: readPaymentCookie(deps, request),
});

async function readProof(deps: Deps, request: FastifyRequest, reply: FastifyReply, visitor: Visitor): Promise<Payment> {
  const { fields, file } = await readForm(request, reply, {
    ...proofRules,
    ticket: { field: 'paymentCode', check: (code) => findPaymentForProof(deps, code) },
  });
  if (fields.paymentCode === undefined || file === null) throw missingPart(fields.paymentCode);
  const found = await findPaymentForProof(deps, fields.paymentCode);
  const { payment, proofId } = await receiveProof(deps, found, file, senderOf(deps, found, visitor, request.ip));
  grantSent(deps, request, reply, payment, proofId);
  return payment;
}

/**
 * The sender of a proof may follow the payment and see that proof again. A cookie that allows all proofs keeps that.
 */
function grantSent(deps: Deps, request: FastifyRequest, reply: FastifyReply, payment: Payment, proofId?: number) {
  const held = readPaymentCookie(deps, request);
  const before: ProofGrant = held?.paymentCode === payment.paymentCode ? held.proofs : [];
  const proofs = before === 'all' ? before : [...new Set([...before, ...(proofId ? [proofId] : [])])];
  setPaymentCookie(deps, request, reply, payment.paymentCode, proofs);
}
