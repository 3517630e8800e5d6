# shellcheck shell=bash disable=SC2154 # test.sh sets $work, a temporary folder
# Sourced by test.sh: starts a PostgreSQL and an S3 server for the tests, on free
# loopback ports and in temporary folders, and exports their URLs.

# as_database_user COMMAND...: PostgreSQL refuses to run as root.
as_database_user() {
  if [ "$(id -u)" -ne 0 ]; then
    "$@"
  elif command -v runuser >/dev/null; then
    runuser -u postgres -- "$@"
  else
    # shellcheck disable=SC2016 # the inner shell expands these
    su postgres -s /bin/sh -c '"$0" "$@"' -- "$@"
  fi
}

start_postgres() {
  local port
  postgres_bin=$(dirname "$(command -v initdb || compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1)")
  postgres_dir=$(mktemp -d)
  [ "$(id -u)" -ne 0 ] || chown postgres "$postgres_dir"
  port=$(node scripts/free-port.mjs)
  (
    cd "$postgres_dir"
    as_database_user "$postgres_bin/initdb" --pgdata="$postgres_dir/data" --username=perimeter \
      --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync
    # Test data need not survive a crash, so syncing is off. pg_ctl passes the
    # options to a shell, so they must be on one line.
    options="-c listen_addresses=127.0.0.1 -p $port -k $postgres_dir -c max_connections=300"
    options+=" -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
    as_database_user "$postgres_bin/pg_ctl" --pgdata="$postgres_dir/data" --log="$postgres_dir/log" \
      -w -o "$options" start
  ) >"$work/postgres.log" 2>&1 || {
    cat "$work/postgres.log" "$postgres_dir/log" 2>/dev/null
    return 1
  }
  export PERIMETER_TEST_POSTGRES="postgres://perimeter@127.0.0.1:$port/postgres?sslmode=disable"
}

stop_postgres() {
  [ -n "${postgres_dir-}" ] || return 0
  (cd "$postgres_dir" && as_database_user "$postgres_bin/pg_ctl" --pgdata="$postgres_dir/data" -m immediate stop) \
    >/dev/null 2>&1 || true
  rm -rf "$postgres_dir"
}

start_s3() {
  local port
  port=$(node scripts/free-port.mjs)
  export AWS_ACCESS_KEY_ID=perimeter-test AWS_SECRET_ACCESS_KEY=perimeter-test-secret
  mkdir -p "$work/s3/buckets/perimeter" "$work/s3/metadata"
  "$VERSITYGW" --access "$AWS_ACCESS_KEY_ID" --secret "$AWS_SECRET_ACCESS_KEY" \
    --port "127.0.0.1:$port" --region us-east-1 --cors-allow-origin '*' --quiet \
    posix --sidecar "$work/s3/metadata" "$work/s3/buckets" >"$work/s3.log" 2>&1 </dev/null &
  s3_pid=$!
  for _ in {1..100}; do
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      export PERIMETER_TEST_S3="s3://perimeter?endpoint=http://127.0.0.1:$port&region=us-east-1&path_style=true"
      return
    fi
    sleep 0.1
  done
  cat "$work/s3.log"
  return 1
}

stop_s3() {
  [ -z "${s3_pid-}" ] || kill "$s3_pid" 2>/dev/null || true
}
