import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Coverage, Gap, Session } from '../../src-shared/domain/coverage.ts';
import type { Cause } from '../../src-shared/domain/stream-status.ts';
import { OTHER_WATCH, PageBackend, START, WATCH, watchSnapshot } from '../doubles/page-backend.ts';
import { renderApp } from '../doubles/render-app.tsx';

const cause: Cause = { kind: 'unreachable', reason: 'unreachable', code: 'ECONNREFUSED', error: null, answer: null };
const signal = page.getByTestId('signal');
const colour = () => getComputedStyle(signal.element()).color;
const green = 'rgb(53, 181, 138)';

async function appThatWatches() {
  const app = await renderApp();
  app.backend.sayWire('open');
  app.backend.say(watchSnapshot());
  await expect.element(signal).toMatchTextContent('Watching');
  return app;
}

describe('the signal', () => {
  it('shows that we are watching, for how long, and how old the heartbeat is', async () => {
    await appThatWatches();
    await expect.element(page.getByRole('banner')).toMatchTextContent('session 12:41 / 30:00');
    await expect.element(page.getByRole('banner')).toMatchTextContent('heartbeat 8 s ago');
    expect({ colour: colour(), title: document.title }).toEqual({ colour: green, title: '● Watching — Watchfloor' });
  });

  it('says that the heartbeat is late, then turns blind, though the backend says nothing', async () => {
    const { clock } = await appThatWatches();
    clock.advance(40_000);
    await expect.element(page.getByRole('banner')).toMatchTextContent('heartbeat 48 s ago · late');
    clock.advance(30_000);
    await expect.element(signal).toMatchTextContent('Blind since 13:59:52 UTC');
    expect({ green: colour() === green, title: document.title }).toEqual({
      green: false,
      title: '▨ Blind — Watchfloor',
    });
  });

  it('says that the wire to the backend is lost and since when, and comes back by itself', async () => {
    const { backend } = await appThatWatches();
    backend.sayWire('lost');
    await expect.element(signal).toMatchTextContent("Not connected to Watchfloor's backend since 14:00:00 UTC");
    await expect.element(page.getByRole('alert')).toMatchTextContent('stays readable');
    expect(colour()).not.toBe(green);
    backend.sayWire('open');
    await expect.element(signal).toMatchTextContent('Not connected');
    backend.say(watchSnapshot());
    await expect.element(signal).toMatchTextContent('Watching');
  });

  it('says what to do where the host came back but knows this browser no more', async () => {
    const { backend, clock } = await appThatWatches();
    backend.shutOut = true;
    backend.sayWire('lost');
    await expect.element(page.getByRole('alert')).toMatchTextContent('connects again by itself');
    for (let second = 0; second < 3; second += 1) clock.advance(1_000);
    await expect.element(page.getByRole('alert')).toMatchTextContent('no session here any more. Open the link');
  });

  it.each([
    ['reconnecting', 'Reconnecting next try in 4 s'],
    ['blind', 'Blind since 13:58:00 UTC · next try in 4 s'],
    ['seat-taken', 'Seat taken since 13:58:00 UTC · next try in 4 s'],
  ] as const)('while %s says why, and tries at once when asked', async (kind, words) => {
    const { backend } = await renderApp();
    const since = kind === 'reconnecting' ? START - 20_000 : START - 120_000;
    backend.say(watchSnapshot({ stream: { kind, since, cause, attempt: 3, nextAttemptAt: START + 4_000 } }));
    await expect.element(signal).toMatchTextContent(words);
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent("The stream's address cannot be reached (ECONNREFUSED).");
    await page.getByRole('button', { name: 'Try now' }).click();
    expect({ retries: backend.retries, green: colour() === green }).toEqual({ retries: [WATCH], green: false });
  });

  it('asks for a sign-in, and says when events are not stored', async () => {
    const { backend } = await renderApp();
    backend.say(
      watchSnapshot({
        stream: {
          kind: 'sign-in-needed',
          since: START - 20_000,
          cause: { ...cause, kind: 'client-refused', reason: 'sign-in-needed', code: 'invalid_client' },
        },
        storage: {
          kind: 'failing',
          since: START,
          error: { code: 'STORE_UNWRITABLE', facts: { path: '/data/events.db', problem: 'full' } },
          waiting: 1_204,
        },
      }),
    );
    await expect.element(signal).toMatchTextContent('Sign-in needed');
    await expect
      .element(page.getByRole('alert').first())
      .toMatchTextContent('The token issuer refuses the client id or its secret');
    await expect
      .element(page.getByRole('alert').last())
      .toMatchTextContent(
        'Events are not being stored since 14:00:00 UTC. No space is left to store events in /data/events.db. Free some space on this disk. 1,204 events wait in memory.',
      );
  });

  it('says that watching has stopped', async () => {
    const { backend } = await renderApp();
    backend.say(watchSnapshot({ stream: { kind: 'stopped', since: START - 5_000 } }));
    await expect.element(signal).toMatchTextContent('Stopped');
    expect(colour()).not.toBe(green);
  });
});

