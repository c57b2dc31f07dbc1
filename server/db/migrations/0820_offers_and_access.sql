-- What is sold, what was bought, and until when it opens the lessons. Nobody who may study today is locked out by this.

-- What a student may buy. A changed price leaves open codes alone: each order keeps its own amount.
CREATE TABLE offers (
  id                  integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name                text NOT NULL,
  price_cents         integer NOT NULL CHECK (price_cents > 0),
  -- What it cost before; shown struck through.
  struck_price_cents  integer CHECK (struck_price_cents > 0),
  -- What it costs once the places are gone; null: the struck price, and where there is none the price stays.
  next_price_cents    integer CHECK (next_price_cents > 0),
  -- How long access lasts: the exam's day and months after it, days, until a day, or for good.
  rule                text NOT NULL CHECK (rule IN ('exam_months', 'days', 'until', 'endless')),
  rule_count          integer CHECK (rule_count BETWEEN 0 AND 36500),
  rule_until          date,
  -- The exam of students who follow none.
  default_exam_id     integer REFERENCES exams ON DELETE SET NULL,
  -- How many may buy at this price; null: any number. A place is taken when an order is approved.
  places              integer CHECK (places >= 0),
  places_taken        integer NOT NULL DEFAULT 0 CHECK (places_taken >= 0),
  -- The first and the last day (America/Sao_Paulo) on which it is sold.
  sold_from           date,
  sold_until          date,
  -- What a new student buys, and what the landing page tells of.
  is_default          boolean NOT NULL DEFAULT false,
  -- PRICE_CENTS was written in, or an administrator has changed it: the setting counts no more.
  is_settled          boolean NOT NULL DEFAULT false,
  version             integer NOT NULL DEFAULT 1,
  -- Named by the browser that creates it: a repeated request finds the offer of the first.
  creation_key        uuid UNIQUE,
  created_at          timestamptz NOT NULL,
  updated_at          timestamptz NOT NULL
);
CREATE UNIQUE INDEX offers_one_default ON offers (is_default) WHERE is_default;
CREATE INDEX offers_default_exam ON offers (default_exam_id) WHERE default_exam_id IS NOT NULL;

INSERT INTO offers (name, price_cents, struck_price_cents, rule, rule_count, places, is_default, created_at, updated_at)
  VALUES ('Acesso completo', 29700, 69700, 'exam_months', 3, 47, true, now(), now());

-- A payment is an order now, and a student may have several. `user_id` names the latest one only, because the version
-- before takes it for the one there is (it is unique, and its insert relies on that); whose order it is says
-- `student_id`.
ALTER TABLE payments ADD COLUMN student_id uuid REFERENCES users ON DELETE SET NULL;
ALTER TABLE payments ADD COLUMN offer_id integer REFERENCES offers;
ALTER TABLE payments ADD COLUMN method text NOT NULL DEFAULT 'pix_proof'
  CHECK (method IN ('pix_proof', 'pix_confirmed', 'card', 'slip', 'cash', 'transfer', 'card_machine', 'courtesy'));
-- The offer's price when it was made; `amount` is what is paid.
ALTER TABLE payments ADD COLUMN full_amount integer CHECK (full_amount > 0);
ALTER TABLE payments ADD COLUMN took_place boolean NOT NULL DEFAULT false;
-- For the books: which orders were of one person, once nobody may know of whom.
ALTER TABLE payments ADD COLUMN pseudonym text;
-- Of the office, about an order made by hand.
ALTER TABLE payments ADD COLUMN note text;
ALTER TABLE payments ADD COLUMN creation_key uuid UNIQUE;

UPDATE payments SET student_id = user_id, full_amount = amount, offer_id = (SELECT id FROM offers WHERE is_default);

