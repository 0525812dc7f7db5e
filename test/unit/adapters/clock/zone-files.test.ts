import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { newerZoneRules } from '../../../../src-main/adapters/clock/zone-files.ts';
import { LocalHours } from '../../../../src-main/core/lib/local-hours.ts';
import { setNewerZoneRules, zoneOffsetText } from '../../../../src-shared/lib/zoned-format.ts';
import { zonedWords } from '../../../../src-shared/words/zoned-time-words.ts';
import { writeZoneFiles, zoneFile } from '../../../doubles/zone-file.ts';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 28, 12);
const NOVEMBER = Date.UTC(2026, 10, 1, 7);
/** No runtime has this offset for the zone. */
const CHANGED = zoneFile(
  [
    [Date.UTC(2026, 2, 8, 8), -5],
    [NOVEMBER, -9],
  ],
  '<-09>9',
);
const WITH_RULE = zoneFile(
  [
    [0, 1],
    [NOVEMBER, 1],
  ],
  'CET-1CEST,M3.5.0,M10.5.0/3',
);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zones-'));
});
afterEach(() => {
  setNewerZoneRules(null);
  rmSync(folder, { recursive: true });
});

describe('[PAGE-97] the zone rules of the system', () => {
  it.each([
    ['2026f', '2026c', true],
    ['2026c', '2026c', false],
    ['2025b', '2026c', false],
    ['unknown', '2026c', false],
    ['2026f', '', true],
  ])('are used if their version %s is newer than %s of Node: %s', (version, runtime, isUsed) => {
    writeZoneFiles(folder, version, {});
    expect(newerZoneRules(folder, runtime) !== null).toBe(isUsed);
  });

  it('are not used if there are none', () => {
    expect(newerZoneRules(join(folder, 'none'), '2026c')).toBeNull();
  });

  it.each([
    ['America/Winnipeg', NOON, -9 * HOUR],
    ['America/Winnipeg', Date.UTC(2040, 0), -9 * HOUR],
    ['America/Winnipeg', Date.UTC(2020, 0), null],
    ['Europe/Berlin', Date.UTC(2026, 5), HOUR],
    // Only the rule in the last line decides.
    ['Europe/Berlin', NOON, null],
    ['Europe/Cut', NOON, null],
    ['Europe/Missing', NOON, null],
    ['../etc/passwd', NOON, null],
    ['UTC', NOON, null],
  ])('say for %s at %d: %s', (zone, at, offset) => {
    writeZoneFiles(folder, '2026f', {
      'America/Winnipeg': CHANGED,
      'Europe/Berlin': WITH_RULE,
      'Europe/Cut': CHANGED.subarray(0, 90),
      UTC: Buffer.from('text'),
    });
    expect(newerZoneRules(folder, '2026c')?.(zone, at)).toBe(offset);
  });

  it.runIf(existsSync('/usr/share/zoneinfo/tzdata.zi'))('are read from the files of this system', () => {
    const rules = newerZoneRules('/usr/share/zoneinfo', '2000a');
    expect(rules?.('Asia/Tokyo', NOON)).toBe(9 * HOUR);
  });
});

test('[PAGE-97] quiet hours, deadlines and reports use the newer offset, and keep the names of unchanged zones', () => {
  writeZoneFiles(folder, '2026f', { 'America/Winnipeg': CHANGED, 'Europe/Berlin': zoneFile([[0, 1]], 'CET-1') });
  setNewerZoneRules(newerZoneRules(folder, '2026c'));
  const untilNine = Array.from({ length: 7 }, () => [{ from: 0, to: 9 * 60 }]);
  expect(new LocalHours(untilNine, 'America/Winnipeg').end(NOON)).toBe(NOON + 6 * HOUR);
  const words = zonedWords('America/Winnipeg');
  expect([words.clock(NOON), words.zone(NOON), words.day(NOON)]).toEqual(['03:00:00', 'GMT-9', '2026-11-28']);
  expect(zonedWords('Europe/Berlin').zone(NOON)).toBe('CET');
  expect(zoneOffsetText('America/Winnipeg', NOON)).toBe('GMT-09:00');
});
