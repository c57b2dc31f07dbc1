-- Codes that make an order cheaper.
CREATE TABLE coupons (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Written in capitals, however it is typed.
  code          text NOT NULL UNIQUE CHECK (code ~ '^[A-Z0-9]{3,20}$'),
  percent       integer CHECK (percent BETWEEN 1 AND 100),
  cents         integer CHECK (cents > 0),
  -- The first and the last day (America/Sao_Paulo) on which it is taken.
  valid_from    date,
  valid_until   date,
  -- How many orders may have it; null: any number. Counted here, so that the last one is taken once.
  uses_max      integer CHECK (uses_max > 0),
  uses          integer NOT NULL DEFAULT 0 CHECK (uses >= 0),
  version       integer NOT NULL DEFAULT 1,
  creation_key  uuid UNIQUE,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  CHECK ((percent IS NULL) <> (cents IS NULL))
);

-- Where it is taken; without rows everywhere.
CREATE TABLE coupon_offers (
  coupon_id  integer NOT NULL REFERENCES coupons ON DELETE CASCADE,
  offer_id   integer NOT NULL REFERENCES offers,
  PRIMARY KEY (coupon_id, offer_id)
);
CREATE INDEX coupon_offers_by_offer ON coupon_offers (offer_id);

-- Taken with the order, given back when it is called off.
CREATE TABLE coupon_uses (
  payment_id  integer PRIMARY KEY REFERENCES payments,
  coupon_id   integer NOT NULL REFERENCES coupons,
  student_id  uuid REFERENCES users ON DELETE SET NULL,
  used_at     timestamptz NOT NULL
);
-- One for each student.
CREATE UNIQUE INDEX coupon_uses_once ON coupon_uses (coupon_id, student_id);
CREATE INDEX coupon_uses_of_student ON coupon_uses (student_id) WHERE student_id IS NOT NULL;

ALTER TABLE payments ADD COLUMN coupon_id integer REFERENCES coupons;
CREATE INDEX payments_by_coupon ON payments (coupon_id) WHERE coupon_id IS NOT NULL;
