/** Tests the state of tray, badge and title: the worst of all profiles, never green if one is not watched. */
import { describe, expect, test } from 'vitest';
import { shellView } from '../../../../src-main/hosts/electron/shell/shell-view.ts';
import type { WatchSnapshot } from '../../../../src-shared/api/watch.ts';
import type { InterruptionCause } from '../../../../src-shared/api/stream/stream-status.ts';
import { snapshotOf, watchSnapshot } from '../../../doubles/page-watch.ts';

const since = Date.UTC(2026, 10, 21, 14, 2);
const clockTime = (at: number) => new Date(at).toISOString().slice(11, 16);
const cause: InterruptionCause = {
  kind: 'cut',
  reason: 'connection-lost',
  code: 'ECONNRESET',
  host: null,
  error: null,
  answer: null,
};
const attempt = { since, cause, attempt: 1, nextAttemptAt: null };
const watching = { kind: 'watching', since, lastEventAt: since, lastHeartbeatAt: since } as const;
const view = (...watches: WatchSnapshot[]) => shellView(snapshotOf(...watches), clockTime);
const named = (name: string, part: Partial<WatchSnapshot>) => {
  const watch = watchSnapshot({ stream: watching, ...part });
  return { ...watch, profile: { ...watch.profile, name } };
};
const full = { code: 'STORE_UNWRITABLE', facts: { path: '/data', problem: 'full' } } as const;

describe('[PAGE-65] the tray shows', () => {
  test.each<[Partial<WatchSnapshot>, state: string, tooltip: string]>([
    [{ stream: watching }, 'watching', 'Watching'],
    [{ stream: { ...watching, heldBackMs: 39_000 } }, 'watching', 'Watching, events late'],
    [{ stream: { kind: 'reconnecting', ...attempt, lostAt: since } }, 'reconnecting', 'Reconnecting'],
    [{ stream: { kind: 'blind', ...attempt } }, 'blind', 'Blind'],
    [{ stream: { kind: 'seat-taken', ...attempt } }, 'seat-taken', 'Stream in use'],
    [{ stream: { kind: 'sign-in-needed', since, cause, nextAttemptAt: null } }, 'sign-in-needed', 'Sign-in needed'],
    [{ stream: { kind: 'stopped', since } }, 'blind', 'Stopped'],
    [{ storage: { kind: 'failing', since, error: full, waiting: 3 } }, 'blind', 'Not storing'],
    [{ storage: { kind: 'read-only', error: full } }, 'blind', 'Stopped'],
    [{ storage: { kind: 'viewing' } }, 'watching', 'Watching in another window'],
    [{ storage: { kind: 'viewing' }, stream: { kind: 'blind', ...attempt } }, 'blind', 'Blind'],
  ])('%j', (part, state, words) => {
    const seen = view(named('Acme', part));
    expect(seen).toEqual({
      state,
      unacknowledged: 0,
      lines: [`Acme: ${words} since 14:02`],
      tooltip: `Watchfloor – ${words} since 14:02`,
      title: `${words} – Watchfloor`,
    });
  });

  test('the worst of several profiles, with its name, and the sum of all alarms', () => {
    const seen = view(
      named('Good', { alarms: { unseen: 2 } }),
      named('Bad', { stream: { kind: 'blind', ...attempt }, alarms: { unseen: 1 } }),
      named('Short', { stream: { kind: 'reconnecting', ...attempt, lostAt: since } }),
    );
    expect(seen).toEqual({
      state: 'blind',
      unacknowledged: 3,
      lines: ['Bad: Blind since 14:02', 'Short: Reconnecting since 14:02', 'Good: Watching since 14:02'],
      tooltip: 'Watchfloor – Blind since 14:02 (Bad) – 3 new alarms',
      title: 'Blind – 3 new alarms – Watchfloor',
    });
  });

  test('Practice only if no real profile is watched', () => {
    const played = named('Practice', { stream: { kind: 'blind', ...attempt }, alarms: { unseen: 9 } });
    const practice = { ...played, profile: { ...played.profile, practice: true } };
    expect(view(practice).state).toBe('blind');
    expect(view(practice, named('Acme', {}))).toMatchObject({
      state: 'watching',
      unacknowledged: 0,
      title: 'Watching – Watchfloor',
    });
  });

  test('a line that no profile is open', () => {
    expect(view()).toEqual({
      state: 'none',
      unacknowledged: 0,
      lines: ['No profile is open'],
      tooltip: 'Watchfloor – No profile is open',
      title: 'Watchfloor',
    });
  });

  test('received names with visible control characters and a maximum length, also in the tooltip', () => {
    const hostile = named(`\u{202E}evil\n${'x'.repeat(500)}`, {});
    const seen = view(hostile, named('Other', { alarms: { unseen: 1 } }));
    expect(seen.tooltip.length).toBeLessThanOrEqual(127);
    expect(seen.lines[0]).toMatch(/^\\u\{202E\}evil\\u\{000A\}x+…: Watching since 14:02$/);
    expect(view(...Array.from({ length: 40 }, () => hostile)).lines).toHaveLength(9);
  });
});
