/** Tests what a member of a team sees: the signal in each state, and Settings › Team. */
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { coverageDay } from '../doubles/coverage-day.ts';
import { addressOf, allocationDetail, storyBackend } from '../doubles/localization-story.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { click, clickElement, fill } from '../doubles/page-input.ts';
import { profileEntry } from '../doubles/page-profiles.ts';
import { aHeldTeam, aTeam } from '../doubles/page-team.ts';
import { START, WATCH, watchSnapshot } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';
import { teamSignals } from '../doubles/team-signals.ts';

const signal = () => document.querySelector('[data-testid=signal]');
const bar = () => document.querySelector('header');
const button = (name: string | RegExp) => page.getByRole('button', { name });

describe('the signal of a member', () => {
  it('[TEAM-152] has its own words in each state, and is green only while it holds the seat or follows with proof', async () => {
    const { backend } = await renderWatching('#/settings?part=appearance');
    await page.viewport(1440, 900);
    const shapes = new Map<string, string>();
    for (const { name, stream, shows, hue, facts } of teamSignals) {
      backend.emit(watchSnapshot({ stream }));
      const seen = () => ({ name, words: signal()?.textContent.trim(), hue: signal()?.getAttribute('data-hue') });
      await expect.poll(seen).toEqual({ name, words: shows, hue });
      await expect.poll(() => bar()?.textContent).toMatch(facts);
      const shown = signal()?.querySelector('svg + span');
      expect([name, (shown?.scrollWidth ?? 1) - (shown?.clientWidth ?? 0)]).toEqual([name, 0]);
      shapes.set(name, signal()?.querySelector('svg')?.innerHTML ?? '');
    }
    const shapeOf = (name: string) => shapes.get(name);
    expect(shapeOf('following')).toBe(shapeOf('holding'));
    expect(shapeOf('not-following')).toBe(shapeOf('no-holder'));
    const different = ['holding', 'following-late', 'alone', 'catching-up', 'stranger', 'not-following'].map(shapeOf);
    expect(new Set(different).size).toBe(different.length);
  });

  it('[TEAM-152] stays readable in each state at 400 px, with the longest name of a member', async () => {
    const { backend } = await renderWatching('#/settings?part=appearance');
    await page.viewport(400, 700);
    const longest = { kind: 'following', holder: 'x'.repeat(60) } as const;
    const live = { kind: 'watching', since: START, lastEventAt: START, lastHeartbeatAt: START } as const;
    const isCut = () => {
      const { scrollHeight = 0, clientHeight = 0 } = signal()?.querySelector('span') ?? {};
      return scrollHeight > clientHeight;
    };
    for (const name of ['following', 'no-holder']) {
      const shown = teamSignals.find((one) => one.name === name);
      if (shown !== undefined) backend.emit(watchSnapshot({ stream: shown.stream }));
      await expect.poll(() => signal()?.textContent, { timeout: 10_000 }).toContain(shown?.shows);
      expect(isCut()).toBe(false);
    }
    for (const stream of [...teamSignals.map((one) => one.stream), { ...live, team: longest }]) {
      backend.emit(watchSnapshot({ stream }));
      await expect
        .poll(() => ({
          overflows: (bar()?.scrollWidth ?? 1) > (bar()?.clientWidth ?? 0),
          inside: (signal()?.getBoundingClientRect().right ?? 999) <= 400,
          zone: (document.querySelector('header fieldset')?.getBoundingClientRect().right ?? 999) <= 400,
        }))
        .toEqual({ overflows: false, inside: true, zone: true });
    }
  });

  it('[TEAM-152] leads to the team while the team is why nothing is watched', async () => {
    const { backend } = await renderWatching('#/settings?part=appearance');
    await page.viewport(1440, 900);
    backend.pageTeam.emit(aTeam());
    const stream = teamSignals.find(({ name }) => name === 'no-holder')?.stream;
    backend.emit(watchSnapshot({ ...(stream && { stream }) }));
    await click(button('Show the team'));
    await expect.element(page.getByRole('heading', { name: 'Team' })).toBeVisible();
  });
});

