#!/usr/bin/env bash
# dunst 1.9.0 and xfce4-notifyd 0.7.3 (Debian 12), run 2026-11-29.
#
# Guess: a notification that replaces an id which the service does not know gets a new id, or the service passes over that
# id when it counts on, for the specification makes an id unique.
# Seen: both take the unknown id over, and give the same id to a later notification of another program. Two are on the
# screen with one id. dunst closes them one after the other; xfce4-notifyd closes one, and no call can close the other.
#
# Why it matters: the first notification after a restart of the service meets this, if its program still replaces an id of
# before. The click on, the closing and the update of one then reach the other. A monitor has to forget its ids as soon as
# the name on the bus has another owner.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

for package in dunst=1.9.0-0.1 xfce4-notifyd=0.7.3-1; do
  [ "${package%%=*}=$(dpkg-query --show --showformat='${Version}' "${package%%=*}")" = "$package" ] ||
    { echo "Install $package" >&2; exit 1; }
done
for program in Xvfb dbus-run-session gdbus; do
  command -v "$program" >/dev/null || { echo "Install xvfb, dbus and libglib2.0-bin" >&2; exit 1; }
done

cat >measure.sh <<'SH'
call() {
  gdbus call --session --dest org.freedesktop.Notifications --object-path /org/freedesktop/Notifications \
    --method "org.freedesktop.Notifications.$1" "${@:2}"
}
notify() { call Notify "$1" "$2" '' "$3" '' '[]' '{}' 0 | tr --delete --complement '0-9\n' | sed 's/^32//'; }

"$1" >/dev/null 2>&1 &
service=$!
gdbus wait --session --timeout 10 org.freedesktop.Notifications
gdbus monitor --session --dest org.freedesktop.Notifications >closed 2>&1 &
monitor=$!
sleep 1
alarm=$(notify monitor 3 'an alarm')
echo "replaces 3, which is unknown: gets $alarm"
for mail in 1 2 3 4; do notify mail 0 "mail $mail"; done | grep --quiet --line-regexp "$alarm" && echo "a mail gets $alarm too"
call CloseNotification "$alarm" >/dev/null
call CloseNotification "$alarm" >/dev/null
sleep 1
if [ "$1" = dunst ]; then echo "closed: $(dunstctl count history)"; else echo "closed: $(grep --count "NotificationClosed (uint32 $alarm" closed)"; fi
kill "$service" "$monitor"
SH

Xvfb -displayfd 3 -screen 0 800x600x24 3>display 2>/dev/null &
screen=$!
trap 'kill "$screen"; rm -rf "$folder"' EXIT
until [ -s display ]; do sleep 0.1; done
export DISPLAY=":$(cat display)" HOME=$folder XDG_CONFIG_HOME=$folder XDG_CACHE_HOME=$folder NO_AT_BRIDGE=1

seen=$(for service in dunst /usr/lib/*/xfce4/notifyd/xfce4-notifyd; do
  echo "$(basename "$service"):"
  timeout 30 dbus-run-session -- bash measure.sh "$service" 2>/dev/null
done)
expected='dunst:
replaces 3, which is unknown: gets 3
a mail gets 3 too
closed: 2
xfce4-notifyd:
replaces 3, which is unknown: gets 3
a mail gets 3 too
closed: 1'
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed. Expected:" >&2; echo "$expected" >&2; exit 1; }
