-- The cards of a review day and their positions among its questions. The version before writes the day without them,
-- so they count only where `cards_day` is the day itself.
ALTER TABLE review_days
  ADD COLUMN cards_day      date,
  ADD COLUMN card_ids       integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN card_positions integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN card_reasons   text[] NOT NULL DEFAULT '{}',
  ADD COLUMN tomorrow_cards integer NOT NULL DEFAULT 0;
