import { describe, expect, it, test } from 'vitest';
import { barState } from '../../src-renderer/frame/signal/bar-state.ts';
import type { ProfileEntry } from '../../src-shared/api/profiles.ts';
import { watchNotices } from '../../src-renderer/frame/notices/notices.ts';
import { badgeText } from '../../src-renderer/frame/rail/badge-text.ts';
import type { Signal } from '../../src-renderer/signal.ts';
import type { StorageStatus } from '../../src-shared/api/stream/stream-status.ts';
import type { StoreIncident } from '../../src-shared/domain/store-condition.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { cause } from '../doubles/stream-cause.ts';

const watching: Signal = { kind: 'watching', sessionSince: START, late: false };
const lost = { since: START, cause, nextAttemptAt: START + 4_000 };
const storing: StorageStatus = { kind: 'storing' };
const full = { code: 'STORE_UNWRITABLE', facts: { path: '/data/events.db', problem: 'full' } } as const;
const failing: StorageStatus = { kind: 'failing', since: START, error: full, waiting: 1_204 };

/** Prints the bar as `inverted hatched, Blind + length | reason | sentence | code | action`. */
function bar(
  signal: Signal,
  storage: StorageStatus | null = storing,
  shutOut = false,
  entry: ProfileEntry | null = null,
): string {
  const state = barState(signal, storage, shutOut, entry);
  if (state.kind === 'quiet') return 'quiet';
  const { appearance, hatched, word, showsDuration, reason, sentence, code, action } = state;
  const name = `${appearance}${hatched ? ' hatched' : ''}, ${word}${showsDuration ? ' + length' : ''}`;
  return [name, reason, sentence, code, action].map((part) => part ?? '–').join(' | ');
}

describe('the bar', () => {
  test.each<[string, Signal, string]>([
    ['is quiet while watching', watching, 'quiet'],
    ['is quiet if a heartbeat is late', { ...watching, late: true }, 'quiet'],
    ['is quiet while connecting', { kind: 'connecting' }, 'quiet'],
    ['is quiet if no profile is open', { kind: 'no-profile' }, 'quiet'],
    ['is quiet during a brief reconnection', { kind: 'reconnecting', ...lost }, 'quiet'],
    [
      'is loud while blind',
      { kind: 'blind', ...lost },
      'inverted hatched, Blind + length | Service unreachable | The events address cannot be reached (ECONNREFUSED). Check the network and the events address in the profile. | – | retry',
    ],
    [
      'shows the code if the sentence does not contain it',
      { kind: 'blind', ...lost, cause: { ...cause, kind: 'silent', reason: 'silent', code: 'SILENT' } },
      'inverted hatched, Blind + length | Stream went silent | The stream of the events address was open but nothing complete arrived for too long, so Watchfloor closed it. If it happens again, a proxy between here and the service may be holding the stream back. | SILENT | retry',
    ],
    [
      'shows a general sentence if only this page noticed the silence',
      { kind: 'blind', ...lost, cause: null },
      'inverted hatched, Blind + length | Nothing received from the service | Events may be missed. A proxy on the way may hold back a stream that is open but silent. | – | retry',
    ],
    [
      'says what happens next if the seat is taken',
      {
        kind: 'seat-taken',
        ...lost,
        cause: { ...cause, kind: 'renewing-token', reason: 'seat-taken', code: 'HTTP 409' },
      },
      'inverted hatched, Stream in use | – | The service at the events address refused the token. Watchfloor asks for a new one. | HTTP 409 | retry',
    ],
    [
      'says that watching has stopped',
      { kind: 'stopped', since: START },
      'inverted hatched, Stopped | Watching has stopped | Stored events can be read. Start Watchfloor again; if it stops again, see its log. | – | –',
    ],
    [
      'is outlined if the page is not connected, and offers only to copy the start command',
      { kind: 'wire-lost', since: START },
      'outlined, Not connected | – | Everything shown is from before then and can be read; this page connects again by itself. | – | copy-start-command',
    ],
  ])('%s', (_, signal, read) => {
    expect(bar(signal)).toBe(read);
  });

  it('says what still works and how long watching has been blind if a sign-in is needed', () => {
    const signal: Signal = {
      kind: 'sign-in-needed',
      since: START,
      cause: {
        kind: 'no-grant',
        reason: 'sign-in-needed',
        code: 'SIGNED_OUT',
        host: null,
        error: { code: 'SIGNED_OUT', facts: { profile: 'Acme', problem: 'ended' } },
        answer: null,
      },
      nextAttemptAt: null,
    };
    const entry = profileEntry({}, { flow: 'authorizationCode' });
    const missing = { ...entry, signIn: { kind: 'missing', error: full } as const };
    expect(bar(signal, storing, false, missing)).toBe(
      'inverted hatched, Sign-in needed | – | The issuer has ended the sign-in of “Acme”. Sign in again. Everything stored can be read. | SIGNED_OUT | sign-in',
    );
    expect(barState(signal, storing, false, missing)).toMatchObject({ durationPrefix: 'blind for ' });

    const tried = (problem: 'denied' | 'timed-out' | 'cancelled', at: number) => {
      const error = { code: 'SIGN_IN_FAILED', facts: { profile: 'Acme', problem } } as const;
      return barState(signal, storing, false, { ...entry, signIn: { kind: 'failed', error, at } });
    };
    expect(tried('denied', START + 1)).toMatchObject({
      sentence: expect.stringMatching(
        /^The sign-in for “Acme” was denied .* Nothing was changed\..* Everything stored can be read\.$/,
      ),
      code: 'SIGN_IN_FAILED',
      action: 'sign-in',
    });
    expect(tried('timed-out', START + 1)).toMatchObject({ sentence: expect.stringContaining('5 minutes') });
    // An older failure or a cancelled sign-in does not replace the reason why a sign-in is needed.
    const before = { sentence: expect.stringContaining('has ended the sign-in') };
    expect(tried('denied', START - 1)).toMatchObject(before);
    expect(tried('cancelled', START + 1)).toMatchObject(before);
  });

  describe('[VAULT-1] if the keychain keeps the token from the stream', () => {
    const entry = profileEntry({}, { flow: 'authorizationCode' });
    const waits: ProfileEntry = { ...entry, signIn: { kind: 'keychain-waits' } };
    const SENTENCE =
      'The keychain has not answered yet. It may ask for its password, or whether Watchfloor may use it: answer its window. Everything stored can be read.';

    it('says that it waits for the user and offers no other try', () => {
      const blind = bar({ kind: 'blind', ...lost, cause: null }, storing, false, waits);
      expect(blind).toBe(`inverted hatched, Blind + length | – | ${SENTENCE} | – | –`);
    });

    it('does not blame the keychain for a stream that is in use', () => {
      expect(bar({ kind: 'seat-taken', ...lost }, storing, false, waits)).toMatch(/^inverted hatched, Stream in use/);
    });

    it('shows the code of the keychain, not that of the missing sign-in', () => {
      const error = { code: 'KEYCHAIN_UNAVAILABLE', facts: { problem: 'no-session', profile: 'Acme' } } as const;
      const signal: Signal = { kind: 'sign-in-needed', ...lost, cause: { ...cause, code: 'SIGNED_OUT' } };
      expect(bar(signal, storing, false, { ...entry, signIn: { kind: 'unavailable', error } })).toMatch(
        /there is no desktop session here.* \| KEYCHAIN_UNAVAILABLE \| look$/,
      );
    });
  });

  it('[PAGE-20, PAGE-421] offers only to print a launch link if the session was lost', () => {
    expect(bar({ kind: 'wire-lost', since: START }, null, true)).toBe(
      'outlined, Not connected | – | Watchfloor was restarted; this browser no longer has a session. Open a new link. | – | print-link',
    );
  });

  it('[PAGE-13] is loud but not hatched if events are received but not stored', () => {
    expect(bar(watching, failing)).toBe(
      'inverted, Not storing + length | 1,204 events wait in memory | No space is left to store events in /data/events.db. Free some space on this disk. | STORE_UNWRITABLE | –',
    );
  });

  it('reports Blind first if events are not stored either', () => {
    expect(bar({ kind: 'blind', ...lost }, failing)).toMatch(/^inverted hatched, Blind/);
  });

  it('[PAGE-460] says of which folder a copy is one, and offers to watch with it', () => {
    const facts = { path: '/data', from: '/home/ola/data', computer: 'nms-01' };
    const copied = { kind: 'read-only', error: { code: 'FOLDER_COPIED', facts } } as const;
    expect(bar({ kind: 'stopped', since: START }, copied)).toBe(
      'inverted hatched, Stopped | Copied data folder | This data folder is a copy of /home/ola/data on the computer “nms-01”. It is read only until you choose to watch with it, because the original may be watching. Everything stored can be read. | – | watch-copy',
    );
    // Without the host, nothing can be chosen.
    expect(bar({ kind: 'wire-lost', since: START }, copied)).toMatch(/copy-start-command$/);
  });

  it('says that nothing is watched, and why, if the store is read-only', () => {
    expect(bar({ kind: 'stopped', since: START }, { kind: 'read-only', error: full })).toBe(
      'inverted hatched, Stopped | Nothing can be stored | Nothing is watched because nothing can be stored. No space is left to store events in /data/events.db. Free some space on this disk. Stored events can be read. | STORE_UNWRITABLE | –',
    );
  });
});

