/** Formats a subscription as plain text with its fields as received. Hidden characters are escaped. */
import type { ItemField } from '../../../../src-shared/service/subscription-item.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { fullTimeText } from '../../../time/time-text.ts';

/** @param receivedAt when the service sent it, UTC epoch ms */
export function itemText(id: string | null, fields: readonly ItemField[], receivedAt: number): string {
  const lines = [
    `Subscription ${id ?? 'without an id'}`,
    `Received: ${fullTimeText(receivedAt, 'utc')}`,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
  ];
  return lines.map((line) => visibleText(line)).join('\n');
}