-- A gift costs nothing.
ALTER TABLE payments DROP CONSTRAINT payments_amount_check;
ALTER TABLE payments ADD CONSTRAINT payments_amount_check CHECK (amount >= 0);
ALTER TABLE payments ADD CONSTRAINT payments_free_is_courtesy CHECK (amount > 0 OR method = 'courtesy');
ALTER TABLE payments DROP CONSTRAINT payments_status_check;
ALTER TABLE payments ADD CONSTRAINT payments_status_check
  CHECK (status IN ('pending', 'analyzing', 'approved', 'rejected', 'cancelled', 'refund_requested', 'refunded'));

CREATE INDEX payments_of_student ON payments (student_id, id DESC) WHERE student_id IS NOT NULL;
CREATE INDEX payments_by_offer ON payments (offer_id);
-- At most one open order each, whatever the code above it does.
CREATE UNIQUE INDEX payments_one_open ON payments (student_id) WHERE status IN ('pending', 'analyzing');

-- By the database itself, because the version before opens payments, too.
CREATE FUNCTION complete_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.student_id := coalesce(NEW.student_id, NEW.user_id);
  NEW.full_amount := coalesce(NEW.full_amount, nullif(NEW.amount, 0));
  NEW.offer_id := coalesce(NEW.offer_id, (SELECT id FROM offers WHERE is_default));
  RETURN NEW;
END $$;
CREATE TRIGGER payments_complete_order BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION complete_order();

-- An approval can be taken back, and made again: one stands at a time.
ALTER TABLE payment_decisions ADD COLUMN taken_back_at timestamptz;
-- This approval let the student in; taking it back sends them out again.
ALTER TABLE payment_decisions ADD COLUMN activated boolean NOT NULL DEFAULT false;
DROP INDEX payment_decisions_one_approval;
CREATE UNIQUE INDEX payment_decisions_one_approval ON payment_decisions (payment_id)
  WHERE decision = 'approved' AND taken_back_at IS NULL;

CREATE TABLE refunds (
  payment_id     integer PRIMARY KEY REFERENCES payments,
  -- By the student; null: the office's own choice.
  requested_at   timestamptz,
  -- The last working day on which it is to be carried out.
  due_on         date,
  -- Carried out: null until then.
  amount         integer CHECK (amount > 0),
  paid_on        date,
  -- The bank's own name for the transfer.
  end_to_end_id  text,
  note           text,
  recorded_by    uuid REFERENCES users ON DELETE SET NULL,
  recorded_at    timestamptz
);
CREATE INDEX refunds_due ON refunds (due_on, payment_id) WHERE recorded_at IS NULL;
CREATE INDEX refunds_recorded_by ON refunds (recorded_by) WHERE recorded_by IS NOT NULL;

