/** Tests the screen of one id: its answer, its history, and the question for a span. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Subject } from '../../src-shared/api/ids/subject.ts';
import { summaryOf } from '../doubles/example-events.ts';
import { PageBackend } from '../doubles/page-backend.ts';
import { click, fill } from '../doubles/page-input.ts';
import { START } from '../doubles/page-watch.ts';
import { renderWatching } from '../doubles/render-app.tsx';

const ICCID = '8946200011660309494';
const event = summaryOf(7, { kind: 'CMP_EVENT', operation: 'CHANGE_SUBSCRIPTIONSTATE', outcome: 'partial' });
const SUBJECT: Subject = {
  value: ICCID,
  at: START,
  from: null,
  to: null,
  ids: [
    { kind: 'iccid', value: ICCID, joined: null },
    { kind: 'imsi', value: '240071111', joined: { at: START - 60_000, seq: 7, row: null, with: ICCID } },
  ],
  contradictions: [],
  events: [
    { event: { ...event, receivedAt: START - 60_000 }, resource: { state: 'FAILED', failed: true, code: '70' } },
  ],
  hasMore: false,
  hasMoreRows: false,
  rows: [{ search: 's-1', ordinal: 3, id: 'is-1', askedAt: START - 120_000, state: 'ACTIVE' }],
  case: null,
  gaps: [],
  gapCount: 0,
  notRecorded: null,
  storedSince: 0,
  lastEventAt: START - 60_000,
};

describe('the screen of an id', () => {
  it('[PAGE-442] answers in a sentence, shows the history and its evidence, and asks about a typed span', async () => {
    const backend = new PageBackend();
    backend.calls.answer('ids.subject', ({ from, to }) => ({ ...SUBJECT, from, to }));
    await renderWatching(`#/subject?id=${ICCID}`, backend);
    await expect.element(page.getByText(/this one failed with 70 13:59:00 UTC\. Whether it is usable/)).toBeVisible();
    const links = [...document.querySelectorAll('main li a')].map((link) => link.getAttribute('href'));
    expect(links).toEqual([
      '#/timeline?event=7&around=7',
      '#/timeline?event=7&around=7',
      '#/subscriptions?search=s-1&row=3',
    ]);
    await fill(page.getByRole('textbox', { name: 'From' }), '04:1x');
    await click(page.getByRole('button', { name: 'Answer' }));
    await expect.element(page.getByText(/^Type a past time/)).toBeVisible();
    await fill(page.getByRole('textbox', { name: 'From' }), '13:00');
    await click(page.getByRole('button', { name: 'Answer' }));
    await expect.poll(() => window.location.hash).toContain('since=2026-11-21T13:00:00Z');
    await expect.element(page.getByText(/^1 failure since 13:00:00 UTC, the last:/)).toBeVisible();
  });
});
