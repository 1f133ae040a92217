/** All tables of the ledger's file: whoever opens it first makes them all. */
export const LEDGER_SCHEMA = `
  CREATE TABLE IF NOT EXISTS outcomes (
    workflow TEXT NOT NULL, item TEXT NOT NULL,
    outcome TEXT NOT NULL, input_hash TEXT NOT NULL, run TEXT NOT NULL, at REAL NOT NULL,
    mock INTEGER NOT NULL,
    PRIMARY KEY (workflow, item, mock)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS locks (
    workflow TEXT NOT NULL, item TEXT NOT NULL,
    run TEXT NOT NULL, pid INTEGER NOT NULL, started_at TEXT NOT NULL,
    PRIMARY KEY (workflow, item)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS rests (
    provider TEXT NOT NULL, scope TEXT NOT NULL, model TEXT NOT NULL,
    why TEXT NOT NULL, until REAL NOT NULL,
    PRIMARY KEY (provider, scope, model)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS levels (
    provider TEXT NOT NULL, scope TEXT NOT NULL, model TEXT NOT NULL,
    dimension TEXT NOT NULL, per TEXT NOT NULL,
    most REAL NOT NULL, left REAL NOT NULL, is_guess INTEGER NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (provider, scope, model, dimension, per)
  ) STRICT`
