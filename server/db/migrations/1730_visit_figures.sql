-- What browsers measured, as counts: neither a person nor an address. A row per day, screen, metric and bucket of values.
CREATE TABLE visit_figures (
  day date NOT NULL,
  screen text NOT NULL CHECK (length(screen) <= 120),
  metric text NOT NULL CHECK (metric IN ('LCP', 'INP', 'CLS')),
  bucket smallint NOT NULL CHECK (bucket BETWEEN 0 AND 70),
  visits integer NOT NULL CHECK (visits > 0),
  PRIMARY KEY (day, screen, metric, bucket)
);
