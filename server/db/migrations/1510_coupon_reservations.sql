-- An unpaid order reserves its use of a coupon until this time. The default is for the version before, which does not
-- name the column. A paid order keeps its use, whatever stands here.
ALTER TABLE coupon_uses ADD COLUMN reserved_until timestamptz NOT NULL DEFAULT now() + interval '72 hours';

-- When the reservation of an order's coupon ended, and the amount until then.
ALTER TABLE payments
  ADD COLUMN coupon_lapsed_at timestamptz,
  ADD COLUMN lapsed_amount integer;

CREATE INDEX payments_unpaid_with_coupon ON payments (coupon_id)
  WHERE coupon_id IS NOT NULL AND status IN ('pending', 'analyzing', 'rejected');
