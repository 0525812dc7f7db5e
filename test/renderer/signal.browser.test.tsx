import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Coverage, Gap, Session } from '../../src-shared/domain/coverage/coverage.ts';
import type { InterruptionCause } from '../../src-shared/api/stream/stream-status.ts';
import { BackendError } from '../../src-renderer/backend/backend-error.ts';
import { click, keyboard } from '../doubles/page-input.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { renderApp, renderWatching } from '../doubles/render-app.tsx';
import { cause } from '../doubles/stream-cause.ts';

const signal = page.getByTestId('signal');
const bar = page.getByRole('banner');
const sentence = bar.getByRole('alert');
const colour = () => getComputedStyle(signal.element()).color;
const green = 'rgb(53, 181, 138)';
const amber = 'rgb(240, 169, 59)';

async function appThatWatches() {
  const app = await renderWatching();
  await expect.element(signal).toMatchTextContent('Watching');
  return app;
}

describe('the signal', () => {
  it('shows that Watchfloor is watching, the session time, and the age of the heartbeat', async () => {
    await appThatWatches();
    await expect.element(bar).toMatchTextContent('heartbeat 8 s ago');
    await page.getByText('heartbeat 8 s ago').hover();
    await expect.element(page.getByText('Session 12:41 of 30:00')).toBeVisible();
    expect({ colour: colour(), title: document.title }).toEqual({ colour: green, title: '● Watching — Watchfloor' });
  });

  it('[TEAM-152] shows via which member it watches, and why it does not follow, without blaming the service', async () => {
    const { backend, clock } = await renderApp();
    const times = { since: START - 10_000, lastEventAt: START, lastHeartbeatAt: START };
    const team = { kind: 'following', holder: "Anna's desk" } as const;
    backend.emit(watchSnapshot({ stream: { kind: 'watching', ...times, team } }));
    await expect.element(signal).toMatchTextContent("Watching – via Anna's desk");
    expect(colour()).toBe(green);
    await page.viewport(400, 700);
    const long = { kind: 'following', holder: 'The operations centre of Nordwind Logistics, desk number 12' } as const;
    backend.emit(watchSnapshot({ stream: { kind: 'watching', ...times, team: long } }));
    await expect.element(signal).toMatchTextContent('desk number 12');
    expect(bar.getByText('Local', { exact: true }).element().getBoundingClientRect().right).toBeLessThanOrEqual(400);
    await page.viewport(1_440, 900);
    backend.emit(watchSnapshot({ stream: { kind: 'watching', ...times, team: { kind: 'alone', waiting: 0 } } }));
    await expect.element(signal).toMatchTextContent('Watching – alone');
    const ofTeam = {
      ...cause,
      kind: 'log-unreachable',
      reason: 'unreachable',
      code: 'LOG_NO_ANSWER',
      answer: null,
    } as const;
    const stream = { kind: 'blind', since: START - 120_000, cause: ofTeam, attempt: 1, nextAttemptAt: null } as const;
    backend.emit(watchSnapshot({ stream }));
    clock.advance(1_000);
    await expect.element(sentence).toMatchTextContent('The log of the team does not answer (LOG_NO_ANSWER)');
    await expect.element(bar).not.toMatchTextContent('Service unreachable');
    expect(colour()).not.toBe(green);
  });

  it('shows when the first heartbeat is due, and reports it as missing only after that', async () => {
    const { backend, clock } = await renderApp();
    const stream = { kind: 'watching', since: START - 10_000, lastEventAt: START, lastHeartbeatAt: null } as const;
    backend.emit(watchSnapshot({ stream }));
    await expect.element(bar).toMatchTextContent('first heartbeat in 20 s');
    backend.advanceAndRepeat(clock, 25_000);
    await expect.element(bar).toMatchTextContent('no heartbeat yet, 35 s');
  });

  it('[PAGE-65] is not green while a heartbeat is late, then turns blind, without news from the backend', async () => {
    const { backend, clock } = await appThatWatches();
    backend.advanceAndRepeat(clock, 40_000);
    await expect.element(signal).toMatchTextContent('Watching, heartbeat late');
    await expect.element(bar).toMatchTextContent('last 48 s ago');
    expect(colour()).toBe(amber);
    backend.advanceAndRepeat(clock, 30_000);
    await expect.element(signal).toMatchTextContent('Blind 1 m 18 s');
    await expect.element(bar).toMatchTextContent('since 13:59:52 UTC · Nothing received from the service');
    expect({ green: colour() === green, title: document.title }).toEqual({
      green: false,
      title: '▨ Blind — Watchfloor',
    });
  });

  it('[STREAM-32] is not green while events arrive late, and shows how late', async () => {
    const { backend } = await renderApp();
    const times = { since: START - 10_000, lastEventAt: START, lastHeartbeatAt: START };
    backend.emit(watchSnapshot({ stream: { kind: 'watching', ...times, heldBackMs: 38_600 } }));
    await expect.element(signal).toMatchTextContent('Watching, events late');
    await expect.element(bar).toMatchTextContent('events arrive up to 39 s late');
    expect(colour()).toBe(amber);
  });

  it('reports the lost connection to the backend and its time, and recovers automatically', async () => {
    const { backend } = await appThatWatches();
    backend.emitWire('lost');
    await expect.element(signal).toMatchTextContent('Not connected');
    await expect.element(bar).toMatchTextContent("to Watchfloor's backend since 14:00:00 UTC · 0 s");
    await expect.element(sentence).toMatchTextContent('can be read; this page connects');
    expect(colour()).not.toBe(green);
    backend.emitWire('open');
    await expect.element(signal).toMatchTextContent('Not connected');
    backend.emit(watchSnapshot());
    await expect.element(signal).toMatchTextContent('Watching');
  });

  it('[PAGE-20, PAGE-421] reports first that the session is gone, then that the host is gone, and offers nothing that would remove the stored view', async () => {
    const { backend, clock } = await appThatWatches();
    const offered = () => [...document.querySelectorAll('header button')].map((button) => button.textContent);
    backend.sessionExpired = true;
    backend.emitWire('lost');
    await expect.element(sentence).toMatchTextContent('can be read; this page connects');
    await expect.poll(offered).toEqual(['Copy the start command', 'Details', 'UTC', 'Local']);
    for (let second = 0; second < 3; second += 1) clock.advance(1_000);
    await expect.element(sentence).toMatchTextContent('no longer has a session. Open a new link');
    expect(offered()).toEqual(['Print a new link in the terminal', 'Details', 'UTC', 'Local']);
    await click(bar.getByRole('button', { name: 'Print a new link in the terminal' }));
    await expect.element(bar.getByRole('button', { name: 'Printed in the terminal; print another' })).toBeVisible();
    expect(backend.printedLinks).toBe(1);
    backend.sessionExpired = null;
    for (let second = 0; second < 3; second += 1) clock.advance(1_000);
    await expect.element(sentence).toMatchTextContent('can be read; this page connects');
  });

  it('says why a retry failed, only as long as that state lasts', async () => {
    const { backend } = await renderApp();
    const stream = { kind: 'blind', since: START - 120_000, cause, attempt: 3, nextAttemptAt: null } as const;
    backend.emit(watchSnapshot({ stream }));
    backend.calls.fail(new BackendError({ kind: 'no-answer' }, 'lost'), 'watches');
    await click(page.getByRole('button', { name: 'Try now' }));
    await expect.element(sentence).toMatchTextContent('did not answer');
    // A frozen host may still run the command when it resumes.
    await click(page.getByRole('button', { name: 'Details' }));
    const details = page.getByRole('dialog').getByRole('alert');
    await expect.element(details).toMatchTextContent('Unknown whether Watchfloor tried.');
    await keyboard('{Escape}');
    backend.calls.fail(new BackendError({ kind: 'incident', incident: 'a1' }, 'a bug'), 'watches');
    await click(page.getByRole('button', { name: 'Try now' }));
    await click(page.getByRole('button', { name: 'Details' }));
    await expect.element(details).toMatchTextContent('Watchfloor did not try. Something went wrong');
    await keyboard('{Escape}');
    backend.emit(watchSnapshot({ stream: { ...stream, attempt: 4, nextAttemptAt: START + 9_000 } }));
    await expect.element(sentence).toMatchTextContent('Check the network');
  });

  it('shows a reconnection quietly for 10 s, and Blind after that', async () => {
    const { backend, clock } = await renderApp();
    const since = START - 3_000;
    const stream = {
      kind: 'reconnecting',
      since,
      cause,
      attempt: 1,
      nextAttemptAt: START + 4_000,
      lostAt: since,
    } as const;
    backend.emit(watchSnapshot({ stream }));
    await expect.element(bar).toMatchTextContent('next try in 4 s · The events address cannot be reached');
    await expect.element(sentence).not.toBeInTheDocument();
    clock.advance(8_000);
    await expect.element(signal).toMatchTextContent('Blind 11 s');
    await expect.element(bar).toMatchTextContent('trying now');
  });

  it('announces a change of state to screen readers, but not each second', async () => {
    const { backend, clock } = await appThatWatches();
    const said: string[] = [];
    const output = document.querySelector('header output');
    const observer = new MutationObserver(() => said.push(output?.textContent ?? ''));
    observer.observe(document.querySelector('header output') ?? document, { characterData: true, subtree: true });
    clock.advance(1_000);
    await expect.element(bar).toMatchTextContent('heartbeat 9 s ago');
    backend.advanceAndRepeat(clock, 40_000);
    await expect.element(signal).toMatchTextContent('late');
    clock.advance(1_000);
    await expect.element(bar).toMatchTextContent('last 50 s ago');
    expect(said).toEqual(['Watching, heartbeat late']);
  });
});

