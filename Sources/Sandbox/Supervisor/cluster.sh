# Runs a private Postgres cluster for as long as standard input stays open, then removes every trace of it.
#
#   sh cluster.sh BINARIES DATA-PARENT SOCKET-PARENT DURABLE(yes|no) USER DATABASE
#
# Whoever holds the other end of standard input owns the cluster: when that process ends, even by SIGKILL, the kernel
# closes its end, `read` below fails, and the server is stopped. Says one line when it knows how it went:
#
#   ready SOCKET-FOLDER
#   failed STEP            followed by the end of the server's log
#
# A line "crash" on standard input stops the server as a power cut would and starts it again; the answer is "ready" again, or
# "failed start".

set -u
umask 077
export LC_ALL=C.UTF-8

binaries=$1 data_parent=$2 socket_parent=$3 durable=$4 user=$5 database=$6
folder= socket= log=/dev/null

# The folder that we were started in may be closed to this user, and Postgres' programs complain of that.
cd /

remove_folders() {
    [ -z "$folder" ] || rm -rf "$folder"
    [ -z "$socket" ] || rm -rf "$socket"
}

stop_server() {
    "$binaries/pg_ctl" stop -D "$folder/data" -m fast -w -t 20 ||
        "$binaries/pg_ctl" stop -D "$folder/data" -m immediate -w -t 10
} </dev/null >>"$log" 2>&1

fail() {
    [ ! -f "$folder/data/postmaster.pid" ] || stop_server
    printf 'failed %s\n' "$1"
    tail -n 20 "$log"
    remove_folders
    exit 1
}

end() {
    stop_server
    remove_folders
    exit 0
}

# Only the owner ends the cluster; a terminal's Ctrl-C reaches the owner too.
trap '' HUP INT
trap end TERM

version=$("$binaries/postgres" --version) || fail version
number=${version#*) }
[ "${number%%[!0-9]*}" -ge 15 ] || { echo "$version is older than 15"; fail version; }

mkdir -p "$data_parent" && folder=$(mktemp -d "$data_parent/cluster.XXXXXX") || fail data-folder
socket=$(mktemp -d "$socket_parent/feedkeeper.XXXXXX") || fail socket-folder
log=$folder/log
cd "$folder" || fail data-folder

{
    "$binaries/initdb" -D data -U "$user" --auth=trust --locale=C.UTF-8 --encoding=UTF8 --no-sync --no-instructions
} </dev/null >>"$log" 2>&1 || fail initdb

{
    echo "listen_addresses = ''"
    echo "unix_socket_directories = '$socket'"
    echo "max_connections = 200"
    [ "$durable" = yes ] || printf '%s = off\n' fsync synchronous_commit full_page_writes
} >>data/postgresql.conf || fail configure

"$binaries/pg_ctl" start -D "$folder/data" -l "$log" -w -t 60 </dev/null >>"$log" 2>&1 || fail start
"$binaries/createdb" -h "$socket" -U "$user" -w "$database" </dev/null >>"$log" 2>&1 || fail create-database

printf 'ready %s\n' "$socket"
while read -r order; do
    [ "$order" = crash ] || continue
    if {
        "$binaries/pg_ctl" stop -D "$folder/data" -m immediate -w -t 20
        "$binaries/pg_ctl" start -D "$folder/data" -l "$log" -w -t 60
    } </dev/null >>"$log" 2>&1; then printf 'ready %s\n' "$socket"; else fail start; fi
done
end
