import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { parseAddressText } from '../../src-renderer/address/address-text.ts';
import { DifferencesView } from '../../src-renderer/components/differences/DifferencesView.tsx';
import type { EventSummary } from '../../src-shared/domain/event/event.ts';
import { matchesFilter } from '../../src-shared/domain/filter/filter-match.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { filterOf } from '../doubles/filters.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { click } from '../doubles/page-input.ts';
import { START } from '../doubles/page-watch.ts';
import { renderComponent } from '../doubles/render-component.tsx';
import { renderTimeline } from '../doubles/render-timeline.tsx';

const panel = page.getByRole('region', { name: 'What is different?' });
const filter = filterOf('outcome:failed');

/** Failures in Turkey and two elsewhere, after localizations in three countries. */
function storm(): EventSummary[] {
  const row = (index: number, fields: Partial<EventSummary>) =>
    summaryOf(index + 1, { kind: 'LOCALIZATION', receivedAt: START - 60_000 + index, ...fields });
  return Array.from({ length: 160 }, (_, index) =>
    index < 100
      ? row(index, {
          outcome: 'succeeded',
          operation: 'LOCALIZED',
          countryCode: ['TR', 'SE', 'NO', 'SE'][index % 4] ?? '',
        })
      : row(index, {
          outcome: 'failed',
          operation: 'ALLOCATED',
          errorCodes: ['2107'],
          countryCode: index < 158 ? 'TR' : 'SE',
        }),
  );
}

it('[DIFF-1] names one cause, and each number opens exactly the rows that it counts', async () => {
  const { backend } = await renderComponent(<DifferencesView filter={filter} form="panel" />);
  backend.rows = storm();
  await click(panel.getByRole('button', { name: 'Elsewhere' }));
  await expect.element(panel).toMatchTextContent('Looks like one cause: 58 of 60 are TR; elsewhere 25 %.');
  await expect.element(panel).toMatchTextContent('True by definition: Failed, Allocated.');
  const links = panel.getByRole('link').elements();
  expect(links.map((link) => link.textContent)).toEqual(['TR Türkiye58 of 60elsewhere 25 %', '60 events']);
  for (const [index, count] of [58, 60].entries()) {
    const address = parseAddressText(links[index]?.getAttribute('href') ?? '');
    const opened = filterOf(address.parameters.find(({ name }) => name === 'q')?.text ?? '');
    expect(backend.rows.filter((event) => matchesFilter(opened, event, () => ''))).toHaveLength(count);
  }
});

it('[DIFF-1] compares a filter of the Timeline when the user asks, with what the user chooses', async () => {
  const backend = new PageBackend();
  backend.rows = storm();
  await renderTimeline(0, '#/timeline?q=outcome:failed%20since:-1h', backend);
  const button = page.getByRole('button', { name: 'What is different?' });
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await click(button);
  await expect.element(panel).toMatchTextContent('Looks like one cause: 58 of 60 are TR; elsewhere 25 %.');
  await click(panel.getByRole('button', { name: 'Before' }));
  await expect.element(panel).toMatchTextContent('Nothing to compare with: no event in the same hours before.');
});
