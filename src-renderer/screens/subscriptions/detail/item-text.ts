/** A subscription as it is taken elsewhere, as plain text: its fields as they came; hidden characters are escapes. */
import type { ItemField } from '../../../../src-shared/service/subscription-item.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { fullTimeText } from '../../../time/time-text.ts';

/** @param receivedAt when the service said so, UTC epoch ms */
export function itemText(id: string | null, fields: readonly ItemField[], receivedAt: number): string {
  const lines = [
    `Subscription ${id ?? 'without an id'}`,
    `Received: ${fullTimeText(receivedAt, 'utc')}`,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
  ];
  return lines.map((line) => visibleText(line)).join('\n');
}
