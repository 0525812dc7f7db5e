/** Tests what the real notification daemons of a Linux desktop show of Watchfloor's alarms. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openDbusNotifier } from '../../src-main/adapters/dbus-notifier/dbus-notifier.ts';
import { SECRET_VARIABLE } from '../../src-main/adapters/sign-in/client-secret.ts';
import type { Notifier } from '../../src-main/core/ports/notifier.ts';
import { startSimulator } from '../../src-simulator/simulator.ts';
import type { AlarmNotification } from '../../src-shared/api/alarms.ts';
import { watchIdSchema } from '../../src-shared/domain/identity.ts';
import { FakeClock } from '../doubles/fake-clock.ts';
import { Workplace } from '../support/command.ts';
import { TestBus } from '../support/session-bus.ts';
import { type DesktopDaemon, Dunst, missingDaemons, XfceNotifyd } from './desktop-daemons.ts';
import { documentedRows } from './documented-rows.ts';
import { VirtualDisplay } from './virtual-display.ts';
import { aNotice } from '../doubles/alarms.ts';

const documented = documentedRows('docs/desktop.md', 'Notification daemons that were tried');
const tested = new Set<string>();
const LIMIT = { timeout: 60_000, interval: 30 };

const notice = (title: string, part: Partial<AlarmNotification> = {}) =>
  aNotice({ watch: watchIdSchema.parse('watch'), alarm: 'one', title, body: 'body', ...part });
/** Stays on the screen until the user acts. */
const lasting = { severity: 'watching', isLasting: true } as const;

const failure = (id: string, errorCode: string) => ({
  event: 'LOCALIZATION',
  id,
  data: {
    createdDateTime: '2026-11-21T10:00:00.000Z',
    detailedMessage: JSON.stringify({
      eid: `8904${'0'.repeat(28)}`,
      localizedProfile: { iccid: `8946${'0'.repeat(15)}`, countryCode: 'SE' },
      errorCode,
    }),
    operation: 'ALLOCATION',
    principal: 'x',
    state: 'FAILED',
  },
});

const missing = missingDaemons();

