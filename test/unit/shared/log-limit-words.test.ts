import { expect, test } from 'vitest';
import { logLimitWords } from '../../../src-shared/words/team/log-limit-words.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 29);
const LIMITS = {
  bytes: 0,
  maxBytes: 10_000_000_000,
  maxEntryBytes: 1_000_000,
  oldestAt: null,
  maxAgeMs: 30 * DAY_MS,
  copies: 3,
  dropsOldest: false,
  version: '2.10.27',
};
const BUSY = { bytes: 4_000_000_000, oldestAt: NOW - 8 * DAY_MS };

test.each([
  [
    'an empty log',
    {},
    /^The log has room for 10000 MB, about 10000 thousand events of 1 kB, and its entries expire after 30 days\.$/,
  ],
  [
    'a log that is large enough',
    { ...BUSY, maxAgeMs: 10 * DAY_MS },
    /room for 20 days of events, and its entries expire after 10 days\.$/,
  ],
  ['large entries', {}, /more than 0\.7 MB is divided/],
  ['entries of 64 kB', { maxEntryBytes: 65_536 }, /at most 65 kB\. Larger events are divided, but not those/],
  ['one server', { copies: 1 }, /on one server only/],
  ['three servers', {}, /has 3 copies\. It goes on while one server is away/],
  ['a power cut of one server', { copies: 1 }, /Without it, .* bring the entries back by themselves/],
  ['a power cut of three servers', {}, /Without it, .* copies may stay different, .* before you start a server again/],
  ['a version with the setting', {}, /Whether nats-server 2\.10\.27 has "sync_interval: always" .* cannot be seen/],
])('[TEAM-320] %s are explained', (_what, part, words) => {
  const { facts, warnings } = logLimitWords({ ...LIMITS, ...part }, NOW);
  expect(facts.filter((one) => words.test(one))).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test.each([
  ['a log that fills before its entries expire', BUSY, /room for 20 days .* So it will be full/],
  ['a log that fills and never expires', { ...BUSY, maxAgeMs: null }, /never expire\. So it will be full/],
  ['a log without a largest size', { maxBytes: null }, /may fill the disk/],
  ['a log that removes its oldest entries', { dropsOldest: true }, /removes its oldest entries/],
  ['entries too small for a note', { maxEntryBytes: 8_192 }, /at most 8 kB\. Long notes do not fit/],
  ['two copies', { copies: 2 }, /needs both servers/],
  [
    'nats-server 2.9',
    { version: '2.9.10' },
    /With nats-server 2\.9\.10, a power cut .* up to two minutes .* From nats-server 2\.10 on/,
  ],
])('[TEAM-320] a warning names %s', (_what, part, words) => {
  const { warnings } = logLimitWords({ ...LIMITS, ...part }, NOW);
  expect(warnings).toEqual([expect.stringMatching(words)]);
});