describe('the answer of the service', () => {
  const answer = {
    from: 'stream',
    status: 503,
    contentType: 'text/html',
    location: null,
    body: '<h1>Maintenance</h1><img src=x onerror=alert(1)>\u202E',
    server: null,
    via: null,
    network: null,
  } as const;
  const refused: InterruptionCause = { ...cause, kind: 'service-down', reason: 'refused', code: 'HTTP 503', answer };
  const details = page.getByRole('button', { name: 'Details' });

  it('[CLI-2] is shown only on request, as text', async () => {
    const { backend } = await renderApp();
    const stream = { kind: 'blind', since: START - 120_000, cause: refused, attempt: 3, nextAttemptAt: null } as const;
    backend.emit(watchSnapshot({ stream }));
    const body = bar.getByText(/Maintenance/);
    await expect
      .element(sentence)
      .toMatchTextContent('The service at the events address cannot answer at present (HTTP 503).');
    await expect.element(body).not.toBeInTheDocument();
    await click(details);
    await expect.element(body).toBeVisible();
    await expect.element(body).toMatchTextContent('<h1>Maintenance</h1><img src=x onerror=alert(1)>\\u202e');
    expect(bar.element().querySelector('h1, img')).toBeNull();
    await keyboard('{Escape}');
    await expect.element(body).not.toBeInTheDocument();
    await expect.element(details).toHaveFocus();
  });

  it('is not offered if there was none', async () => {
    const { backend } = await renderApp();
    backend.emit(watchSnapshot({ stream: { kind: 'blind', since: START, cause, attempt: 3, nextAttemptAt: null } }));
    await click(details);
    await expect.element(page.getByRole('dialog')).toMatchTextContent('cannot be reached');
    await expect.element(page.getByText('Answer of the service')).not.toBeInTheDocument();
  });
});

