#!/usr/bin/env bash
# prom-client 15.1.3 on Node.js 24, run 2026-11-30. Needs Linux, whose /proc counts how often a thread slept.
#
# Guess: default metrics are computed when they are read, so an idle process that nobody reads goes on sleeping.
# Seen: collectDefaultMetrics() wakes the process about 100 times a second for as long as it runs, because it starts a
# histogram of the delay of the event loop. eventLoopMonitoringPrecision makes it rarer, but then each figure contains
# that precision: an idle process with 1000 has a median lag of 1 s. Removing the metrics does not stop the histogram.
#
# Why it matters: a monitor that waits all day for a few events uses most of its wake-ups, and battery, for this.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund prom-client@15.1.3

cat >measure.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { collectDefaultMetrics, Registry } = require('prom-client');

const register = new Registry();
const [with_, precision] = process.argv.slice(2);
if (with_ !== 'nothing') {
  collectDefaultMetrics({ register, ...(precision && { eventLoopMonitoringPrecision: Number(precision) }) });
  if (with_ === 'removed') register.clear();
}
const sleeps = () => Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
setTimeout(() => {
  const before = sleeps();
  setTimeout(async () => {
    const perSecond = (sleeps() - before) / 5;
    const lag = /^nodejs_eventloop_lag_p50_seconds ([\d.]+)/m.exec(await register.metrics())?.[1] ?? 'none';
    console.log(perSecond.toFixed(0), Number(lag).toFixed(2));
  }, 5_000);
}, 1_000);
JS

failed=0
expect() { # name, lowest and highest wake-ups per second, median lag in s, arguments of the measurement
  read -r wakes lag < <(node measure.cjs "${@:5}")
  echo "$1: $wakes wake-ups per second, median lag $lag s"
  [[ $wakes -ge $2 && $wakes -le $3 && $lag == "$4" ]] || failed=1
}
expect 'without prom-client' 0 10 NaN nothing
expect 'default metrics' 70 110 0.01 default
expect 'default metrics, removed' 70 110 NaN removed
expect 'precision of 1000 ms' 0 10 1.00 default 1000
[[ $failed -eq 0 ]] || { echo 'prom-client behaves differently now' >&2; exit 1; }