describe.skipIf(missing !== null)('a notification daemon', () => {
  let display: VirtualDisplay;
  beforeAll(async () => {
    display = await VirtualDisplay.start();
  });
  afterAll(() => display.stop());

  describe.each([
    { name: 'dunst 1.9.0', service: /^dunst \d/, Daemon: Dunst },
    { name: 'xfce4-notifyd 0.7.3', service: /^Xfce Notify Daemon \d/, Daemon: XfceNotifyd },
  ])('$name', ({ name, service, Daemon }) => {
    tested.add(name);
    let bus: TestBus;
    let daemon: DesktopDaemon;
    const clock = new FakeClock();
    const notifiers: Notifier[] = [];
    beforeAll(async () => {
      bus = await TestBus.start();
      daemon = new Daemon(bus, display);
      await daemon.start();
    });
    afterEach(async () => {
      for (const notifier of notifiers.splice(0)) await notifier.close();
      await daemon.closeAll();
      await screenHas(0);
    });
    afterAll(async () => {
      await daemon.stop();
      await bus.stop();
    });

    async function newNotifier(): Promise<[Notifier, opened: string[]]> {
      const notifier = await openDbusNotifier({
        clickLabel: 'Open',
        clock,
        environment: { env: { DBUS_SESSION_BUS_ADDRESS: bus.address }, platform: 'linux', exists: () => false },
      });
      if (notifier === null) throw new Error('a session bus is possible');
      expect(notifier.desk).toEqual({
        kind: 'available',
        service: expect.stringMatching(service),
        banners: 'shown',
      });
      notifiers.push(notifier);
      const opened: string[] = [];
      notifier.onOpened((alarm) => void opened.push(alarm));
      return [notifier, opened];
    }

    const screenHas = (count: number) => vi.waitFor(async () => expect(await daemon.count()).toBe(count), LIMIT);

    test('[PAGE-173] announces what docs/desktop.md says, and shows received text literally', async () => {
      const announced = new Set(await daemon.capabilities());
      const known = ['actions', 'body', 'body-markup', 'body-hyperlinks', 'persistence', 'sound'];
      expect(known.filter((ability) => announced.has(ability)).join(', ')).toBe(documented.get(name)?.['it can show']);
      await daemon.showOther('Title', 'Sweden <b>&amp; Norway</b>');
      await screenHas(1);
      const widthOfMarkup = await daemon.width();
      await daemon.closeAll();
      await screenHas(0);
      const [notifier] = await newNotifier();
      await notifier.show(notice('Title', { ...lasting, body: 'Sweden <b>& Norway</b>' }));
      await screenHas(1);
      expect(await daemon.width()).toBeGreaterThan(widthOfMarkup);
      expect(await daemon.closeAll()).toMatchObject({ body: 'Sweden &lt;b&gt;&amp; Norway&lt;/b&gt;' });
    });

    test('[NOTIFY-2] shows one notification for each alarm, and replaces it with its summary', async () => {
      const [notifier] = await newNotifier();
      // Without waiting, as a projection may: the second call waits for the id of the first.
      await Promise.all([
        notifier.show(notice('Stream in use', lasting)),
        notifier.show(notice('Not storing', { ...lasting, alarm: 'two' })),
        notifier.show(notice('Not storing · 2 profiles', { ...lasting, alarm: 'two' })),
      ]);
      await screenHas(2);
      await notifier.withdraw('one');
      await notifier.withdraw('never shown');
      await screenHas(1);
      expect(await daemon.closeAll()).toMatchObject({ summary: 'Not storing · 2 profiles' });
    });

    test('[NOTIFY-2] does not bring a dismissed notification back for an update, but shows a new alarm', async () => {
      const [notifier, opened] = await newNotifier();
      await notifier.show(notice('first', lasting));
      await screenHas(1);
      await daemon.dismiss();
      await screenHas(0);
      // The daemon's signals arrive in order, so the click below proves that the dismissal has arrived.
      await notifier.show(notice('other', { ...lasting, alarm: 'two' }));
      await screenHas(1);
      await daemon.open();
      await vi.waitFor(() => expect(opened).toEqual(['two']), LIMIT);
      await screenHas(0);
      await notifier.show(notice('update', { isUpdate: true }));
      expect(await daemon.closeAll()).toMatchObject({ summary: 'other' });
      await notifier.show(notice('again', lasting));
      await screenHas(1);
    });

    test('[ALARM-16] reports which alarm was opened, and ignores notifications of other programs', async () => {
      const [notifier, opened] = await newNotifier();
      await daemon.showOther('other', 'x');
      await screenHas(1);
      await daemon.open();
      await screenHas(0);
      await notifier.show(notice('Allocation failed', { ...lasting, alarm: 'three' }));
      await screenHas(1);
      await daemon.open();
      await vi.waitFor(() => expect(opened).toEqual(['three']), LIMIT);
    });

    test('[NOTIFY-2] keeps the loss of the stream on the screen after a failure has left it', async () => {
      const [notifier] = await newNotifier();
      await notifier.show(notice('Stream in use', lasting));
      await notifier.show(notice('Allocation failed', { alarm: 'two' }));
      // This one is the newest, so every ordinary one has left the screen before it.
      await daemon.showAndExpire('other');
      await screenHas(1);
      await notifier.withdraw('one');
      await screenHas(0);
    });

    test('[NOTIFY-10] shows late what came while it was frozen, and opens it', async () => {
      const [notifier, opened] = await newNotifier();
      await notifier.show(notice('first', lasting));
      await notifier.withdraw('one');
      daemon.freeze();
      const late = notifier.show(notice('late', { ...lasting, alarm: 'late' }));
      daemon.thaw();
      await late;
      await screenHas(1);
      await daemon.open();
      await vi.waitFor(() => expect(opened).toEqual(['late']), LIMIT);
    });

    test('[ALARM-32] says while it holds banners back, and then puts no notification on the screen', async () => {
      const [notifier] = await newNotifier();
      await daemon.holdBack(true);
      await notifier.show(notice('held back'));
      expect(notifier.desk).toMatchObject({ banners: 'held-back' });
      expect(await daemon.count()).toBe(0);
      await daemon.holdBack(false);
      await notifier.show(notice('shown', { ...lasting, alarm: 'two' }));
      expect(notifier.desk).toMatchObject({ banners: 'shown' });
    });

    test('[NOTIFY-10] is found again after a restart, and gets no id of the old one', async () => {
      const [notifier, opened] = await newNotifier();
      const returned = vi.fn<() => void>();
      notifier.onDeskChanged((hasReturned) => hasReturned && returned());
      await notifier.show(notice('first', lasting));
      await screenHas(1);
      await daemon.stop();
      await expect(notifier.show(notice('lost', lasting))).rejects.toThrow(/org.freedesktop.Notifications/);
      expect(notifier.desk.kind).toBe('missing');
      await daemon.start({ markup: false });
      await vi.waitFor(() => expect(returned).toHaveBeenCalledOnce(), LIMIT);
      await notifier.show(notice('again', { ...lasting, body: 'Sweden <b>& Norway</b>' }));
      await screenHas(1);
      await daemon.open();
      await vi.waitFor(() => expect(opened).toEqual(['one']), LIMIT);
      const hasMarkup = (await daemon.capabilities()).includes('body-markup');
      const body = hasMarkup ? 'Sweden &lt;b&gt;&amp; Norway&lt;/b&gt;' : 'Sweden <b>& Norway</b>';
      expect(await daemon.closeAll()).toMatchObject({ summary: 'again', body });
    });
  });

  test('[NOTIFY-10] shows the failures that a collector stores, also those that came while there was no daemon', async () => {
    const bus = await TestBus.start();
    const daemon = new Dunst(bus, display);
    const simulator = await startSimulator({ scenario: 'none', subscriptions: 10 });
    const workplace = await Workplace.create();
    try {
      await daemon.start();
      const collector = workplace.runInProcess(
        [
          'collect',
          '--health-port=0',
          '--profile',
          await workplace.profile(simulator),
          '--data-dir',
          workplace.dataDir,
        ],
        { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret, DBUS_SESSION_BUS_ADDRESS: bus.address },
      );
      await collector.waitForText(/Alarms are sent to this desktop \(dunst .+\)\./);
      const [, origin] = await collector.waitForText(/Health and metrics: (http:\/\/[^/]+)\/healthz/);
      await collector.waitForText(/Watching/);
      const deliveriesAre = (expected: readonly string[]) =>
        vi.waitFor(async () => {
          const text = await (await fetch(`${origin}/metrics`)).text();
          const counted = text.matchAll(/^watchfloor_alarms_total\{.*severity="failed",delivery="(\S+)"\} (\d+)$/gm);
          expect([...counted].map(([, delivery, count]) => `${delivery} ${count}`).toSorted()).toEqual(expected);
        }, LIMIT);

      simulator.control.emit(failure('failed-1', 'CMP-1'));
      await deliveriesAre(['accepted 1', 'not-shown 0']);
      expect((await daemon.closeAll()).summary).toMatch(/failed.* · Sweden$/);

      await daemon.stop();
      simulator.control.emit(failure('failed-2', 'CMP-2'));
      await deliveriesAre(['accepted 1', 'not-shown 1']);
      await daemon.start();
      await deliveriesAre(['accepted 2', 'not-shown 1']);
      simulator.control.emit(failure('failed-3', 'CMP-3'));
      await deliveriesAre(['accepted 3', 'not-shown 1']);
      expect(await collector.stop()).toBe(0);
    } finally {
      await workplace.close();
      await simulator.stop();
      await daemon.stop();
      await bus.stop();
    }
  });

  test('[PAGE-338] docs/desktop.md lists exactly the daemons that are tested', () => {
    expect([...documented.keys()].toSorted()).toEqual([...tested].toSorted());
  });
});
