import type { Schema } from './schema.ts'

/** All tables of the ledger's file: whoever opens it first makes them all. */
export const LEDGER_SCHEMA: Schema = {
  name: 'The ledger',
  steps: [
    `
  CREATE TABLE outcomes (
    workflow TEXT NOT NULL, item TEXT NOT NULL,
    outcome TEXT NOT NULL, input_hash TEXT NOT NULL, run TEXT NOT NULL, at REAL NOT NULL,
    mock INTEGER NOT NULL,
    label TEXT NOT NULL, command TEXT NOT NULL,
    PRIMARY KEY (workflow, item, mock)
  ) STRICT;
  CREATE TABLE locks (
    workflow TEXT NOT NULL, item TEXT NOT NULL,
    run TEXT NOT NULL, pid INTEGER NOT NULL, started_at TEXT NOT NULL,
    PRIMARY KEY (workflow, item)
  ) STRICT;
  CREATE TABLE rests (
    provider TEXT NOT NULL, scope TEXT NOT NULL, model TEXT NOT NULL,
    why TEXT NOT NULL, until REAL NOT NULL,
    PRIMARY KEY (provider, scope, model)
  ) STRICT;
  CREATE TABLE levels (
    provider TEXT NOT NULL, scope TEXT NOT NULL, model TEXT NOT NULL,
    dimension TEXT NOT NULL, per TEXT NOT NULL,
    most REAL NOT NULL, left REAL NOT NULL, is_guess INTEGER NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (provider, scope, model, dimension, per)
  ) STRICT;
  CREATE TABLE gates (
    id INTEGER PRIMARY KEY,
    workflow TEXT NOT NULL, item TEXT NOT NULL, mock INTEGER NOT NULL,
    input_hash TEXT NOT NULL, gate TEXT NOT NULL,
    question TEXT NOT NULL, content TEXT NOT NULL, path TEXT, hash TEXT NOT NULL,
    command TEXT NOT NULL, asked_at REAL NOT NULL,
    answer TEXT, answer_text TEXT, answered_at REAL, answered_by TEXT,
    taken INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX gates_of_item ON gates (workflow, item, mock, id);
  CREATE TABLE numbers (
    series TEXT NOT NULL, number INTEGER NOT NULL, workflow TEXT NOT NULL, item TEXT NOT NULL,
    PRIMARY KEY (series, number), UNIQUE (series, workflow, item)
  ) STRICT`,
  ],
}