describe('what the service answered', () => {
  const answer = {
    from: 'stream',
    status: 503,
    contentType: 'text/html',
    location: null,
    body: '<h1>Maintenance</h1><img src=x onerror=alert(1)>\u202E',
    network: null,
  } as const;
  const refused: Cause = { ...cause, kind: 'service-down', reason: 'refused', code: 'HTTP 503', answer };

  it('[PAGE-9] is shown on request alone, as text', async () => {
    const { backend } = await renderApp();
    const stream = { kind: 'blind', since: START - 120_000, cause: refused, attempt: 3, nextAttemptAt: null } as const;
    backend.say(watchSnapshot({ stream }));
    const notice = page.getByRole('alert');
    const body = notice.getByText(/Maintenance/);
    await expect.element(notice).toMatchTextContent('The service cannot answer at present (HTTP 503).');
    await expect.element(body).not.toBeVisible();
    await notice.getByText('What the service answered').click();
    await expect.element(body).toBeVisible();
    await expect.element(body).toMatchTextContent('<h1>Maintenance</h1><img src=x onerror=alert(1)>\\u202e');
    expect(notice.element().querySelector('h1, img')).toBeNull();
  });

  it('is not offered where nothing was answered', async () => {
    const { backend } = await renderApp();
    backend.say(watchSnapshot({ stream: { kind: 'blind', since: START, cause, attempt: 3, nextAttemptAt: null } }));
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByText('What the service answered')).not.toBeInTheDocument();
  });
});

describe("the provider's clock", () => {
  it.each([
    [7_200_000, 'Provider clock differs by +2 h 00 min'],
    [-300_000, 'Provider clock differs by −5 min'],
    [60_000, 'Provider clock differs by +1 min'],
  ])('[PAGE-10] is said to differ where it does by a minute or more: %i ms', async (providerClockOffsetMs, words) => {
    const { backend } = await renderApp();
    backend.say(watchSnapshot({ providerClockOffsetMs }));
    await expect.element(page.getByRole('banner')).toMatchTextContent(words);
  });

  it.each([null, 59_999, -59_999])('[PAGE-10] is not spoken of otherwise: %s', async (providerClockOffsetMs) => {
    const { backend } = await renderApp();
    backend.say(watchSnapshot({ providerClockOffsetMs }));
    await expect.element(signal).toMatchTextContent('Watching');
    await expect.element(page.getByText(/Provider clock/)).not.toBeInTheDocument();
  });
});

