-- Whoever knows a payment code may say that it was paid. That moves the order to analysis, and must not keep its holder
-- from coupon, offer and proof.

-- True: the holder sent the proof or the notice of this analysis. False: only others did. Null: not recorded, because
-- the order never was in analysis or an earlier version wrote it.
ALTER TABLE payments ADD COLUMN analysis_by_holder boolean;
