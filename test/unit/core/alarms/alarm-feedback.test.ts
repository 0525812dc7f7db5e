import { expect, test } from 'vitest';
import { localDelivery } from '../../../../src-main/core/outlets/local/local-outlet.ts';
import { DESKTOP, type LocalOutletId, PAGE } from '../../../../src-shared/domain/outlets/local-outlets.ts';
import { AlarmRun, BADGE_ONLY } from '../../../doubles/alarm-run.ts';

function report(run: AlarmRun, outlet: LocalOutletId, detail: string | null): string[] {
  run.apply({ kind: 'delivery', alarm: 'alarm-1', delivery: localDelivery(outlet, detail) });
  return run.state.alarms.get('alarm-1')?.deliveries.map((one) => `${one.outlet} ${one.outcome} ${one.at}`) ?? [];
}

test('[OUTLET-94] an alarm is due until an outlet reports; a later success counts, and nothing after it', () => {
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
  expect(run.deliveries()).toEqual(['shown']);
});

test('[OUTLET-94] an alarm that does not notify has no delivery', () => {
  const run = new AlarmRun();
  run.fail({ rules: [{ id: 'failures', name: '', how: BADGE_ONLY }] });
  expect(report(run, PAGE, null)).toEqual([]);
  expect(run.deliveries()).toEqual(['no-banner']);
});
