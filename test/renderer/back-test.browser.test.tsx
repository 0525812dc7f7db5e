import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DEFAULT_ALARM_SETTINGS } from '../../src-shared/domain/cases/alarm.ts';
import { click } from '../doubles/page-input.ts';
import { renderSettings } from '../doubles/render-settings.tsx';

afterEach(() => window.history.replaceState(null, '', window.location.pathname));

const panel = page.getByRole('region', { name: 'Back-test' });
const DAY = 86_400_000;

it('[ALARM-35] a change of the rules is back-tested when the user has asked for it, and compared with what was set before', async () => {
  const { backend, clock } = await renderSettings('#/settings?part=alarms');
  const asked = () => backend.calls.inputsOf('alarms.backTest').length;
  backend.pageAlarms.backTest = ({ from, settings, withLoad }) => ({
    from,
    to: from + 90 * DAY,
    completeFrom: from,
    effect: settings.standard.partial.on ? { calls: 21, atNight: 9, missed: 0 } : { calls: 14, atNight: 3, missed: 2 },
    taken: 11,
    estimatedSignals: 0,
    isShortened: false,
    isBehind: false,
    load: withLoad
      ? [
          {
            hour: 3,
            calls: 9,
            atNight: 9,
            people: [
              { name: null, calls: 8 },
              { name: 'Ines', calls: 1 },
            ],
            proposal: { change: { kind: 'quiet', hour: 3 }, effect: { calls: 13, atNight: 1, missed: 1 } },
          },
        ]
      : null,
  });
  await expect.element(panel).toBeVisible();
  expect(asked()).toBe(0);
  await click(panel.getByRole('button', { name: 'Back-test' }));
  clock.advance(1_000);
  await expect
    .element(panel.getByRole('status'))
    .toMatchTextContent('In the last 90 days: 21 calls, 9 at night; missed none of 11 that were taken.');
  await click(page.getByRole('switch', { name: 'Partial requests alarms' }));
  clock.advance(1_000);
  await expect
    .element(panel.getByRole('status'))
    .toMatchTextContent('In the last 90 days: 14 calls, 3 at night; missed 2 of 11 that were taken.');
  await expect.element(panel).toMatchTextContent('With your changes: 21 → 14 calls, 9 → 3 at night, missed 0 → 2');
  expect(backend.pageAlarms.state.settings).not.toEqual(DEFAULT_ALARM_SETTINGS);
  await click(panel.getByRole('button', { name: 'Load by hour and person' }));
  clock.advance(1_000);
  await expect
    .element(panel.getByRole('row', { name: /03:00/ }))
    .toMatchTextContent('nobody 8, Ines 1quiet from 03:00 to 04:0014 → 13 calls, 3 → 1 at night, missed 2 → 1');
});
