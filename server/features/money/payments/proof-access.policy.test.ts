import { describe, expect, it } from 'vitest';
import type { Role } from '#contract/platform/users.ts';
import { isProvenStudent, mayKnowReason, maySeeProof, type ProofGrant, type Visitor } from './proof-access.policy.ts';

const payment = { paymentCode: 'A', userId: 'ana' };
const proof = { ...payment, id: 7 };
const nobody: Visitor = { user: null, grant: null };
const user = (id: string, role: Role = 'student'): Visitor => ({ user: { id, role }, grant: null });
const cookie = (paymentCode: string, proofs: ProofGrant): Visitor => ({ user: null, grant: { paymentCode, proofs } });

describe('who comes with what', () => {
  it.each<[string, Visitor, { holder: boolean; proof: boolean; reason: boolean }]>([
    ['nothing', nobody, { holder: false, proof: false, reason: false }],
    ['the owner’s session', user('ana'), { holder: true, proof: true, reason: true }],
    ['another’s session', user('bia'), { holder: false, proof: false, reason: false }],
    ['an administrator’s session', user('eva', 'admin'), { holder: false, proof: true, reason: false }],
    ['the cookie of the payment', cookie('A', 'all'), { holder: true, proof: true, reason: true }],
    ['the cookie of another payment', cookie('B', 'all'), { holder: false, proof: false, reason: false }],
    ['the cookie of an upload of both proofs', cookie('A', [7, 8]), { holder: false, proof: true, reason: true }],
    ['the cookie of an upload of this one', cookie('A', [7]), { holder: false, proof: true, reason: false }],
    ['the cookie of another upload', cookie('A', [8]), { holder: false, proof: false, reason: false }],
    ['the cookie of an announcement', cookie('A', []), { holder: false, proof: false, reason: false }],
    ['another payment’s with these numbers', cookie('B', [7, 8]), { holder: false, proof: false, reason: false }],
  ])('%s', (_, visitor, may) => {
    expect({
      holder: isProvenStudent(payment, visitor),
      proof: maySeeProof(proof, visitor),
      reason: mayKnowReason(payment, [7, 8], visitor),
    }).toEqual(may);
  });

  it('without a proof, only the holder learns why the payment was refused', () => {
    expect(mayKnowReason(payment, [], cookie('A', []))).toBe(false);
    expect(mayKnowReason(payment, [], cookie('A', 'all'))).toBe(true);
  });

  it('a payment whose student was removed has no owner', () => {
    expect(isProvenStudent({ paymentCode: 'A', userId: null }, nobody)).toBe(false);
  });
});
