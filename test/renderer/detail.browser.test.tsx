import { describe, expect, it, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { receivedDetail, renderPane } from '../doubles/render-pane.tsx';
import { START } from '../doubles/page-backend.ts';
import { poison } from '../doubles/poison-texts.ts';

const EID = '89049032000000000000898242162626';
const FAILED = {
  createdDateTime: new Date(START - 240).toISOString(),
  detailedMessage: JSON.stringify({
    eid: EID,
    localizedProfile: { iccid: '8946200011660309494', countryCode: 'SE' },
    errorCode: 'START_PROFILE_ALLOCATION_FAILED',
    detailedError: [
      { errorCode: '3107', errorMessage: 'Allocation timed out in the connectivity platform', errorType: 'CMP_ERROR' },
    ],
  }),
  operation: 'ALLOCATED',
  principal: 'acme:eu',
  state: 'FAILED',
};

describe('an open event', () => {
  it('[PAGE-80] says what it means, then what the provider says, then its fields, then the received text, each once', async () => {
    const { pane } = await renderPane(receivedDetail(JSON.stringify(FAILED)), { position: { at: 4, of: 214 } });
    await expect.element(pane.getByTestId('raw')).toMatchTextContent('"operation": "ALLOCATED"');
    const order = [
      '4 of 214',
      'Allocation failed',
      'The profile is on the eUICC but unusable',
      'Provider says',
      '“Allocation timed out in the connectivity platform”',
      'CMP_ERROR 3107',
      'This eUICC',
      'Fields',
      'ICCID',
      'Received text',
    ];
    const text = pane.element().textContent;
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(text).not.toContain("not in the provider's document");
    expect(text.split('"eid"')).toHaveLength(2);
  });
});

describe('an event that would harm', () => {
  test.each(poison)('[PAGE-82] %s: opens, and can be read as it was received', async (_, data) => {
    const { pane } = await renderPane(receivedDetail(data));
    await expect.element(pane.getByRole('button', { name: 'As received' })).toBeVisible();
    await expect.poll(() => pane.getByTestId('raw').element().textContent.length).toBeGreaterThan(2);
    await pane.getByRole('button', { name: 'As received' }).click();
    await expect.element(pane.getByRole('tree')).not.toBeInTheDocument();
    await expect.element(page.getByText('This part of the page has failed.')).not.toBeInTheDocument();
    expect(document.querySelectorAll('*').length).toBeLessThan(2_000);
    await userEvent.keyboard('{Tab}');
  });
});
