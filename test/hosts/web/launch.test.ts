import { describe, expect, it } from 'vitest';
import { Launch } from '../../../src-main/hosts/web/launch.ts';
import { Sessions } from '../../../src-main/hosts/web/sessions.ts';
import { FakeClock } from '../../doubles/fake-clock.ts';

describe('a launch token', () => {
  it('has 256 random bits and can be part of an address', () => {
    const launch = new Launch(new FakeClock());
    const tokens = [launch.issue(), launch.issue()];
    expect(tokens.map((token) => Buffer.from(token, 'base64url').length)).toEqual([32, 32]);
    expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
    expect(tokens[0]).not.toBe(tokens[1]);
  });

  it('lets one browser in once', () => {
    const launch = new Launch(new FakeClock());
    const token = launch.issue();
    expect([launch.exchange(token), launch.exchange(token)]).toEqual(['accepted', 'refused']);
  });

  it('expires after a minute, whatever the wall clock does', async () => {
    const clock = new FakeClock();
    const launch = new Launch(clock);
    const inTime = launch.issue();
    clock.setWallClock(clock.now() + 3_600_000);
    await clock.advance(59_999);
    expect(launch.exchange(inTime)).toBe('accepted');
    const late = launch.issue();
    await clock.advance(60_000);
    expect(launch.exchange(late)).toBe('refused');
  });

  it('is invalid once a newer one is issued', () => {
    const launch = new Launch(new FakeClock());
    const older = launch.issue();
    const newer = launch.issue();
    expect([launch.exchange(older), launch.exchange(newer)]).toEqual(['refused', 'accepted']);
  });

  it('cannot be guessed: after ten wrong ones even the right one is refused until the minute is over', async () => {
    const clock = new FakeClock();
    const launch = new Launch(clock);
    const outcomes = Array.from({ length: 10 }, () => launch.exchange('wrong'));
    expect(new Set(outcomes)).toEqual(new Set(['refused']));
    expect(launch.exchange(launch.issue())).toBe('limited');
    await clock.advance(60_000);
    expect(launch.exchange(launch.issue())).toBe('accepted');
  });

  it('is reissued at most every five seconds', async () => {
    const clock = new FakeClock();
    const launch = new Launch(clock);
    const first = launch.reissue();
    const atOnce = launch.reissue();
    await clock.advance(5_000);
    const later = launch.reissue();
    expect([first, atOnce, later]).toEqual([expect.any(String), null, expect.any(String)]);
    expect(launch.exchange(later ?? '')).toBe('accepted');
  });
});

describe('a session', () => {
  it('is a cookie that scripts, other sites and other ports cannot read', () => {
    expect(new Sessions(4711).open()).toMatch(
      /^watchfloor-session-4711=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  it('is found among other cookies and nowhere else', () => {
    const sessions = new Sessions(4711);
    const cookie = sessions.open().split(';')[0] ?? '';
    const value = cookie.split('=')[1];
    const admitted = [cookie, `a=b; ${cookie}`, `${cookie};c=d`].map((header) => sessions.admits(header));
    const refused = [undefined, '', `${cookie}x`, `${cookie}; ${cookie}`, `other=${value}`, `x${cookie}`].map(
      (header) => sessions.admits(header),
    );
    expect([admitted, refused]).toEqual([[true, true, true], Array.from({ length: 6 }, () => false)]);
  });

  it('is removed when a seventeenth is opened, if it is the oldest', () => {
    const sessions = new Sessions(4711);
    const cookies = Array.from({ length: 17 }, () => sessions.open().split(';')[0]);
    expect(cookies.map((cookie) => sessions.admits(cookie))).toEqual([
      false,
      ...Array.from({ length: 16 }, () => true),
    ]);
  });
});
