-- Laws as trees of devices. A device has texts with the time in which each was in force.
CREATE TABLE laws (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- LexML, or an id of the school for a norm without one.
  urn           text NOT NULL UNIQUE,
  -- What citations name: authority, type, year and number, without the day.
  norm_key      text NOT NULL,
  name          text NOT NULL,
  short_name    text NOT NULL DEFAULT '',
  ementa        text NOT NULL DEFAULT '',
  nicknames     text[] NOT NULL DEFAULT '{}',
  article_count integer NOT NULL,
  revision      integer NOT NULL DEFAULT 1,
  created_by    uuid REFERENCES users ON DELETE SET NULL,
  is_sample     boolean NOT NULL DEFAULT false,
  creation_key  uuid NOT NULL UNIQUE,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL
);
CREATE INDEX laws_by_norm_key ON laws (norm_key);
CREATE INDEX laws_by_name ON laws (name, id);
CREATE INDEX laws_created_by ON laws (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE law_devices (
  id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  law_id    integer NOT NULL REFERENCES laws ON DELETE CASCADE,
  -- As in LexML: art5_cpt_inc11.
  lex_id    text NOT NULL,
  kind      text NOT NULL CHECK (kind IN ('parte', 'livro', 'titulo', 'capitulo', 'secao', 'subsecao', 'anexo',
                                          'artigo', 'caput', 'paragrafo', 'inciso', 'alinea', 'item')),
  label     text NOT NULL,
  title     text NOT NULL DEFAULT '',
  -- The lex_id of the article that contains it; null for groups.
  article   text,
  depth     smallint NOT NULL,
  -- The order of the text.
  position  integer NOT NULL,
  UNIQUE (law_id, lex_id)
);
CREATE UNIQUE INDEX law_devices_in_order ON law_devices (law_id, position);
CREATE INDEX law_devices_of_article ON law_devices (law_id, article, position);
CREATE INDEX law_devices_outline ON law_devices (law_id, position)
  WHERE kind NOT IN ('caput', 'paragrafo', 'inciso', 'alinea', 'item');

CREATE TABLE law_versions (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id     integer NOT NULL REFERENCES law_devices ON DELETE CASCADE,
  -- 1 is the oldest text.
  number        integer NOT NULL,
  body          text NOT NULL,
  state         text NOT NULL DEFAULT 'in_force' CHECK (state IN ('in_force', 'revoked', 'vetoed')),
  is_current    boolean NOT NULL,
  -- Null where the source does not say. `valid_until` is the first day without it.
  valid_from    date,
  valid_until   date,
  -- The norm that gave the device this text, in words and as a URN.
  amending      text NOT NULL DEFAULT '',
  amending_urn  text,
  UNIQUE (device_id, number)
);
CREATE UNIQUE INDEX law_versions_current ON law_versions (device_id) WHERE is_current;
