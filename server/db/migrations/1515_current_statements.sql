-- The list and the count of statements leave out those that were taken back.
CREATE INDEX statements_current ON statements (uploaded_at DESC, id DESC) WHERE taken_back_at IS NULL;