-- Access is any grant in force. Each keeps the rule that was bought, whatever becomes of the offer.
CREATE TABLE access_grants (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The order it came with; null: from before there were orders, or by hand.
  payment_id  integer REFERENCES payments,
  offer_id    integer REFERENCES offers,
  rule        text NOT NULL CHECK (rule IN ('exam_months', 'days', 'until', 'endless')),
  rule_count  integer CHECK (rule_count BETWEEN 0 AND 36500),
  rule_until  date,
  -- The exam that the student chose while it was still to come.
  exam_id     integer REFERENCES exams ON DELETE SET NULL,
  begins_at   timestamptz NOT NULL,
  -- Taken back or paid back: from here on it counts for nothing.
  ended_at    timestamptz
);
CREATE INDEX access_grants_of_user ON access_grants (user_id);
CREATE UNIQUE INDEX access_grants_of_order ON access_grants (payment_id) WHERE ended_at IS NULL;
CREATE INDEX access_grants_by_payment ON access_grants (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX access_grants_by_exam ON access_grants (exam_id) WHERE exam_id IS NOT NULL;
CREATE INDEX access_grants_by_offer ON access_grants (offer_id) WHERE offer_id IS NOT NULL;

-- The one place that says until which day (America/Sao_Paulo, that day included) a grant reaches. An exam that was
-- over before the grant began is not what was bought. For good: infinity.
CREATE VIEW access_periods AS
  SELECT period.*,
    CASE period.rule
      WHEN 'endless' THEN 'infinity'::date
      WHEN 'until' THEN coalesce(period.rule_until, period.begins_on)
      WHEN 'days' THEN period.begins_on + coalesce(period.rule_count, 0)
      ELSE coalesce(
        (period.exam_date + make_interval(months => coalesce(period.rule_count, 0)))::date,
        (period.begins_on + interval '12 months')::date)
    END AS ends_on
  FROM (
    SELECT g.id, g.user_id, g.payment_id, g.offer_id, g.rule, g.rule_count, g.rule_until, g.begins_at, g.ended_at,
      own.begins_on,
      CASE WHEN chosen.exam_date >= own.begins_on THEN chosen.id
           WHEN fallback.exam_date >= own.begins_on THEN fallback.id END AS exam_id,
      CASE WHEN chosen.exam_date >= own.begins_on THEN chosen.exam_date
           WHEN fallback.exam_date >= own.begins_on THEN fallback.exam_date END AS exam_date
    FROM access_grants g
    CROSS JOIN LATERAL (SELECT (g.begins_at AT TIME ZONE 'America/Sao_Paulo')::date AS begins_on) own
    LEFT JOIN exams chosen ON chosen.id = g.exam_id
    LEFT JOIN offers ON offers.id = g.offer_id
    LEFT JOIN exams fallback ON fallback.id = offers.default_exam_id
  ) period;

-- Whoever may study on the day of this upgrade has what is sold from here on, counted from today, with the exam that
-- they follow if it is still to come.
INSERT INTO access_grants (user_id, payment_id, offer_id, rule, rule_count, exam_id, begins_at)
  SELECT users.id, payments.id, offers.id, offers.rule, offers.rule_count, exams.id, now()
  FROM users
  CROSS JOIN offers
  LEFT JOIN payments ON payments.user_id = users.id AND payments.status = 'approved'
  LEFT JOIN followed_exams ON followed_exams.user_id = users.id
  LEFT JOIN exams ON exams.id = followed_exams.exam_id
    AND exams.exam_date >= (now() AT TIME ZONE 'America/Sao_Paulo')::date
  WHERE offers.is_default AND users.role = 'student' AND users.status <> 'pending';

-- By the database itself and at the commit, because the version before lets students in, too, and knows no grants.
CREATE FUNCTION grant_to_active_student() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO access_grants (user_id, offer_id, rule, rule_count, rule_until, begins_at)
    SELECT users.id, offers.id, offers.rule, offers.rule_count, offers.rule_until,
           CASE TG_OP WHEN 'INSERT' THEN users.created_at ELSE now() END
    FROM users CROSS JOIN offers
    WHERE users.id = NEW.id AND users.role = 'student' AND users.status = 'active' AND offers.is_default
      AND NOT EXISTS (SELECT FROM access_grants WHERE access_grants.user_id = users.id);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER users_grant AFTER INSERT OR UPDATE OF status ON users DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status = 'active' AND NEW.role = 'student') EXECUTE FUNCTION grant_to_active_student();

CREATE FUNCTION grant_of_approved_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO access_grants (user_id, payment_id, offer_id, rule, rule_count, rule_until, begins_at)
    SELECT payments.student_id, payments.id, offers.id, offers.rule, offers.rule_count, offers.rule_until,
           coalesce(payments.decided_at, now())
    FROM payments JOIN offers ON offers.id = payments.offer_id
    WHERE payments.id = NEW.id AND payments.status = 'approved' AND payments.student_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM access_grants WHERE payment_id = payments.id AND ended_at IS NULL);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER payments_grant AFTER UPDATE OF status ON payments DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.status IN ('pending', 'analyzing') AND NEW.status = 'approved')
  EXECUTE FUNCTION grant_of_approved_order();

ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('payment_decided', 'teacher_approved', 'new_content', 'result_corrected', 'exam_near', 'certificate',
                  'new_proof', 'new_teacher', 'access_ending', 'refund_asked'));