it('[COVER-1] the offset of the provider clock is shown from one minute on', async () => {
  const { backend } = await renderApp();
  for (const providerClockOffsetMs of [null, 59_999, -59_999]) {
    backend.emit(watchSnapshot({ providerClockOffsetMs }));
    await expect.element(signal).toMatchTextContent('Watching');
    await expect.element(page.getByText(/Provider clock/)).not.toBeInTheDocument();
  }
  for (const [providerClockOffsetMs, words] of [
    [7_200_000, 'Provider clock differs by +2 h 00 min'],
    [-300_000, 'Provider clock differs by −5 min'],
    [60_000, 'Provider clock differs by +1 min'],
  ] as const) {
    backend.emit(watchSnapshot({ providerClockOffsetMs }));
    await expect.element(page.getByRole('banner')).toMatchTextContent(words);
  }
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
    afterSeq: 0,
  };
  const strip = page.getByRole('region', { name: 'Coverage of the last 24 hours' });

  async function stripOf(spans: Coverage, backend = new PageBackend()) {
    backend.spans = spans;
    const app = await renderApp(backend);
    backend.emit(watchSnapshot());
    return app;
  }

  it('states the watched time in words, and shows a gap under 10 s as a notch with its reason', async () => {
    await stripOf({ sessions: [ended, next], gaps: [gap] });
    await expect.element(strip).toMatchTextContent('Watched 1 h 59 m of the last 24 h · 1 gap under 1 s');
    const mark = strip.getByRole('link');
    await expect.element(mark).toHaveAccessibleName(/^Connection lost Blind under 1 s · 12:59:59 – 13:00:00 UTC$/);
    await expect.element(mark).toHaveAttribute('href', '#/coverage?gap=1');
    expect(mark.element().getBoundingClientRect().width).toBe(1);
  });

  it('[PAGE-72] gives a gap of a pixel a target that is easy to hit', async () => {
    await stripOf({ sessions: [ended, next], gaps: [gap] });
    await expect.element(strip.getByRole('link')).toBeVisible();
    const mark = strip.getByRole('link').element();
    const { left, top, bottom } = mark.getBoundingClientRect();
    const points = [
      [left - 11, top + 1],
      [left + 11, top + 1],
      [left, bottom + 7],
    ] as const;
    expect(points.map(([x, y]) => document.elementFromPoint(x, y) === mark)).toEqual([true, true, true]);
  });

  it('hatches a gap of 10 s and more, however narrow it is', async () => {
    await stripOf({ sessions: [ended, next], gaps: [{ ...gap, from: START - HOUR - 10_000, lengthMs: 10_000 }] });
    const mark = strip.getByRole('link');
    await expect.element(mark).toBeVisible();
    expect(mark.element().getBoundingClientRect().width).toBe(3);
  });

  it('[PAGE-20] ends at the last update while the page is not live, and extends no gap', async () => {
    const silent = START - 300_000;
    const { backend, clock } = await stripOf({
      sessions: [{ ...session, lastEventAt: silent, to: silent, reason: 'silent' }],
      gaps: [{ ...gap, from: silent, to: null, lengthMs: null, reason: 'silent' }],
    });
    await expect.element(strip).toMatchTextContent('1 gap 5 m');
    backend.emitWire('lost');
    clock.advance(HOUR);
    await expect.element(strip).toMatchTextContent('1 gap 5 m · as of 14:00:00 UTC');
    await expect
      .element(strip.getByRole('link'))
      .toHaveAccessibleName('Stream went silent Blind 5 m · 13:55:00 – unknown since 14:00:00 UTC');
  });

  it('[COVER-2] counts reconnects separately from gaps, and links none of them', async () => {
    await stripOf({ sessions: [ended, next], gaps: [{ ...gap, reason: 'session-expired' }] });
    await expect
      .element(strip)
      .toMatchTextContent('Watched 1 h 59 m of the last 24 h · no gaps · 1 reconnect under 1 s');
    await expect.element(strip.getByRole('link')).not.toBeInTheDocument();
    await userEvent.hover(strip.element().querySelector('[data-reconnect]') ?? strip.element());
    await expect
      .element(page.getByText('Session ended after its 30 minutes Reconnected in under 1 s · 12:59:59 – 13:00:00 UTC'))
      .toBeVisible();
  });

  it('[COVER-2] turns a lasting reconnect into a gap after 10 s', async () => {
    const expired: Gap = { ...gap, from: START - 5_000, to: null, lengthMs: null, reason: 'session-expired' };
    const { clock } = await stripOf({
      sessions: [{ ...ended, lastEventAt: START - 5_000, to: START - 5_000 }],
      gaps: [expired],
    });
    await expect.element(strip).toMatchTextContent('no gaps · 1 reconnect 5 s');
    await expect.element(strip.getByRole('link')).not.toBeInTheDocument();
    clock.advance(6_000);
    await expect.element(strip).toMatchTextContent('1 gap 11 s');
    await expect.element(strip.getByRole('link')).toHaveAccessibleName(/Blind 11 s/);
  });
});
