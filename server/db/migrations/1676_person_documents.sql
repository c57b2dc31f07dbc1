-- CPF of a person, for the office. The value is encrypted and bound to the person; the hash is keyed with the server's
-- secret, so that a CPF is found and stays unique without being readable.
CREATE TABLE person_documents (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  cpf_sealed bytea NOT NULL,
  cpf_hash bytea NOT NULL UNIQUE,
  -- The import that brought it: an undo removes it.
  import_id bigint REFERENCES people_imports ON DELETE SET NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX person_documents_of_import ON person_documents (import_id) WHERE import_id IS NOT NULL;

-- The CPFs of an import by line, encrypted together, until the import is done.
ALTER TABLE people_imports ADD COLUMN cpfs_sealed bytea;