describe('notices', () => {
  const incident: StoreIncident = {
    at: START,
    kind: 'damaged',
    movedTo: '/data/events.db.damaged-1',
    missing: 12,
    saved: 1_700,
    mending: { kind: 'done' },
  };
  const backup = { kind: 'failed', at: START, reason: 'STORE_UNWRITABLE full', newest: null } as const;
  const of = (part: Parameters<typeof watchSnapshot>[0], storageIsBar = false) =>
    watchNotices(watchSnapshot(part), storageIsBar).map(({ tone, title, words }) => `${tone}: ${title}. ${words}`);

  it('list the worst first', () => {
    expect(
      of({ storage: failing, store: { incident: { ...incident, missing: 0 }, check: { kind: 'due' }, backup } }),
    ).toEqual([
      'failed: Events are not being stored. No space is left to store events in /data/events.db. Free some space on this disk. 1,204 events wait in memory.',
      'partial: The stored events were damaged. 1,700 events were restored, none is missing.',
      'partial: The store could not be copied. There was not enough space for it on the disk; free some. There is no copy of this store yet.',
    ]);
  });

  it('[KEEP-2] report events that could not be found as a failure', () => {
    expect(of({ store: { incident, check: { kind: 'due' }, backup: { kind: 'none' } } })).toEqual([
      'failed: The stored events were damaged. 1,700 events were restored, 12 could not be found.',
    ]);
  });

  it('do not repeat what the bar shows', () => {
    expect(of({ storage: failing }, true)).toEqual([]);
  });
});

test.each([
  ['Acme Europe', 'AE'],
  ['acme:nordics:test', 'AN'],
  ['Simulator', 'SI'],
  ['x', 'X'],
  ['…', '?'],
  ['日本 支社', '日支'],
])('the badge of “%s” is %s', (name, badge) => {
  expect(badgeText(name)).toBe(badge);
});