async function opened(state: Parameters<PageBackend['pageTeam']['emit']>[0]) {
  const backend = new PageBackend();
  backend.pageTeam.state = state;
  await renderWatching('#/settings?part=team', backend);
  await page.viewport(1440, 900);
  return backend;
}
const members = () => page.getByRole('region', { name: 'Members' }).getByRole('listitem');

describe('Settings › Team', () => {
  it('[TEAM-202] lists the members with what they do and how far they have read', async () => {
    await opened(aTeam());
    await expect.element(page.getByText("This Watchfloor follows Anna's desk, which holds the seat.")).toBeVisible();
    await expect
      .element(members().nth(0))
      .toMatchTextContent(/Ben's desk \(here\).*Desk, may hold the seat.*Up to date/);
    await expect.element(members().nth(1)).toMatchTextContent(/Anna's desk.*Holds the seat.*Up to date/);
    await expect.element(members().nth(2)).toMatchTextContent(/NOC server.*Collector.*3 records behind/);
    await expect.element(members().nth(3)).toMatchTextContent(/Cleo's desk.*Desk, only follows.*Up to date/);
  });

  it('[TEAM-330, TEAM-202] shows which member cannot store, and which one runs twice', async () => {
    const { members: all } = aTeam();
    await opened(aTeam({ members: all.map((one, at) => ({ ...one, isStoring: at !== 1, isDoubled: at === 2 })) }));
    await expect.element(members().nth(1)).toMatchTextContent(/Anna's desk.*Up to date, cannot store/);
    await expect.element(members().nth(2)).toMatchTextContent(/NOC server.*Two Watchfloors run as this member/);
    await expect.element(members().nth(3)).not.toMatchTextContent(/cannot store|Two Watchfloors/);
  });

  it('[TEAM-180] tries a join file, shows each check, and joins only then', async () => {
    const backend = await opened(null);
    const { settings } = aTeam();
    const limits = { bytes: 0, maxBytes: 1e10, maxEntryBytes: 1e6, oldestAt: null, maxAgeMs: null, copies: 3 };
    const found = {
      member: settings,
      store: { fit: 'of-other-seqs', events: 12 },
      limits: { ...limits, dropsOldest: false, version: '2.11.0' },
      setAside: null,
    } as const;
    backend.calls.answer('team.join', ({ text, isTrial }) =>
      text === 'old'
        ? { kind: 'refused', member: settings, problem: { kind: 'refused', detail: 'Authorization Violation' } }
        : { ...found, kind: isTrial ? 'can-join' : 'joined', setAside: isTrial ? null : '/data/before-team' },
    );
    const choose = (text: string) => page.getByLabelText('Join file').upload(new File([text], 'ben.join.json'));
    const dialog = page.getByRole('dialog', { name: 'Join a team' });
    const checks = dialog.getByRole('listitem');
    await choose('old');
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/nothing was changed/);
    await expect
      .element(checks.nth(2))
      .toMatchTextContent(/failed: Servers.*refuse the key of "ben-desk".*new join file/);
    await expect.element(checks.nth(3)).toMatchTextContent(/not tried: Log/);
    await expect.element(dialog.getByRole('button', { name: 'Join', exact: true })).not.toBeInTheDocument();
    await click(dialog.getByRole('button', { name: 'Cancel' }));

    await choose('new');
    await expect.element(checks.nth(6)).toMatchTextContent(/warning: Store.*12 events.*will be set aside/);
    // Joining closes the watch and opens it again; the dialog has the rest of what to do.
    backend.emit();
    await expect.element(page.getByText('A team belongs to a profile.')).toBeInTheDocument();
    backend.emit(watchSnapshot());
    await click(dialog.getByRole('button', { name: 'Join', exact: true }));
    await expect.element(dialog).toMatchTextContent(/Ben's desk.*delete the join file/);
    await expect.element(checks.nth(6)).toMatchTextContent(/were set aside.*before-team/);
    expect(backend.calls.inputsOf('team.join').map(({ text, isTrial }) => [text, isTrial])).toEqual([
      ['old', true],
      ['new', true],
      ['new', false],
    ]);
  });

  it('[TEAM-202] says in two sentences what a team is, and how to join, for a profile without one', async () => {
    await opened(null);
    await expect.element(page.getByText('watchfloor team join FILE')).toBeVisible();
    await expect.element(page.getByText(/This profile is in no team/)).toBeVisible();
  });

  it('[TEAM-13] hands the seat over to a member that is there and may hold it, and says why it did not', async () => {
    const backend = await opened(aHeldTeam());
    backend.pageTeam.handedOver = 'not-ready';
    await click(button('Hand over to …'));
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('radio').elements().length).toBe(2);
    await click(dialog.getByRole('button', { name: 'Hand over' }));
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent(/Ben's desk cannot take the seat now.*still holds/);
    backend.pageTeam.handedOver = 'two-desks';
    await click(dialog.getByRole('button', { name: 'Hand over' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Two Watchfloors run as Ben's desk/);
    backend.pageTeam.handedOver = 'done';
    await click(dialog.getByRole('radio', { name: /NOC server/ }));
    await click(dialog.getByRole('button', { name: 'Hand over' }));
    await expect.poll(() => dialog.elements().length).toBe(0);
    expect(backend.calls.inputsOf('team.handOver')).toEqual([
      { watch: WATCH, to: 'ben-desk' },
      { watch: WATCH, to: 'ben-desk' },
      { watch: WATCH, to: 'server' },
    ]);
  });

  it('[TEAM-13] waits by default, asks the holder, and takes the seat over only with a reason', async () => {
    const backend = await opened(aTeam());
    await click(button('Take over …'));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('button', { name: 'Take over now' })).toBeDisabled();
    await click(dialog.getByRole('button', { name: "Ask Anna's desk" }));
    expect(backend.calls.inputsOf('team.ask')).toHaveLength(1);
    backend.pageTeam.emit(aTeam({ asked: { kind: 'declined', reason: 'in ten minutes' } }));
    await expect.element(dialog.getByRole('status')).toMatchTextContent("Anna's desk keeps the seat: in ten minutes");
    backend.pageTeam.takenOver = 'too-soon';
    await fill(dialog.getByRole('textbox', { name: 'Reason' }), 'Anna went home');
    await click(dialog.getByRole('button', { name: 'Take over now' }));
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(/not taken over.*less than a minute ago/);
    await click(dialog.getByRole('button', { name: 'Wait' }));
    await expect.poll(() => dialog.elements().length).toBe(0);
    expect(backend.calls.inputsOf('team.takeOver')).toEqual([{ watch: WATCH, reason: 'Anna went home' }]);
  });

  it('[TEAM-13] shows the holder who asks for the seat, and sends its answer', async () => {
    const backend = await opened(aHeldTeam({ request: { member: 'ben-desk', name: "Ben's desk" } }));
    const request = page.getByRole('alert', { name: "Ben's desk asks for the seat" });
    await click(request.getByRole('button', { name: 'Not now …' }));
    await expect.element(request.getByRole('button', { name: 'Keep the seat' })).toBeDisabled();
    await fill(request.getByRole('textbox', { name: 'Why not now' }), 'in ten minutes');
    await click(request.getByRole('button', { name: 'Keep the seat' }));
    expect(backend.calls.inputsOf('team.decline')).toEqual([{ watch: WATCH, reason: 'in ten minutes' }]);
    await click(request.getByRole('button', { name: 'Hand over' }));
    expect(backend.calls.inputsOf('team.handOver')).toEqual([{ watch: WATCH, to: 'ben-desk' }]);
  });

  it('[PAGE-72] is the only region of its name', async () => {
    await opened(aHeldTeam());
    await expect.element(page.getByRole('region', { name: 'Team', exact: true })).toBeVisible();
  });

  it('[TEAM-202] says what waits here while the log cannot be reached', async () => {
    await opened(aHeldTeam({ seat: 'alone', waiting: { events: 212, actions: 3 } }));
    await expect.element(page.getByText('212 events wait, 3 actions being sent')).toBeVisible();
    await expect.element(button('Hand over to …')).toBeDisabled();
  });
});

describe('over every screen', () => {
  const notices = () => page.getByRole('region', { name: 'News of the team' });
  const shown = async (state: Parameters<PageBackend['pageTeam']['emit']>[0], screen = '#/timeline') => {
    const backend = new PageBackend();
    backend.pageTeam.state = state;
    const app = await renderWatching(screen, backend);
    await page.viewport(1440, 900);
    return { ...app, backend };
  };

  it('[TEAM-13] the holder hands the seat to the member that asks, and reads why if that failed', async () => {
    for (const screen of ['#/watch', '#/coverage']) {
      const { backend } = await shown(aHeldTeam({ request: { member: 'ben-desk', name: "Ben's desk" } }), screen);
      backend.pageTeam.handedOver = 'not-taken';
      const request = page.getByRole('alert', { name: "Ben's desk asks for the seat" });
      await click(request.getByRole('button', { name: 'Hand over' }));
      await expect.element(request).toMatchTextContent(/Ben's desk did not take the seat within 2 s/);
      backend.pageTeam.emit(aHeldTeam());
      await expect.poll(() => request.elements().length).toBe(0);
    }
  });

  it('[TEAM-13] a member that asked sees the seconds that are left, and each answer until it is closed', async () => {
    const { backend, clock } = await shown(aTeam({ asked: { kind: 'waiting', until: START + 20_000 } }));
    await expect.element(notices()).toMatchTextContent(/You asked Anna's desk for the seat. 20 s left to answer/);
    clock.advance(5_000);
    await expect.element(notices()).toMatchTextContent(/15 s left to answer/);
    const answers = [
      [{ kind: 'declined', reason: 'in ten minutes' }, /Anna's desk keeps the seat: in ten minutes/],
      [{ kind: 'no-answer' }, /Anna's desk did not answer/],
      [{ kind: 'given' }, /You hold the seat now/],
    ] as const;
    for (const [asked, words] of answers) {
      backend.pageTeam.emit(aTeam({ asked }));
      await expect.element(notices()).toMatchTextContent(words);
      await click(notices().getByRole('button', { name: 'Close' }));
      await expect.poll(() => notices().element().textContent).toBe('');
    }
  });

  it('[TEAM-13] other members see who took the seat and why, until they close it', async () => {
    const team = aTeam();
    if (team.holder === null) throw new Error('No member holds the seat.');
    const holder = { ...team.holder, why: 'takeover', reason: 'Anna went home' } as const;
    const { backend } = await shown(aTeam({ holder }));
    await expect.element(notices()).toMatchTextContent(/Anna's desk took the seat at .*: Anna went home/);
    await click(notices().getByRole('button', { name: 'Close' }));
    await expect.poll(() => notices().element().textContent).toBe('');
    backend.pageTeam.emit(aTeam({ holder: { ...holder, epoch: 5, reason: '' } }));
    await expect.element(notices()).toMatchTextContent(/Anna's desk took the seat at .*\.$/);
    backend.pageTeam.emit(aHeldTeam({ holder: { ...holder, epoch: 6 } }));
    await expect.poll(() => notices().element().textContent).toBe('');
  });

  it.each([
    ['is full', aHeldTeam({ refusals: [{ of: 'events', why: 'full' }] }), /log is full/, 'Copy for the administrator'],
    [
      'lets a member not write',
      aTeam({ refusals: [{ of: 'actions', why: 'no-right' }] }),
      /do not let this member write actions/,
      'Copy for the administrator',
    ],
    [
      'takes no entry of this size',
      aTeam({ tooLarge: { actions: [{ kind: 'note', at: START }], events: 2 } }),
      /1 action \(note of .*\) and 2 events\. They stay here/,
      'Copy for the administrator',
    ],
    ['has a hole', aTeam({ problem: 'LOG_HOLE' }), /missing here/, 'Copy for the administrator'],
    ['was made again', aTeam({ problem: 'LOG_REPLACED' }), /made again/, 'Copy for the administrator'],
    ['needs a newer version', aTeam({ problem: 'LOG_TOO_NEW' }), /Update this one/, 'Show the version'],
  ])('[TEAM-320] a log that %s is shown in one line with one thing to do', async (_what, state, words, action) => {
    const { backend } = await shown(state);
    const strip = page.getByRole('alert').filter({ hasText: words });
    await expect.element(strip).toBeVisible();
    await expect.element(strip.getByText(action)).toBeVisible();
    backend.pageTeam.emit(aTeam());
    await expect.poll(() => strip.elements().length).toBe(0);
  });

  it('[TEAM-152] notices and strips stay inside a window of 400 px', async () => {
    const request = { member: 'ben-desk', name: 'x'.repeat(60) };
    await shown(
      aHeldTeam({
        refusals: [{ of: 'offers', why: 'not-stored' }],
        request,
        asked: { kind: 'declined', reason: 'y'.repeat(200) },
      }),
    );
    await page.viewport(400, 700);
    await expect.element(page.getByRole('alert', { name: /asks for the seat/ })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(400);
    for (const notice of notices().element().children)
      expect(notice.getBoundingClientRect().right).toBeLessThanOrEqual(400);
  });
});

it('[TEAM-202] Settings list a member that is gone with the time since then, and never offer it the seat', async () => {
  const { members: listed } = aHeldTeam();
  await opened(aHeldTeam({ members: listed.map((one, index) => (index === 1 ? { ...one, goneSince: START } : one)) }));
  await expect.element(members().nth(1)).toMatchTextContent(/Ben's desk.*Gone since/);
  await click(button('Hand over to …'));
  await expect.poll(() => page.getByRole('dialog').getByRole('radio').elements().length).toBe(1);
});

it('[TEAM-202] Settings show the records and the time that a member is behind, and the signal how long the rest takes', async () => {
  const [self, ...others] = aTeam().members;
  if (self === undefined) throw new Error('The team has no members.');
  const backend = await opened(aTeam({ members: [{ ...self, behind: 3, behindMs: 200 }, ...others] }));
  await expect.element(members().nth(0)).toMatchTextContent(/3 records, 0.2 s behind/);
  const stream = teamSignals.find(({ name }) => name === 'catching-up')?.stream;
  if (stream?.kind !== 'blind' || stream.cause === null) throw new Error('The signal is another one.');
  backend.emit(watchSnapshot({ stream: { ...stream, cause: { ...stream.cause, leftMs: 70_000 } } }));
  await expect.poll(() => bar()?.textContent).toMatch(/1 m 10 s left/);
});

it('[TEAM-137] names the member that held each session in Coverage', async () => {
  const backend = new PageBackend();
  const { sessions, gaps } = coverageDay(START);
  backend.spans = { sessions: sessions.map((session) => ({ ...session, holder: 'anna-desk', epoch: 4 })), gaps };
  await renderWatching('#/coverage', backend);
  await page.viewport(2_560, 1_440);
  const grid = page.getByRole('grid', { name: 'Sessions, newest first' });
  await click(grid.getByText(/, folded$/).first());
  await expect.element(grid).toMatchTextContent(/held by anna-desk/);
  backend.pageTeam.emit(aTeam());
  await expect.element(grid).toMatchTextContent(/held by Anna's desk/);
});

it('[TEAM-16] marks an action in the log of a case until the team has it', async () => {
  const backend = storyBackend();
  const detail = allocationDetail();
  const actions = detail.actions.map((action, index) =>
    index === 0 ? { ...action, isSending: true as const } : action,
  );
  backend.pageCases.details.set(detail.summary.key, { ...detail, actions });
  await renderWatching(addressOf(detail.summary), backend);
  await page.viewport(1440, 900);
  const lines = page.getByRole('region', { name: 'Owner and notes' }).getByRole('listitem');
  await expect.element(lines.nth(0)).toMatchTextContent(/sending/);
  await expect.element(lines.nth(1)).not.toMatchTextContent(/sending/);
});

describe('the desks on shift', () => {
  const others = aTeam().members.slice(2);
  const [ben, anna] = aTeam().members;
  const here = [ben, anna].flatMap((one) => one ?? []).map((one) => ({ ...one, isOnShift: one.isSelf }));
  const gone = here.slice(1).map((one) => ({ ...one, member: 'dora-desk', name: "Dora's desk", goneSince: START }));
  const team = aTeam({ members: [...here, ...others, ...gone] });
  const marks = () => page.getByRole('link', { name: /^BD CD AD DD The team$/ });

  it('[TEAM-230] shows initials in the top bar, with names and states in a tooltip that the keyboard opens', async () => {
    const { backend } = await renderWatching('#/settings?part=appearance');
    await page.viewport(1440, 900);
    expect(marks().elements()).toHaveLength(0);
    backend.pageTeam.emit(team);
    await expect.element(marks()).toMatchTextContent('BDCDADDD');
    const link = marks().element();
    if (!(link instanceof HTMLElement)) throw new Error('The team is no link.');
    // Chromium shows a focus that a script sets only after a key.
    await userEvent.keyboard('{Shift}');
    link.focus();
    await expect
      .element(page.getByRole('tooltip'))
      .toMatchTextContent(
        "Ben's desk (here): on shift · Cleo's desk: on shift · Anna's desk: away · Dora's desk: gone",
      );
  });

  it('[TEAM-230] lists the desks on Watch, and nothing without a team', async () => {
    const { backend } = await renderWatching('#/watch');
    await page.viewport(1440, 900);
    const panel = page.getByRole('region', { name: 'Who is on shift' });
    expect(panel.elements()).toHaveLength(0);
    backend.pageTeam.emit(team);
    await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(4);
    await expect.element(panel.getByRole('listitem').nth(0)).toMatchTextContent(/Ben's desk.*on shift, here/);
    await expect.element(panel.getByRole('listitem').nth(3)).toMatchTextContent(/Dora's desk.*gone/);
  });

  it('[TEAM-230] reports input to the backend only if a profile is in a team, at most every 30 s', async () => {
    const backend = new PageBackend();
    await renderWatching('#/watch', backend);
    await page.viewport(1440, 900);
    await clickElement(document.body);
    expect(backend.calls.inputsOf('team.recordInput')).toHaveLength(0);
    backend.pageProfiles.emit(profileEntry({}, { team: aTeam().settings }));
    await expect
      .poll(async () => {
        await clickElement(document.body);
        return backend.calls.inputsOf('team.recordInput').length;
      })
      .toBe(1);
    await clickElement(document.body);
    expect(backend.calls.inputsOf('team.recordInput')).toHaveLength(1);
  });

  it('[TEAM-230] has the setting to acknowledge for the team, in a team only', async () => {
    const { backend } = await renderWatching('#/settings?part=alarms');
    await page.viewport(1440, 900);
    const setting = page.getByRole('checkbox', { name: 'Acknowledge for the team' });
    expect(setting.elements()).toHaveLength(0);
    backend.pageTeam.emit(team);
    await click(setting);
    const sent = () => backend.pageAlarms.inputsOf('alarms.putSettings').at(-1)?.settings.acknowledgesForTeam;
    await expect.poll(sent).toBe(false);
  });
});
