import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openSnapshot, PageBackend, START } from '../doubles/page-backend.ts';
import { renderApp } from '../doubles/render-app.tsx';

const cause = { reason: 'unreachable', code: 'ECONNREFUSED', message: 'The service refuses connections.' } as const;
const signal = page.getByTestId('signal');
const colour = () => getComputedStyle(signal.element()).color;
const green = 'rgb(53, 181, 138)';

async function appThatWatches() {
  const app = await renderApp();
  app.backend.wire('open');
  app.backend.say(openSnapshot());
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
    backend.wire('lost');
    await expect.element(signal).toMatchTextContent("Not connected to Watchfloor's backend since 14:00:00 UTC");
    await expect.element(page.getByRole('alert')).toMatchTextContent('stays readable');
    expect(colour()).not.toBe(green);
    backend.wire('open');
    await expect.element(signal).toMatchTextContent('Not connected');
    backend.say(openSnapshot());
    await expect.element(signal).toMatchTextContent('Watching');
  });

  it('says what to do where the host came back but knows this browser no more', async () => {
    const { backend, clock } = await appThatWatches();
    backend.shutOut = true;
    backend.wire('lost');
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
    backend.say(openSnapshot({ stream: { kind, since, cause, attempt: 3, nextAttemptAt: START + 4_000 } }));
    await expect.element(signal).toMatchTextContent(words);
    await expect.element(page.getByRole('alert')).toMatchTextContent('The service refuses connections.');
    await page.getByRole('button', { name: 'Try now' }).click();
    expect({ retries: backend.retries, green: colour() === green }).toEqual({ retries: 1, green: false });
  });

  it('asks for a sign-in, and says when events are not stored', async () => {
    const { backend } = await renderApp();
    backend.say(
      openSnapshot({
        stream: {
          kind: 'sign-in-needed',
          since: START - 20_000,
          cause: { reason: 'sign-in-needed', code: 'invalid_client', message: 'The client secret is refused.' },
        },
        storage: { kind: 'failing', since: START, code: 'SQLITE_FULL', message: 'The disk is full.', waiting: 1_204 },
      }),
    );
    await expect.element(signal).toMatchTextContent('Sign-in needed');
    await expect.element(page.getByRole('alert').first()).toMatchTextContent('The client secret is refused.');
    await expect
      .element(page.getByRole('alert').last())
      .toMatchTextContent(
        'Events are not being stored since 14:00:00 UTC. The disk is full. 1,204 events wait in memory.',
      );
  });

  it('says that watching has stopped', async () => {
    const { backend } = await renderApp();
    backend.say(openSnapshot({ stream: { kind: 'stopped', since: START - 5_000 } }));
    await expect.element(signal).toMatchTextContent('Stopped');
    expect(colour()).not.toBe(green);
  });
});

describe('the coverage strip', () => {
  it('tells in words how much was watched, and shows a gap shorter than a pixel with its reason', async () => {
    const backend = new PageBackend();
    const session = { id: 1, lastEventAt: START, reason: null, detail: null, events: 9 };
    backend.spans = {
      sessions: [
        { ...session, from: START - 7_200_000, to: START - 3_600_400 },
        { ...session, id: 2, from: START - 3_600_000, to: null },
      ],
      gaps: [{ id: 1, from: START - 3_600_400, to: START - 3_600_000, reason: 'connection-lost', detail: null }],
    };
    await renderApp(backend);
    backend.say(openSnapshot());
    const strip = page.getByRole('region', { name: 'Coverage of the last 24 hours' });
    await expect.element(strip).toMatchTextContent('Watched 1 h 59 m of the last 24 h. Blind for under 1 s.');
    const gap = strip.getByRole('button');
    await expect.element(gap).toHaveAccessibleName(/^Connection lost Blind under 1 s · 12:59:59 – 13:00:00 UTC$/);
    expect(gap.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(2);
  });
});
