import { expect, test } from 'vitest';
import { localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { DESKTOP, type LocalOutletId, PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { AlarmRun, BADGE_ONLY } from '../../../doubles/alarm-run.ts';

function report(run: AlarmRun, outlet: LocalOutletId, detail: string | null): string[] {
  run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(outlet, detail) });
  return run.state.alarms.get('alarm-1')?.deliveries.map((one) => `${one.outlet} ${one.outcome} ${one.at}`) ?? [];
}

test('[ALARM-41] an alarm is due until an outlet reports; a later success counts, and nothing after it', () => {
  const run = new AlarmRun();
  run.fail();
  expect(run.deliveries()).toEqual(['due']);
  const first = run.now;
  expect(report(run, PAGE, 'this browser blocks notifications')).toEqual([`page not-delivered ${first}`]);
  expect(run.deliveries()).toEqual(['not-shown']);
  run.advanceSeconds(1);
  expect(report(run, DESKTOP, 'no service')).toEqual([`page not-delivered ${first}`]);
  expect(report(run, PAGE, null)).toEqual([`page delivered ${first + 1_000}`]);
  expect(report(run.advanceSeconds(1), PAGE, 'closed')).toEqual([`page delivered ${first + 1_000}`]);
  expect(report(run, DESKTOP, null)).toEqual([`page delivered ${first + 1_000}`]);
  expect(run.deliveries()).toEqual(['accepted']);
});

test('[ALARM-41] an alarm that does not notify has no delivery', () => {
  const run = new AlarmRun();
  run.fail({ rules: [{ id: 'failures', name: '', how: BADGE_ONLY }] });
  expect(report(run, PAGE, null)).toEqual([]);
  expect(run.deliveries()).toEqual(['no-banner']);
});

const HELD_BACK = { kind: 'available', service: 'dunst 1.9.0', banners: 'held-back' } as const;
const ofDesktop = (run: AlarmRun) =>
  run.state.alarms.get('alarm-1')?.deliveries.find(({ outlet }) => outlet === DESKTOP);

test('[ALARM-32] an alarm that the desktop held back is accepted once a page played it, or the desktop shows banners', () => {
  const run = new AlarmRun();
  run.fail();
  const heldBack = { kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(DESKTOP, null, HELD_BACK) } as const;
  run.apply(heldBack);
  run.advanceSeconds(60).apply(heldBack);
  expect([run.deliveries(), ofDesktop(run)?.at]).toEqual([['held-back'], run.now - 60_000]);
  report(run, PAGE, 'no page was open to show it');
  expect(run.deliveries()).toEqual(['held-back']);
  report(run, PAGE, null);
  expect(run.deliveries()).toEqual(['accepted']);
});

test.each([
  [true, 'accepted', true],
  [false, 'held-back', undefined],
])('[ALARM-32] a click on the notification (%s) proves that it was shown, and no other way to open it', (...row) => {
  const [wasClicked, status, stored] = row;
  const run = new AlarmRun();
  run.fail();
  run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(DESKTOP, null, HELD_BACK) });
  run.apply({ kind: 'opened', alarm: 'alarm-1', wasClicked });
  expect([run.deliveries(), ofDesktop(run)?.wasClicked]).toEqual([[status], stored]);
});
