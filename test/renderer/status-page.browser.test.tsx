import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { IncidentMarksView } from '../../src-renderer/components/status-page/IncidentMarksView.tsx';
import { ProviderWordsView } from '../../src-renderer/components/status-page/ProviderWordsView.tsx';
import type { StatusPageAnswer } from '../../src-main/core/ports/service-client.ts';
import { MemoryProjectionWriter } from '../doubles/memory-projection-writer.ts';
import type { PageBackend } from '../doubles/page-backend.ts';
import { keyboard } from '../doubles/page-input.ts';
import { START, watchSnapshot } from '../doubles/page-watch.ts';
import { renderComponent } from '../doubles/render-component.tsx';
import { anIncident, listing, storeStatusPage } from '../doubles/status-pages.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const panel = page.getByRole('region', { name: 'Is it only us?' });
const incidents = page.getByRole('listitem');
const FAILED: StatusPageAnswer = { kind: 'failed', problem: { kind: 'web-page' }, retryAfterMs: null };

function answering(backend: PageBackend) {
  const writer = new MemoryProjectionWriter();
  let revision = 1;
  return async (answer: StatusPageAnswer, at: number) => {
    await storeStatusPage(writer, answer, at);
    backend.projectionRecords = (await writer.loadProjection()).records.slice();
    backend.emit(watchSnapshot({ coverageRevision: (revision += 1) }));
  };
}

it('[REPORT-5] a group shows in quotes what the provider writes of its time, with the age, newest first', async () => {
  const { backend } = await renderComponent(<ProviderWordsView spanKey="group" from={START - HOUR} to={START} />);
  const answer = answering(backend);
  const ended = { kind: 'ended', at: START - 30 * MINUTE } as const;
  const first = anIncident(START - 50 * MINUTE, {
    end: ended,
    updatedAt: START - 12 * MINUTE,
    link: 'https://e.com/1',
  });
  const second = anIncident(START - 10 * MINUTE, { id: 'b', title: 'A\u202Eb <i>c</i>', words: null, state: null });
  await answer(listing(first, second), START - MINUTE);
  await expect.element(panel).toMatchTextContent("The provider's own words, not measured by Watchfloor");
  await expect.element(incidents.nth(0)).toMatchTextContent(/“A.*b <i>c<\/i>”, since .* later not known\./);
  expect(incidents.nth(0).element().textContent).not.toContain('\u202E');
  await expect.element(incidents.nth(1)).toMatchTextContent(/“API errors”.*“We found it\.”.*12 min old/);
  await expect.element(page.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', 'https://e.com/1');
  await expect.element(panel).toMatchTextContent('Read 1 min ago.');
});

it('[REPORT-5] a page that does not answer is not known, and what it listed stays', async () => {
  const { backend } = await renderComponent(<ProviderWordsView spanKey="group" from={START - HOUR} to={START} />);
  const answer = answering(backend);
  await answer(FAILED, START - 20 * MINUTE);
  await expect
    .element(panel)
    .toMatchTextContent(/Not known: the page has not answered since .* It is a web page for people/);
  await answer(listing(), START - 10 * MINUTE);
  await expect.element(panel).toMatchTextContent('It lists no incident of this time. Read 10 min ago.');
  await answer(listing(anIncident(START - 30 * MINUTE)), START - 9 * MINUTE);
  await answer(FAILED, START);
  await expect.element(panel).toMatchTextContent(/Not known since .*What it listed before stays\./);
  await expect.element(incidents).toMatchTextContent('API errors');
});

it('shows nothing if the profile names no status page', async () => {
  const { backend } = await renderComponent(<ProviderWordsView spanKey="group" from={START - HOUR} to={START} />);
  backend.emit(watchSnapshot({ coverageRevision: 7 }));
  await expect.poll(() => backend.calls.inputsOf('coverage.statusPage').length).toBeGreaterThan(0);
  expect(panel.elements()).toEqual([]);
});

it('[REPORT-5] the strip marks incidents where they lie, for the mouse, the keyboard and a screen reader', async () => {
  const { backend } = await renderComponent(
    <div style={{ position: 'relative', width: 1_000, height: 30 }}>
      <IncidentMarksView from={START - 10 * HOUR} to={START} now={START} />
    </div>,
  );
  const ended = { kind: 'ended', at: START - 4 * HOUR } as const;
  await answering(backend)(
    listing(
      anIncident(START - 5 * HOUR, { end: ended }),
      anIncident(START - HOUR, { id: 'b', title: 'Second', end: { kind: 'not-known' } }),
    ),
    START,
  );
  const first = page.getByRole('link', { name: /Provider’s status page: “API errors”, .* – .*“We found it\.”/ });
  const second = page.getByRole('link', { name: /Provider’s status page: “Second”, .*, end not known/ });
  await expect.element(first).toBeVisible();
  const around = first.element().parentElement?.getBoundingClientRect().left ?? 0;
  const box = (element: Element) => {
    const { left, width } = element.getBoundingClientRect();
    return [Math.round(left - around), Math.round(width)];
  };
  expect([box(first.element()), box(second.element())]).toEqual([
    [500, 100],
    [900, 6],
  ]);
  expect(first).toHaveAttribute('tabindex', '0');
  (first.element() as HTMLElement).focus();
  await keyboard('{ArrowRight}');
  await expect.element(second).toHaveFocus();
  expect(first).toHaveAttribute('tabindex', '-1');
});