describe('the coverage strip', () => {
  const HOUR = 3_600_000;
  const session: Session = {
    id: 1,
    from: START - 2 * HOUR,
    lastEventAt: START,
    to: null,
    lengthMs: 2 * HOUR,
    reason: null,
    detail: null,
    events: 9,
  };
  const ended = { ...session, lastEventAt: START - HOUR - 400, to: START - HOUR - 400, lengthMs: HOUR - 400 };
  const next = { ...session, id: 2, from: START - HOUR, lengthMs: HOUR };
  const gap: Gap = {
    id: 1,
    from: START - HOUR - 400,
    to: START - HOUR,
    lengthMs: 400,
    reason: 'connection-lost',
    detail: null,
  };
  const strip = page.getByRole('region', { name: 'Coverage of the last 24 hours' });

  async function stripOf(spans: Coverage, backend = new PageBackend()) {
    backend.spans = spans;
    const app = await renderApp(backend);
    backend.say(watchSnapshot());
    return app;
  }

  it('tells in words how much was watched, and shows a gap shorter than a pixel with its reason', async () => {
    await stripOf({ sessions: [ended, next], gaps: [gap] });
    await expect.element(strip).toMatchTextContent('Watched 1 h 59 m of the last 24 h · 1 gap under 1 s');
    const mark = strip.getByRole('button');
    await expect.element(mark).toHaveAccessibleName(/^Connection lost Blind under 1 s · 12:59:59 – 13:00:00 UTC$/);
    expect(mark.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(2);
  });

  it('[PAGE-7] counts reconnects apart from gaps, and shows none of them as one', async () => {
    await stripOf({ sessions: [ended, next], gaps: [{ ...gap, reason: 'session-expired' }] });
    await expect
      .element(strip)
      .toMatchTextContent('Watched 1 h 59 m of the last 24 h · no gaps · 1 reconnect under 1 s');
    await expect.element(strip.getByRole('button')).not.toBeInTheDocument();
    expect(strip.element().querySelector('[title^="Session ended"]')?.getAttribute('title')).toBe(
      'Session ended after its 30 minutes\nReconnected in under 1 s · 12:59:59 – 13:00:00 UTC',
    );
  });

  it('[PAGE-6] shows a loss as soon as the backend says that coverage has changed', async () => {
    const { backend } = await stripOf({ sessions: [session], gaps: [] });
    await expect.element(strip).toMatchTextContent('no gaps');
    const lost = START - 8_000;
    backend.spans = {
      sessions: [{ ...session, lastEventAt: lost, to: lost, reason: 'silent' }],
      gaps: [{ ...gap, from: lost, to: null, lengthMs: null, reason: 'silent' }],
    };
    backend.say(watchSnapshot({ coverageRevision: 1 }));
    await expect.element(strip).toMatchTextContent('1 gap');
    await expect.element(strip.getByRole('button')).toHaveAccessibleName(/^Stream went silent Blind .* – now UTC$/);
  });

  it('[PAGE-6] moves with the clock, without asking again', async () => {
    const { backend, clock } = await stripOf({
      sessions: [session],
      gaps: [{ ...gap, to: START - HOUR, lengthMs: 400 }],
    });
    await expect.element(strip).toMatchTextContent('Watched 2 h 00 m');
    const left = () => strip.getByRole('button').element().getBoundingClientRect().left;
    const before = left();
    clock.advance(3 * HOUR);
    await expect.poll(left).toBeLessThan(before);
    for (let second = 0; second < 300; second += 1) clock.advance(1_000);
    expect(backend.coverageQueries.map(({ watch }) => watch)).toEqual([WATCH]);
  });

  it('[PAGE-7] says a reconnect that lasts is a gap from the second on in which it is none any more', async () => {
    const expired: Gap = { ...gap, from: START - 5_000, to: null, lengthMs: null, reason: 'session-expired' };
    const { clock } = await stripOf({
      sessions: [{ ...ended, lastEventAt: START - 5_000, to: START - 5_000 }],
      gaps: [expired],
    });
    await expect.element(strip).toMatchTextContent('no gaps · 1 reconnect 5 s');
    await expect.element(strip.getByRole('button')).not.toBeInTheDocument();
    clock.advance(6_000);
    await expect.element(strip).toMatchTextContent('1 gap 11 s');
    await expect.element(strip.getByRole('button')).toHaveAccessibleName(/Blind 11 s/);
  });

  it('is of the watch that is shown', async () => {
    const { backend } = await stripOf({ sessions: [session], gaps: [] });
    await expect.element(strip).toMatchTextContent('no gaps');
    backend.storeQuietly(1, {}, OTHER_WATCH);
    backend.spans = { sessions: [], gaps: [{ ...gap, reason: 'crashed' }] };
    backend.say(watchSnapshot({ watch: OTHER_WATCH }));
    await expect.element(strip.getByRole('button')).toHaveAccessibleName(/^Watchfloor ended unexpectedly/);
  });
});

describe('the coverage screen', () => {
  it('[PAGE-7] lists gaps and reconnects in tables of their own, with lengths that no setting of the clock changes', async () => {
    const backend = new PageBackend();
    const gap = { id: 1, detail: null, reason: 'session-expired' } as const;
    backend.spans = {
      sessions: [],
      gaps: [
        // Ten minutes by the stopwatch, though the wall clock says otherwise.
        { ...gap, from: START - 600_000, to: START, lengthMs: 600_000 },
        { ...gap, id: 2, from: START - 1_000_000, to: START - 999_800, lengthMs: 200 },
      ],
    };
    await renderApp(backend, '#/coverage');
    backend.say(watchSnapshot());
    await expect.element(page.getByText('1 gap 10 m 00 s · 1 reconnect under 1 s')).toBeVisible();
    const tables = [...document.querySelectorAll('section:has(> table)')].map((section) => ({
      title: section.querySelector('h2')?.textContent,
      lengths: [...section.querySelectorAll('tbody tr')].map((row) => row.children[2]?.textContent),
    }));
    expect(tables).toEqual([
      { title: 'Gaps', lengths: ['10 m 00 s'] },
      { title: 'Reconnects', lengths: ['under 1 s'] },
    ]);
  });
});
